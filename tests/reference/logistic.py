"""Online logistic regression with a matrix and a numerical minimiser in all coordinates."""

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from tests.reference.dispersion import cross_entropy


class Newton:
    """A quadratic stands for the past; every example is minimised together with it."""

    def __init__(self, size, ridge):
        self.theta, self.matrix = np.zeros(size), ridge * np.eye(size)

    def learn(self, phi, label, weight):
        """Move to the minimum, then add the curvature found there."""

        def objective(t):
            past = 0.5 * (t - self.theta) @ self.matrix @ (t - self.theta)
            return past + weight * cross_entropy(phi @ t, label)

        def slope(t):
            return self.matrix @ (t - self.theta) + weight * (expit(phi @ t) - label) * phi

        found = minimize(objective, self.theta, jac=slope, method="BFGS", options={"gtol": 1e-10})
        self.theta = found.x
        p = expit(phi @ self.theta)
        self.matrix = self.matrix + weight * p * (1.0 - p) * np.outer(phi, phi)


def fit(features, labels, ridge, rounds=50):
    """Minimum of ridge |t|^2 / 2 + all cross-entropies, by Newton's method on all examples."""
    theta = np.zeros(features.shape[1])
    for _ in range(rounds):
        p = expit(features @ theta)
        hessian = ridge * np.eye(theta.size) + (features * (p * (1.0 - p))[:, None]).T @ features
        theta = theta - np.linalg.solve(hessian, features.T @ (p - labels) + ridge * theta)
    return theta
