"""AdditiveOracle: a hyperbola around ahat(x) = place(sum of functions of single entries).

Functions and shape are learned together by recursive nonlinear least squares (an extended Kalman
filter): each example moves them by as much as what is still uncertain about them warrants.  So
there is no learning rate, and what both explain equally well stays uncertain in both.
"""

import math

import numpy as np

from smoothbandits.kernels.states import AdditiveState, CubeState, PartState

from ..generics import (
    curve,
    evaluate,
    mass,
    minimise,
    minimise_part,
    observe,
    stairs,
    steepness,
)
from ..jit import kernel
from ..spaces.part import nearest_place
from .hyperbola import LEAST, WIDTH, blurred_hyperbola, bound_shape, hyperbola, hyperbola_mass
from .place import place
from .ranges import hyperbola_part_mass
from .splines import MISSING, due, keep_context, locate_all, move_knots, spline_value
from .stairs import hyperbola_stairs, hyperbola_steepness

SHAPE_SIZE = 4
AT_MINIMUM = 1e-3  # of the width: examples this near the minimum tell the least loss only
LARGEST_SURPRISE = 2.0  # residuals count up to this many standard deviations
NOISE_MEMORY = 0.002
NOISE_HASTE = 3.0  # later residuals count more: the first are those of a model that knows nothing
FIRST_NOISE_COUNT = 10.0  # how many residuals the initial guess is worth
# variance that the shape gains per example: the valley deepens while ahat gets better
DRIFT = 1e-5


@curve.register(AdditiveState)
def additive_curve(oracle, context, weight):
    """Return ahat and the shape's parameters."""
    n = context.shape[0]
    cells, shares = np.empty(n, dtype=np.int64), np.empty(n)
    locate_all(oracle.knots, context, cells, shares)
    out = np.empty(1 + SHAPE_SIZE)
    out[0], _ = place(spline_value(oracle.values, cells, shares))
    for i in range(SHAPE_SIZE):
        out[1 + i] = oracle.shape[i]
    return out


@evaluate.register(AdditiveState)
def additive_evaluate(oracle, curve, action):
    """The hyperbola, at most 1."""
    return min(1.0, hyperbola(curve[1:], action[0] - curve[0]))


@minimise.register(AdditiveState)
def additive_minimise(oracle, curve, out):
    """The argmin is ahat."""
    out[0] = curve[0]
    return curve[1 + LEAST]


@minimise_part.register((PartState, AdditiveState))
def additive_minimise_part(space, oracle, curve, out):
    """The place nearest to ahat."""
    return nearest_place(space, oracle, curve, curve[0], out)


@mass.register((CubeState, AdditiveState))
def additive_mass(space, oracle, curve, best, rates, out):
    """M(A) in closed form (`hyperbola_mass`)."""
    hyperbola_mass(curve[1:], curve[0], rates, out)
    return 1e-8


@mass.register((PartState, AdditiveState))
def additive_part_mass(space, oracle, curve, best, rates, out):
    """The same on a range, where gaps are above the valley's floor."""
    return hyperbola_part_mass(space, oracle, curve, best, rates, out)


@stairs.register(AdditiveState)
def additive_stairs(oracle, curve, category, low, high, most):
    """Equal cells."""
    return hyperbola_stairs(curve[1:], curve[0], low, high, most)


@steepness.register(AdditiveState)
def additive_steepness(oracle, curve):
    """Of the steeper side."""
    return hyperbola_steepness(curve[1:])


@kernel
def times_features(covariance, cells, shares, constant, out):
    """Covariance times the features, which are zero but in two places per entry and a constant."""
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
        out[constant] = covariance[0, constant]
        return
    for j in range(size):
        out[j] = covariance[constant, j]
    for i in range(cells.shape[0]):
        if cells[i] == MISSING:
            continue
        low, high, share = covariance[cells[i]], covariance[cells[i] + 1], shares[i]
        for j in range(size):
            out[j] += (1.0 - share) * low[j] + share * high[j]


@kernel
def add_shape(covariance, gradient, first, out):
    """Add covariance times the gradient of the shape, whose places are from ``first`` on."""
    for i in range(SHAPE_SIZE):
        if covariance.shape[0] == 1:
            out[first + i] += gradient[i] * covariance[0, first + i]
        else:
            row = covariance[first + i]
            for j in range(out.shape[0]):
                out[j] += gradient[i] * row[j]


