"""Vowpal Wabbit's default learner, one dictionary per coordinate."""

import math


class Adaptive:
    def __init__(self, size, rate):
        self.rate, self.norm, self.count = rate, 0.0, 0
        self.coordinates = [{"w": 0.0, "squares": 0.0, "largest": 0.0} for _ in range(size + 1)]

    def score(self, context):
        return sum(c["w"] * x for c, x in zip(self.coordinates, [*context, 1.0], strict=True))

    def learn(self, context, label):
        error = label - min(1.0, max(0.0, self.score(context)))
        if error == 0.0:
            return
        used = [(c, x) for c, x in zip(self.coordinates, [*context, 1.0], strict=True) if x]
        for c, x in used:
            if abs(x) > c["largest"]:
                c["w"], c["largest"] = c["w"] * c["largest"] / abs(x), abs(x)
            c["squares"] += (2.0 * error * x) ** 2
        self.norm += sum((x / c["largest"]) ** 2 for c, x in used)
        self.count += 1
        share = math.sqrt(self.count / self.norm)
        rates = [share / (math.sqrt(c["squares"]) * c["largest"]) for c, _ in used]
        reach = sum(r * x * x for r, (_, x) in zip(rates, used, strict=True))
        # the flow of gradient descent for a time `rate` shrinks the error by this factor
        push = error * (1.0 - math.exp(-2.0 * self.rate * reach)) / reach
        for r, (c, x) in zip(rates, used, strict=True):
            c["w"] += push * r * x
