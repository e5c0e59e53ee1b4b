"""OutcomeOracle with dense features, and its predicted losses, the obvious way."""

import math

import numpy as np


def sigmoid(z):
    return 1.0 / (1.0 + math.exp(-z)) if z >= 0 else math.exp(z) / (1.0 + math.exp(z))


def hats(knots, x):
    """Weights of the knots at x: linear between two of them."""
    return np.array([np.interp(x, knots, unit) for unit in np.eye(len(knots))])


class Outcomes:
    """Learns as OutcomeOracle does while its knots stay where they are."""

    def __init__(self, state):
        self.knots, self.direction = state.knots, state.direction[0]
        self.theta = np.concatenate([state.values, state.slopes])
        self.covariance, self.pieces = state.covariance.copy(), len(state.slopes)

    def features(self, context, action):
        climbed = np.clip(action * self.pieces - np.arange(self.pieces), 0.0, 1.0) - 0.5
        functions = [hats(k, x) for k, x in zip(self.knots, context, strict=True)]
        return np.concatenate([*functions, [1.0], climbed])

    def predict(self, context, action):
        return sigmoid(self.features(context, action) @ self.theta)

    def learn(self, context, action, outcome, weight=1.0):
        phi = self.features(context, action)
        logit, variance = phi @ self.theta, phi @ self.covariance @ phi

        def slope(z):
            return z - logit + weight * variance * (sigmoid(z) - outcome)

        reach = weight * variance + 1.0
        low, high = logit - reach, logit + reach
        for _ in range(200):  # bisection: the slope increases with z
            middle = 0.5 * (low + high)
            low, high = (middle, high) if slope(middle) < 0.0 else (low, middle)
        p = sigmoid(low)
        pull = self.covariance @ phi
        self.theta = self.theta + pull * weight * (outcome - p)
        curvature = weight * p * (1.0 - p)
        self.covariance -= np.outer(pull, pull) * curvature / (1.0 + curvature * variance)
        slopes = self.theta[-self.pieces :]
        if self.direction:
            slopes[self.direction * slopes < 0.0] = 0.0

    def forget(self, untaught, factor):
        """What examples added to the inverse of the covariance counts by the factor."""
        known, first = np.linalg.inv(self.covariance), np.linalg.inv(untaught.covariance)
        self.covariance = np.linalg.inv(first + factor * (known - first))


def mean_over_cells(edges, values, reach, cells):
    """Mean of a step function over each cell and its surroundings, piece by piece."""
    found = []
    for cell in range(cells):
        low, high = max(0.0, cell / cells - reach), min(1.0, (cell + 1) / cells + reach)
        widths = np.clip(np.minimum(edges[1:], high) - np.maximum(edges[:-1], low), 0.0, None)
        found.append(widths @ values / widths.sum())
    return np.array(found)
