"""Adam and COCOB, one coordinate at a time, from their papers."""

import math


class Adam:
    """Kingma and Ba with bias correction; the rate decays as in the reference experiments."""

    def __init__(self, rate, tzero):
        self.rate, self.tzero = rate, tzero
        self.gradients = []

    def step(self, parameter, gradient):
        lr = self.rate * math.sqrt(self.tzero / (self.tzero + len(self.gradients)))
        self.gradients.append(gradient)
        t = len(self.gradients)
        # the moments are exponential averages, written out as sums
        first = sum(0.1 * 0.9 ** (t - s) * g for s, g in enumerate(self.gradients, 1))
        second = sum(0.001 * 0.999 ** (t - s) * g * g for s, g in enumerate(self.gradients, 1))
        first /= 1.0 - 0.9**t
        second /= 1.0 - 0.999**t
        return parameter - lr * first / (math.sqrt(second) + 1e-8)


class Cocob:
    """Orabona and Tommasi's COCOB-Backprop with alpha = 100."""

    def __init__(self, start):
        self.start = start
        self.largest = self.sum_absolute = self.reward = self.sum_outcomes = 0.0

    def step(self, parameter, gradient):
        outcome = -gradient
        self.largest = max(self.largest, abs(outcome))
        if self.largest == 0.0:
            return parameter
        self.sum_absolute += abs(outcome)
        self.reward = max(self.reward + (parameter - self.start) * outcome, 0.0)
        self.sum_outcomes += outcome
        fraction = self.sum_outcomes / (
            self.largest * max(self.sum_absolute + self.largest, 100.0 * self.largest)
        )
        return self.start + fraction * (self.largest + self.reward)
