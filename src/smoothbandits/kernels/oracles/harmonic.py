"""HarmonicOracle: logit(x, a) = sum_j c_j(x) psi_j(a), with c(x) linear in the context features.

Losses need be neither symmetric nor unimodal.  The context is looked at once; the curve in the
action is then cheap.
"""

import math

import numpy as np

from smoothbandits.kernels.states import AdamState, CoinState, HarmonicState

from ..generics import (
    argmin_error,
    curve,
    evaluate,
    evaluate_many,
    minimise,
    observe,
    step,
    take_in,
)
from ..jit import pasted
from ..numerics import dot, dot_at, sigmoid
from ..spaces.search import refine
from .joint import action_features, block_start, series_error
from .optimisers import gradient_step


@curve.register(HarmonicState)
def harmonic_curve(oracle, context, weight):
    """The coefficients c_j(x)."""
    n = context.shape[0]
    size = oracle.basis.scales.shape[0]
    out = np.empty(size)
    for j in range(size):
        row = oracle.parameters[j * (n + 1) : (j + 1) * (n + 1)]
        out[j] = dot(row, context, n) + row[n]
    return out


@pasted
def series_value(oracle, curve, action, psi):
    """The sigmoid of the series; ``psi`` is room for its functions."""
    action_features(oracle.basis, action, psi)
    return sigmoid(dot_at(psi, curve, block_start(oracle.basis, action), psi.shape[0]))


@evaluate.register(HarmonicState)
def harmonic_evaluate(oracle, curve, action):
    """sigmoid of the cosine series."""
    psi = np.empty(oracle.psi.shape[1])
    return series_value(oracle, curve, action, psi)


@evaluate_many.register(HarmonicState)
def harmonic_evaluate_many(oracle, curve, actions, out):
    """The same for many actions."""
    psi = np.empty(oracle.psi.shape[1])
    for i in range(actions.shape[0]):
        out[i] = series_value(oracle, curve, actions[i], psi)


@minimise.register(HarmonicState)
def harmonic_minimise(oracle, curve, out):
    """The lowest candidate by its logit, whose functions are tabulated, then improved."""
    rows, size = oracle.psi.shape
    winner, least = 0, math.inf
    for i in range(oracle.candidates.shape[0]):
        start = block_start(oracle.basis, oracle.candidates[i])
        logit = dot_at(oracle.psi[i % rows], curve, start, size)
        if logit < least:
            winner, least = i, logit
    for j in range(out.shape[0]):
        out[j] = oracle.candidates[winner, j]
    return refine(oracle, curve, sigmoid(least), out)


@argmin_error.register(HarmonicState)
def harmonic_argmin_error(oracle, curve):
    """The bound in logits, divided by four: the sigmoid is that flat at least."""
    return 0.25 * series_error(oracle.basis, curve, oracle.spacing)


@observe.register(HarmonicState)
def harmonic_observe(oracle, context, action, loss, weight, key):
    """Let the optimiser take in the example."""
    take_in(oracle.optimiser, oracle, context, action, loss, weight)


@take_in.register(AdamState, CoinState)
def harmonic_gradient(optimiser, oracle, context, action, loss, weight):
    """Add the gradient of the logistic loss."""
    n, first = context.shape[0], block_start(oracle.basis, action)
    psi = np.empty(oracle.psi.shape[1])
    action_features(oracle.basis, action, psi)
    logit = 0.0
    for j in range(psi.shape[0]):
        start = (first + j) * (n + 1)
        row = oracle.parameters[start : start + n + 1]
        logit += psi[j] * (dot(row, context, n) + row[n])
    residual = weight * (sigmoid(logit) - loss)
    for j in range(psi.shape[0]):
        slope = residual * psi[j]
        start = (first + j) * (n + 1)
        for i in range(n):
            oracle.gradient[start + i] += slope * context[i]
        oracle.gradient[start + n] += slope
    oracle.gradient[oracle.gradient.shape[0] - 1] += 1.0


step.register(HarmonicState)(gradient_step)
