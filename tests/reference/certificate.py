"""The worst true loss for a fixed law and kernel, found by searching each action on its own."""

import math

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


def run_bound(explored, gammas, h, oracle_bound, confidence):
    """What a run certifies, added round by round; its doubt is shared by three inequalities."""
    doubt = math.log(3.0 / (1.0 - confidence))
    cost = squares = 0.0
    for kept, gamma in zip(explored, gammas, strict=True):
        cost += (2.0 - (1.0 if kept else 0.0) - h) / (h * gamma)
        squares += 1.0 / (h * gamma) ** 2
    # Hoeffding: losses lie in an interval of length 1, the terms of `cost` of 1/(h gamma)
    actions, coins = math.sqrt(len(gammas) * doubt / 2.0), math.sqrt(squares * doubt / 2.0)

    def error(tilt):
        return (tilt * oracle_bound + doubt) / (1.0 - math.exp(-tilt * (1.0 - tilt / 2.0)))

    least = minimize_scalar(error, bounds=(0.05, 1.0), method="bounded", options={"xatol": 1e-9})
    return cost + actions + coins + max(gammas) * least.fun / 4.0
