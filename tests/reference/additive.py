"""AdditiveOracle with dense features, matrices, derivatives by differences and no tricks."""

import numpy as np
from scipy.special import expit

from tests.reference import hyperbola
from tests.reference.dispersion import gradient

LEAST = 2  # the least loss, among the shape's parameters


def features(knots, context):
    """Hat functions of every entry on its own knots, and a one."""
    out = []
    for row, x in zip(knots, context, strict=True):
        hats = np.zeros(len(row))
        inside = np.clip(x, row[0], row[-1])
        k = int(np.searchsorted(row, inside, side="right")) - 1  # last knot not above x
        if k >= len(row) - 1:
            hats[-1] = 1.0
        else:
            share = (inside - row[k]) / (row[k + 1] - row[k])
            hats[k], hats[k + 1] = 1.0 - share, share
        out.append(hats)
    return np.concatenate([*out, [1.0]])


def place(total):
    """A sigmoid from -0.05 to 1.05, cut; its rate of change is never below that at the ends."""
    share, end = expit(total), 0.05 / 1.1
    rate = 1.1 * max(share * (1.0 - share), end * (1.0 - end))
    return np.clip(1.1 * share - 0.05, 0.0, 1.0), rate


class Additive:
    """Learns as AdditiveOracle does while its knots stay where they are."""

    def __init__(self, knots, prior, constant, noise, shape, prior_of_shape):
        self.knots = knots
        self.size = knots.size + 1
        self.parameters = np.concatenate([np.zeros(self.size), shape])
        self.covariance = np.diag([prior / len(knots)] * knots.size + [constant, *prior_of_shape])
        self.noise, self.count = noise, 0

    @property
    def shape(self):
        return self.parameters[self.size :]

    def place(self, context):
        return place(self.parameters[: self.size] @ features(self.knots, context))

    def predict(self, context, action):
        return min(1.0, hyperbola.loss(self.shape, action - self.place(context)[0]))

    def learn(self, context, action, loss):
        phi, (ahat, rate) = features(self.knots, context), self.place(context)
        u, functions = action - ahat, self.covariance[: self.size, : self.size]
        blur = rate**2 * (phi @ functions @ phi)
        predicted = hyperbola.loss(self.shape, u, blur)
        surprise = min(1.0, predicted) - loss
        if abs(u) <= 1e-3 * self.shape[1]:
            self.learn_least_loss(surprise)
        elif predicted < 1.0 or surprise > 0.0:
            by_u = gradient(lambda d: hyperbola.loss(self.shape, d[0], blur), np.array([u]))
            by_shape = gradient(lambda s: hyperbola.loss(s, u, blur), self.shape)
            self.learn_all(surprise, np.concatenate([-by_u * rate * phi, by_shape]))
        lowest, highest = [-5.0, 0.002, 0.0, -1.0], [5.0, 7.0, 1.0, 1.0]
        self.parameters[self.size :] = np.clip(self.shape, lowest, highest)

    def learn_least_loss(self, surprise):
        """A Kalman filter whose gain is zero but for one parameter (Schmidt's)."""
        at = self.size + LEAST
        variance = self.covariance[at, at] + self.noise
        gain = np.zeros(len(self.parameters))
        gain[at] = self.covariance[at, at] / variance
        self.parameters = self.parameters - gain * clip(surprise, variance)
        rest = np.eye(len(gain)) - np.outer(gain, np.eye(len(gain))[at])
        self.covariance = rest @ self.covariance @ rest.T + self.noise * np.outer(gain, gain)

    def learn_all(self, surprise, jacobian):
        direction = self.covariance @ jacobian
        gain = direction / (self.noise + jacobian @ direction)
        self.parameters = self.parameters - gain * clip(surprise, self.noise)
        self.covariance = self.covariance - np.outer(gain, direction)
        self.covariance[range(self.size, self.size + 4), range(self.size, self.size + 4)] += 1e-5
        self.count += 1
        self.noise += max(0.002, 3.0 / (10.0 + self.count)) * (surprise**2 - self.noise)


def clip(surprise, variance):
    """At most two standard deviations."""
    return np.clip(surprise, -2.0 * np.sqrt(variance), 2.0 * np.sqrt(variance))
