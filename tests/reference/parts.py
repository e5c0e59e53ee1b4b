"""The law of one decision on a part of a space, from predictions alone."""

import numpy as np
from scipy.integrate import quad


def law_of_points(predicted, masses, rate):
    """Probabilities of finitely many actions under SmoothIGW: mu conditioned on them."""
    predicted, masses = np.asarray(predicted), np.asarray(masses) / np.sum(masses)
    accepted = masses / (1.0 + rate * (predicted - predicted.min()))
    accepted[int(predicted.argmin())] += 1.0 - accepted.sum()
    return accepted


def mass_of_range(predict, low, high, rate, best, breaks=()):
    """M(A) on [low, high] of a uniform mu: the mean of 1/(1 + rate gap)."""
    points = sorted({low, high, *(b for b in breaks if low < b < high)})
    total = 0.0
    for left, right in zip(points, points[1:], strict=False):
        part, _ = quad(
            lambda a: 1.0 / (1.0 + rate * max(0.0, predict(a) - best)),
            left,
            right,
            epsabs=1e-12,
            epsrel=1e-11,
            limit=400,
        )
        total += part
    return total / (high - low)
