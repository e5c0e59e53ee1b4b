"""What a sampler must do, computed from the whole distribution."""

import numpy as np
from scipy.optimize import brentq


def alias_masses(threshold, alias):
    """Probability of every item under an alias table: one column, one coin."""
    n = len(threshold)
    masses = np.zeros(n)
    for column in range(n):
        masses[column] += threshold[column] / n
        masses[alias[column]] += (1.0 - threshold[column]) / n
    return masses


def quantile(cdf, low, high, u):
    """Invert a distribution function by root finding."""
    if u <= 0.0:
        return low
    if u >= 1.0:
        return high
    return brentq(lambda a: cdf(a) - u, low, high, xtol=1e-15 * max(abs(low), abs(high)))
