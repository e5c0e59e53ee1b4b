"""The paper's loss model in three lines; gradients by differences, M(A) by quadrature."""

import numpy as np
from scipy.integrate import quad
from scipy.special import expit


def logit(parameters, context, action):
    """|s (ahat(x) - a)| + xi, parameters (w, b, s, xi)."""
    *w, b, s, xi = parameters
    return abs(s * (expit(np.dot(w, context) + b) - action)) + xi


def predict(parameters, context, action):
    """The loss of the action."""
    return expit(logit(parameters, context, action))


def cross_entropy(z, label):
    """-y ln sigmoid(z) - (1 - y) ln(1 - sigmoid(z))."""
    return np.logaddexp(0.0, z) - label * z


def gradient(function, parameters, step=1e-6):
    """Central differences."""
    parameters = np.asarray(parameters, dtype=float)
    out = np.empty_like(parameters)
    for i in range(parameters.size):
        move = np.zeros_like(parameters)
        move[i] = step
        out[i] = (function(parameters + move) - function(parameters - move)) / (2.0 * step)
    return out


def igw_mass(predict_at, best, rate, kinks=()):
    """Integral of 1/(1 + rate (f(a) - f*)) over [0, 1], cut where f is not smooth."""
    edges = sorted({0.0, 1.0, *(float(k) for k in kinks if 0.0 < k < 1.0)})
    total = 0.0
    for low, high in zip(edges, edges[1:], strict=False):
        total += quad(
            lambda a: 1.0 / (1.0 + rate * max(0.0, predict_at(a) - best)),
            low,
            high,
            epsabs=1e-12,
            epsrel=1e-12,
            limit=500,
        )[0]
    return total
