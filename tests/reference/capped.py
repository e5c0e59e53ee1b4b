"""CappedIGW's law on a finite set, by a root finder from elsewhere."""

import numpy as np
from scipy.optimize import brentq


def weight(predictions, beta, h, gamma):
    """g = tau/(1 + gamma (f - beta)_+), one action after the other."""
    return np.array([1.0 / h / (1.0 + gamma * max(0.0, f - beta)) for f in predictions])


def normaliser(predictions, masses, beta, h, gamma):
    """Z = E_mu[g]."""
    return float(np.dot(masses, weight(predictions, beta, h, gamma)))


def level(predictions, masses, h, gamma, z):
    """The beta at which the normaliser is z."""
    low = min(predictions) - (1.0 / h - z) / gamma / z - 1.0

    def apart(beta):
        return normaliser(predictions, masses, beta, h, gamma) - z

    return brentq(apart, low, max(predictions), xtol=1e-15, rtol=1e-15, maxiter=1000)


def law(predictions, masses, h, gamma, z=1.0):
    """Probabilities of the actions where the normaliser is z."""
    beta = level(predictions, masses, h, gamma, z)
    found = masses * weight(predictions, beta, h, gamma)
    return found / found.sum()


def middles(function, low, high, n):
    """Edges of n equal cells, and the function in the middle of each."""
    edges = np.linspace(low, high, n + 1)
    return edges, np.array(
        [function(0.5 * (a + b)) for a, b in zip(edges, edges[1:], strict=False)]
    )
