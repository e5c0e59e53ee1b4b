"""AdditiveOracle with dense features, matrices and no tricks."""

import numpy as np
from scipy.special import expit

from tests.reference import hyperbola
from tests.reference.dispersion import gradient
from tests.reference.optimisers import Adam


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


class Additive:
    """Learns as AdditiveOracle does while its knots stay where they are."""

    def __init__(self, knots, prior, constant, noise, shape, rate, tzero):
        self.knots = knots
        size = knots.size + 1
        self.values = np.zeros(size)
        self.covariance = np.diag([prior / len(knots)] * knots.size + [constant])
        self.noise, self.count = noise, 0
        self.shape = np.array(shape)
        self.adams = [Adam(rate, tzero) for _ in shape]

    def best(self, context):
        return expit(self.values @ features(self.knots, context))

    def predict(self, context, action):
        return min(1.0, hyperbola.loss(self.shape, action - self.best(context)))

    def learn(self, context, action, loss):
        phi, ahat = features(self.knots, context), self.best(context)
        surprise = hyperbola.loss(self.shape, action - ahat) - loss
        by_shape = gradient(lambda s: hyperbola.loss(s, action - ahat), self.shape)
        step = 1e-7
        by_ahat = (
            hyperbola.loss(self.shape, action - ahat - step)
            - hyperbola.loss(self.shape, action - ahat + step)
        ) / (2.0 * step)
        flat = abs(by_ahat) <= 1e-3 * np.exp(self.shape[0])
        steps = zip(self.adams, self.shape, surprise * by_shape, strict=True)
        self.shape = np.array([adam.step(value, g) for adam, value, g in steps])
        if flat:
            return
        jacobian = by_ahat * ahat * (1.0 - ahat) * phi
        gain = self.covariance @ jacobian / (self.noise + jacobian @ self.covariance @ jacobian)
        limit = 2.0 * np.sqrt(self.noise)
        self.values = self.values - gain * np.clip(surprise, -limit, limit)
        self.covariance = self.covariance - np.outer(gain, self.covariance @ jacobian)
        self.count += 1
        self.noise += max(0.002, 1.0 / (10.0 + self.count)) * (surprise**2 - self.noise)
