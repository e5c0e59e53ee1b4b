"""The worst true loss for a fixed law and kernel, found by searching each action on its own."""

import numpy as np
from scipy.optimize import minimize_scalar


def objective(truth, predictions, probabilities, kernel, gamma):
    """E_P[f] - E_Q[f] - (gamma/4) E_P[(fhat - f)^2]."""
    square_error = probabilities @ (predictions - truth) ** 2
    return (probabilities - kernel) @ truth - gamma / 4.0 * square_error


def worst_case(predictions, probabilities, kernel, gamma, low, high):
    """Maximise the objective over f in [low, high]^K; it is a sum over actions."""
    total = 0.0
    for fhat, p, q in zip(predictions, probabilities, kernel, strict=True):

        def cost(f, fhat=fhat, p=p, q=q):
            return -((p - q) * f - gamma / 4.0 * p * (fhat - f) ** 2)

        inside = minimize_scalar(
            cost, bounds=(low, high), method="bounded", options={"xatol": 1e-10}
        ).fun
        total -= min(inside, cost(low), cost(high))
    return total


def smooth_igw_law(predictions, h, gamma, weights, greedy):
    """Enumerate Algorithm 2: draw from mu, keep with probability m, else play the greedy one."""
    law = np.zeros(len(predictions))
    for action, weight in enumerate(np.asarray(weights) / np.sum(weights)):
        gap = max(0.0, predictions[action] - predictions[greedy])
        keep = 1.0 / (1.0 + h * gamma * gap)
        law[action] += weight * keep
        law[greedy] += weight * (1.0 - keep)
    return law
