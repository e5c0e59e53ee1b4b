"""OutcomeOracle: the logit of an outcome is a sum of functions of entries plus one of the action.

Along the action it is piecewise linear, and all its slopes have one sign where a direction is
known: so predicted outcomes are monotone whatever was learned.  Each example moves all parameters
to the exact minimum of its log loss plus the quadratic that earlier examples left.
"""

import numpy as np

from smoothbandits.kernels.states import OutcomeState

from ..generics import observe, outcomes
from ..jit import kernel
from ..numerics import sigmoid
from .splines import MISSING, due, keep_context, locate_all, move_knots, spline_value

NEWTON_STEPS = 20


@kernel
def climbed(action, piece, pieces):
    """How much of a piece of the action's axis lies below the action, as a share of the piece."""
    return min(1.0, max(0.0, action * pieces - piece))


@kernel
def logit_of(oracle, cells, shares, action):
    """Context and action together."""
    total, pieces = spline_value(oracle.values, cells, shares), oracle.slopes.shape[0]
    for k in range(pieces):
        total += oracle.slopes[k] * (climbed(action, k, pieces) - 0.5)
    return total


@outcomes.register(OutcomeState)
def outcome_cells(oracle, context, out):
    """The outcome at the middle of each cell stands for the cell."""
    n, count = context.shape[0], out.shape[0]
    cells, shares = np.empty(n, dtype=np.int64), np.empty(n)
    locate_all(oracle.knots, context, cells, shares)
    total, pieces = spline_value(oracle.values, cells, shares), oracle.slopes.shape[0]
    for k in range(pieces):
        total -= 0.5 * oracle.slopes[k]
    piece, below = 0, 0.0  # slopes of whole pieces below the cell
    for cell in range(count):
        place = (cell + 0.5) / count * pieces
        while piece < pieces - 1 and piece + 1 <= place:
            below += oracle.slopes[piece]
            piece += 1
        out[cell] = sigmoid(total + below + oracle.slopes[piece] * (place - piece))


@kernel
def fill_features(cells, shares, action, constant, features):
    """Shares of knots, the constant, and how far each piece of the action was climbed."""
    pieces = features.shape[0] - constant - 1
    for j in range(constant):
        features[j] = 0.0
    for i in range(cells.shape[0]):
        if cells[i] != MISSING:
            features[cells[i]] = 1.0 - shares[i]
            features[cells[i] + 1] = shares[i]
    features[constant] = 1.0
    for k in range(pieces):
        features[constant + 1 + k] = climbed(action, k, pieces) - 0.5


@kernel
def times(covariance, features, out):
    """Covariance times features, most of which are zero."""
    size = features.shape[0]
    if covariance.shape[0] == 1:
        for j in range(size):
            out[j] = covariance[0, j] * features[j]
        return
    for j in range(size):
        out[j] = 0.0
    for i in range(size):
        if features[i] != 0.0:
            row, share = covariance[i], features[i]
            for j in range(size):
                out[j] += share * row[j]


@kernel
def moved_logit(logit, variance, outcome):
    """Where log loss plus (z - logit)^2 / (2 variance) is least, by Newton's method."""
    z = logit
    for _ in range(NEWTON_STEPS):
        p = sigmoid(z)
        slope = z - logit + variance * (p - outcome)
        step = slope / (1.0 + variance * p * (1.0 - p))
        step = min(4.0, max(-4.0, step))
        z -= step
        if abs(step) <= 1e-10 * (1.0 + abs(z)):
            break
    return z


@observe.register(OutcomeState)
def outcome_observe(oracle, context, action, outcome, weight, key):
    """Move parameters by one example, keep slopes in their direction, let the knots follow."""
    n, first = context.shape[0], oracle.values.shape[0]
    size = first + oracle.slopes.shape[0]
    cells, shares = np.empty(n, dtype=np.int64), np.empty(n)
    locate_all(oracle.knots, context, cells, shares)
    features, direction = np.empty(size), np.empty(size)
    fill_features(cells, shares, action[0], first - 1, features)
    times(oracle.covariance, features, direction)
    variance = 0.0
    for j in range(size):
        variance += features[j] * direction[j]
    variance = max(0.0, variance)
    logit = logit_of(oracle, cells, shares, action[0])
    p = sigmoid(moved_logit(logit, weight * variance, outcome))
    gain, curvature = weight * (outcome - p), weight * p * (1.0 - p)
    for j in range(first):
        oracle.values[j] += gain * direction[j]
    sign = oracle.direction[0]
    for k in range(oracle.slopes.shape[0]):
        slope = oracle.slopes[k] + gain * direction[first + k]
        oracle.slopes[k] = slope if sign == 0.0 or sign * slope > 0.0 else 0.0
    shrink_variances(oracle.covariance, direction, curvature / (1.0 + curvature * variance))
    keep_context(oracle.sample, oracle.seen, context, key)
    if due(oracle.seen):
        move_knots(oracle.knots, oracle.sample, oracle.seen, oracle.values)


@kernel
def shrink_variances(covariance, direction, factor):
    """Subtract factor * direction direction'; no variance falls below zero."""
    size = direction.shape[0]
    if covariance.shape[0] == 1:
        for j in range(size):
            left = covariance[0, j] - factor * direction[j] * direction[j]
            covariance[0, j] = max(0.0, left)
        return
    for i in range(size):
        row, pull = covariance[i], factor * direction[i]
        for j in range(size):
            row[j] -= pull * direction[j]
        row[i] = max(0.0, row[i])
