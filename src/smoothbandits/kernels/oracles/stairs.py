"""Predicted losses along the number as steps, of oracles whose curves are none.

Equal cells with the loss of their middles.  Oracles whose curves are steps give their own.
"""

import math

import numpy as np

from ..generics import evaluate_many, stairs
from ..jit import kernel
from .hyperbola import LEAST, LOG_SLOPE, SKEW, WIDTH
from .slices import slice_cell


@kernel
def equal_edges(low, high, n):
    """Edges of equal cells."""
    edges = np.empty(n + 1)
    for k in range(n):
        edges[k] = low + (high - low) * (k / n)
    edges[n] = high
    return edges


@stairs.register(None)
def equal_stairs(oracle, curve, category, low, high, most):
    """The loss in the middle of each cell."""
    edges, values = equal_edges(low, high, most), np.empty(most)
    points = np.empty((most, 1 if category < 0 else 2))
    for k in range(most):
        points[k, 0] = 0.5 * (edges[k] + edges[k + 1])
        if category >= 0:
            points[k, 1] = category
    evaluate_many(oracle, curve, points, values)
    return edges, values


@kernel
def hyperbola_stairs(shape, ahat, low, high, most):
    """`equal_stairs` of `hyperbola`, at most 1: what does not depend on the action comes first."""
    edges, values = equal_edges(low, high, most), np.empty(most)
    slope, width, skew = math.exp(shape[LOG_SLOPE]), shape[WIDTH], shape[SKEW]
    lean, least, lift = math.tanh(skew), width / math.cosh(skew), width * math.sinh(skew)
    square = width * width
    for k in range(most):
        v = 0.5 * (edges[k] + edges[k + 1]) - ahat - lift
        rise = math.sqrt(v * v + square) + lean * v - least
        values[k] = min(1.0, shape[LEAST] + slope * max(0.0, rise))
    return edges, values


@kernel
def hyperbola_steepness(shape):
    """The slope of the steeper side, far away from the minimum."""
    return math.exp(shape[LOG_SLOPE]) * (1.0 + abs(math.tanh(shape[SKEW])))


@kernel
def cut_stairs(edges, values, low, high):
    """The steps between two places."""
    start, end = slice_cell(edges, low), slice_cell(edges, high)
    n = end - start + 1
    cut, kept = np.empty(n + 1), np.empty(n)
    for k in range(n):
        cut[k], kept[k] = max(low, edges[start + k]), values[start + k]
    cut[n] = high
    return cut, kept
