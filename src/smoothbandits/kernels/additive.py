"""AdditiveOracle: a hyperbola around ahat(x) = sigmoid(sum of functions of single entries).

The functions are learned by recursive nonlinear least squares (an extended Kalman filter): each
example moves them by as much as what is still uncertain about them warrants, so there is no
learning rate.  The four numbers of the shape follow by Adam, since the valley deepens while ahat
gets better.
"""

import math

import numpy as np

from smoothbandits.kernels.states import AdditiveState, CubeState

from .dispersion import sigmoid
from .generics import (
    curve,
    evaluate,
    mass,
    minimise,
    observe,
    optimise,
    restore,
    restore_optimiser,
)
from .hyperbola import (
    bound_shape,
    hyperbola,
    hyperbola_mass,
    hyperbola_minimum,
    shape_gradient,
)
from .jit import kernel
from .splines import MISSING, due, keep_context, locate_all, move_knots, spline_value

SHAPE_SIZE = 4
FLAT = 1e-3  # of the steepest slope: examples this near the minimum say nothing about ahat
LARGEST_SURPRISE = 2.0  # residuals count up to this many standard deviations
NOISE_MEMORY = 0.002
FIRST_NOISE_COUNT = 10.0  # how many residuals the initial guess is worth


@curve.register(AdditiveState)
def additive_curve(oracle, context, weight):
    """Return ahat and the shape's parameters."""
    n = context.shape[0]
    cells, shares = np.empty(n, dtype=np.int64), np.empty(n)
    locate_all(oracle.knots, context, cells, shares)
    out = np.empty(1 + SHAPE_SIZE)
    out[0] = sigmoid(spline_value(oracle.values, cells, shares))
    for i in range(SHAPE_SIZE):
        out[1 + i] = oracle.shape[i]
    return out


@evaluate.register(AdditiveState)
def additive_evaluate(oracle, curve, action):
    """The hyperbola, at most 1."""
    loss, _ = hyperbola(curve[1:], action[0] - curve[0])
    return min(1.0, loss)


@minimise.register(AdditiveState)
def additive_minimise(oracle, curve, out):
    """The argmin is ahat."""
    out[0] = curve[0]
    return min(1.0, hyperbola_minimum(curve[1:]))


@mass.register((CubeState, AdditiveState))
def additive_mass(space, oracle, curve, best, rates, out):
    """Closed form."""
    hyperbola_mass(curve[1:], curve[0], rates, out)
    return 1e-8


@kernel
def times_features(covariance, cells, shares, out):
    """Covariance times the features, which are zero but in two places per entry and the last."""
    size = out.shape[0]
    if covariance.shape[0] == 1:  # a diagonal
        for j in range(size):
            out[j] = 0.0
        for i in range(cells.shape[0]):
            cell = cells[i]
            if cell == MISSING:
                continue
            out[cell] = covariance[0, cell] * (1.0 - shares[i])
            out[cell + 1] = covariance[0, cell + 1] * shares[i]
        out[size - 1] = covariance[0, size - 1]
        return
    for j in range(size):
        out[j] = covariance[size - 1, j]
    for i in range(cells.shape[0]):
        if cells[i] == MISSING:
            continue
        low, high, share = covariance[cells[i]], covariance[cells[i] + 1], shares[i]
        for j in range(size):
            out[j] += (1.0 - share) * low[j] + share * high[j]


@kernel
def shrink(covariance, direction, factor):
    """Subtract factor * direction direction'."""
    size = direction.shape[0]
    if covariance.shape[0] == 1:
        for j in range(size):
            covariance[0, j] -= factor * direction[j] * direction[j]
        return
    for i in range(size):
        row, pull = covariance[i], factor * direction[i]
        if pull != 0.0:
            for j in range(size):
                row[j] -= pull * direction[j]


@kernel
def filter_step(oracle, cells, shares, slope, surprise, weight):
    """One step of the extended Kalman filter; ``slope`` is the loss's by the sum of functions."""
    direction = np.empty(oracle.values.shape[0])
    times_features(oracle.covariance, cells, shares, direction)
    noise = oracle.noise[0] / weight
    spread = noise + slope * slope * spline_value(direction, cells, shares)
    gain = slope * surprise / spread
    for j in range(direction.shape[0]):
        oracle.values[j] -= gain * direction[j]
    shrink(oracle.covariance, direction, slope * slope / spread)


@observe.register(AdditiveState)
def additive_observe(oracle, context, action, loss, weight, key):
    """Fit shape and functions to one example, then let the knots follow the contexts."""
    n = context.shape[0]
    cells, shares = np.empty(n, dtype=np.int64), np.empty(n)
    locate_all(oracle.knots, context, cells, shares)
    ahat = sigmoid(spline_value(oracle.values, cells, shares))
    distance = action[0] - ahat
    predicted, steepness = hyperbola(oracle.shape, distance)
    surprise = predicted - loss
    gradient = np.empty(SHAPE_SIZE)
    shape_gradient(oracle.shape, distance, gradient)
    for i in range(SHAPE_SIZE):
        gradient[i] *= weight * surprise
    steepest = math.exp(oracle.shape[0])
    optimise(oracle.optimiser, oracle.shape, gradient)
    bound_shape(oracle.shape)
    if abs(steepness) > FLAT * steepest:
        largest = LARGEST_SURPRISE * math.sqrt(oracle.noise[0])
        clipped = min(largest, max(-largest, surprise))
        slope = -steepness * ahat * (1.0 - ahat)
        filter_step(oracle, cells, shares, slope, clipped, weight)
        oracle.noise[1] += 1.0
        memory = max(NOISE_MEMORY, 1.0 / (FIRST_NOISE_COUNT + oracle.noise[1]))
        oracle.noise[0] += memory * (surprise * surprise - oracle.noise[0])
    keep_context(oracle.sample, oracle.seen, context, key)
    if due(oracle.seen):
        move_knots(oracle.knots, oracle.sample, oracle.seen, oracle.values)


@restore.register(AdditiveState)
def additive_restore(oracle, pristine):
    """Copy every array back."""
    oracle.values[:] = pristine.values
    oracle.covariance[:] = pristine.covariance
    oracle.shape[:] = pristine.shape
    oracle.noise[:] = pristine.noise
    oracle.knots[:] = pristine.knots
    oracle.sample[:] = pristine.sample
    oracle.seen[:] = pristine.seen
    restore_optimiser(oracle.optimiser, pristine.optimiser)
