"""Vovk's aggregating algorithm over a finite class, weights taken natively.

Square loss on [0, 1] is mixable with rate 2.  With weights the rate is 2/W, W the largest
weight so far, and the regret stays below W ln(N)/2 on every sequence.
"""

import math

import numpy as np

from smoothbandits.kernels.states import CubeState, FiniteClassState, PartState

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
from .stairs import cut_stairs
from .steps import least_step, steps_mass

MIXABILITY = 2.0


@kernel
def context_row(oracle, context):
    """Contexts are numbered: the whole part says which one this is; -1 where it is none."""
    if oracle.values.shape[1] == 1:
        return 0
    number = context[0]
    if not 0.0 <= number < oracle.values.shape[1]:
        return -1
    return int(number)


@kernel
def cell(oracle, action):
    """Which column of the table the action falls into."""
    return min(int(action[0] * oracle.grid[0]), oracle.values.shape[2] - 1)


@curve.register(FiniteClassState)
def finite_class_curve(oracle, context, weight):
    """Predictions for all cells: 1/2 + (g(0) - g(1))/2 with g the mixed loss."""
    n_functions, _, n_cells = oracle.values.shape
    row = context_row(oracle, context)
    if row < 0:
        return np.full(n_cells, math.nan)
    heaviest = max(oracle.heaviest[0], weight)
    eta = MIXABILITY / heaviest
    rate = eta * weight
    least = oracle.losses[0]
    for i in range(1, n_functions):
        least = min(least, oracle.losses[i])
    zero = np.zeros(n_cells)
    one = np.zeros(n_cells)
    for i in range(n_functions):
        prior = math.exp(-eta * (oracle.losses[i] - least))
        if rate == MIXABILITY:
            for k in range(n_cells):
                zero[k] += prior * oracle.at_zero[i, row, k]
                one[k] += prior * oracle.at_one[i, row, k]
        else:
            for k in range(n_cells):
                f = oracle.values[i, row, k]
                zero[k] += prior * math.exp(-rate * f * f)
                one[k] += prior * math.exp(-rate * (f - 1.0) * (f - 1.0))
    for k in range(n_cells):
        value = 0.5 + 0.5 * math.log(one[k] / zero[k]) / rate
        zero[k] = min(1.0, max(0.0, value))
    return zero


@evaluate.register(FiniteClassState)
def finite_class_evaluate(oracle, curve, action):
    """Look the cell up."""
    return curve[cell(oracle, action)]


@minimise.register(FiniteClassState)
def finite_class_minimise(oracle, curve, out):
    """Scan what mu can reach; the first cell on ties, its middle on an interval."""
    winner = -1
    for k in range(curve.shape[0]):
        if oracle.reachable[k] and (winner < 0 or curve[k] < curve[winner]):
            winner = k
    out[0] = (winner + oracle.grid[1]) / oracle.grid[0]
    return curve[winner]


@observe.register(FiniteClassState)
def finite_class_observe(oracle, context, action, loss, weight, key):
    """Add the weighted square losses."""
    row, column = context_row(oracle, context), cell(oracle, action)
    for i in range(oracle.losses.shape[0]):
        error = oracle.values[i, row, column] - loss
        oracle.losses[i] += weight * error * error
    oracle.heaviest[0] = max(oracle.heaviest[0], weight)


@kernel
def cell_edges(n):
    """Edges of equal cells."""
    edges = np.empty(n + 1)
    for k in range(n + 1):
        edges[k] = k / n
    return edges


@minimise_part.register((PartState, FiniteClassState))
def finite_class_minimise_part(space, oracle, curve, out):
    """The lowest cell that the part reaches."""
    return least_step(space, oracle, curve, cell_edges(curve.shape[0]), curve, out)


@stairs.register(FiniteClassState)
def finite_class_stairs(oracle, curve, category, low, high, most):
    """The cells."""
    return cut_stairs(cell_edges(curve.shape[0]), curve, low, high)


@steepness.register(FiniteClassState)
def finite_class_steepness(oracle, curve):
    """None: cells are steps."""
    return 0.0


@mass.register((PartState, FiniteClassState))
def finite_class_part_mass(space, oracle, curve, best, rates, out):
    """An exact sum over cells."""
    edges = cell_edges(curve.shape[0])
    return steps_mass(space, oracle, curve, edges, curve, best, rates, out)


@mass.register((CubeState, FiniteClassState))
def finite_class_cube_mass(space, oracle, curve, best, rates, out):
    """Cells of an interval have equal mass: an exact sum."""
    n = curve.shape[0]
    for b in range(rates.shape[0]):
        total = 0.0
        for k in range(n):
            total += 1.0 / (1.0 + rates[b] * max(0.0, curve[k] - best))
        out[b] = total / n
    return 0.0