@kernel
def subtract_outer(covariance, direction, factor):
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
def clip(surprise, variance):
    """Cut a surprise, since one wild loss could move all that is still uncertain."""
    largest = LARGEST_SURPRISE * math.sqrt(variance)
    return min(largest, max(-largest, surprise))


@kernel
def filter_step(oracle, cells, shares, direction, slope, gradient, surprise, weight):
    """One step of the extended Kalman filter.

    ``slope`` and ``gradient`` are the derivatives of the loss with respect to the sum of functions
    and to the shape; ``direction`` is the covariance times the features, and is overwritten.
    """
    first, noise = oracle.values.shape[0], oracle.noise[0] / weight
    for j in range(direction.shape[0]):
        direction[j] *= slope
    add_shape(oracle.covariance, gradient, first, direction)
    spread = noise + slope * spline_value(direction[:first], cells, shares)
    for i in range(SHAPE_SIZE):
        spread += gradient[i] * direction[first + i]
    gain = clip(surprise, oracle.noise[0]) / spread
    for j in range(first):
        oracle.values[j] -= gain * direction[j]
    for i in range(SHAPE_SIZE):
        oracle.shape[i] -= gain * direction[first + i]
    subtract_outer(oracle.covariance, direction, 1.0 / spread)


@kernel
def depth_step(oracle, surprise, weight):
    """Move the least loss alone, and shrink its covariances by what the example has settled.

    Where the true valley differs from a hyperbola, the many greedy rounds, which say nothing about
    ahat, would otherwise move it.
    """
    covariance, noise = oracle.covariance, oracle.noise[0] / weight
    at = oracle.values.shape[0] + LEAST
    is_diagonal = covariance.shape[0] == 1
    row = covariance[0 if is_diagonal else at]
    share = row[at] / (row[at] + noise)
    oracle.shape[LEAST] -= share * clip(surprise, row[at] + noise)
    if is_diagonal:
        row[at] *= 1.0 - share
        return
    for j in range(row.shape[0]):
        row[j] *= 1.0 - share
        covariance[j, at] = row[j]


@kernel
def let_shape_drift(oracle):
    """The shape may change a little from one example to the next."""
    for i in range(SHAPE_SIZE):
        at = oracle.values.shape[0] + i
        oracle.covariance[at if oracle.covariance.shape[0] > 1 else 0, at] += DRIFT


@kernel
def learn_noise(oracle, surprise):
    """Running mean of squared residuals."""
    oracle.noise[1] += 1.0
    memory = max(NOISE_MEMORY, NOISE_HASTE / (FIRST_NOISE_COUNT + oracle.noise[1]))
    oracle.noise[0] += memory * (surprise * surprise - oracle.noise[0])


@observe.register(AdditiveState)
def additive_observe(oracle, context, action, loss, weight, key):
    """Fit shape and functions to one example, then let the knots follow the contexts."""
    n, size = context.shape[0], oracle.values.shape[0]
    cells, shares = np.empty(n, dtype=np.int64), np.empty(n)
    locate_all(oracle.knots, context, cells, shares)
    ahat, rate = place(spline_value(oracle.values, cells, shares))
    direction, gradient = np.empty(size + SHAPE_SIZE), np.empty(SHAPE_SIZE)
    times_features(oracle.covariance, cells, shares, size - 1, direction)
    variance = rate * rate * spline_value(direction[:size], cells, shares)
    distance = action[0] - ahat
    predicted, steepness = blurred_hyperbola(oracle.shape, distance, variance, gradient)
    surprise = min(1.0, predicted) - loss
    if abs(distance) <= AT_MINIMUM * oracle.shape[WIDTH]:
        depth_step(oracle, surprise, weight)
    elif predicted < 1.0 or surprise > 0.0:  # else the loss is cut at 1, where 1 is no surprise
        slope = -steepness * rate
        filter_step(oracle, cells, shares, direction, slope, gradient, surprise, weight)
        let_shape_drift(oracle)
        learn_noise(oracle, surprise)
    bound_shape(oracle.shape)
    keep_context(oracle.sample, oracle.seen, context, key)
    if due(oracle.seen):
        move_knots(oracle.knots, oracle.sample, oracle.seen, oracle.values)
