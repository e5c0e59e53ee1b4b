"""The loss shape straight from its formula; M(A) by quadrature cut where the loss reaches 1."""

import numpy as np
from scipy.integrate import quad
from scipy.optimize import brentq


def loss(shape, distance, blur=0.0):
    """m + alpha (sqrt(v^2 + w^2 + blur) + tanh(b) v - w / cosh(b)), v = u - w sinh(b)."""
    slope, width, least, skew = np.exp(shape[0]), shape[1], shape[2], shape[3]
    v = distance - width * np.sinh(skew)
    root = np.sqrt(v**2 + width**2 + blur)
    return least + slope * (root + np.tanh(skew) * v - width / np.cosh(skew))


def mass(shape, ahat, rate):
    """Integral over [0, 1] of 1/(1 + rate gap), with losses cut at 1."""
    best = shape[2]

    def weight(a):
        return 1.0 / (1.0 + rate * (min(1.0, loss(shape, a - ahat)) - best))

    total = 0.0
    for end in (0.0, 1.0):
        edge = end
        if best < 1.0 < loss(shape, end - ahat):
            edge = brentq(lambda a: loss(shape, a - ahat) - 1.0, ahat, end, xtol=1e-15)
        cuts = [ahat, *(ahat + (edge - ahat) * np.geomspace(1e-9, 1.0, 25))]
        for low, high in zip(cuts, cuts[1:], strict=False):
            total += abs(quad(weight, low, high, epsabs=1e-13, epsrel=1e-13)[0])
        total += abs(end - edge) * weight(end)
    return total
