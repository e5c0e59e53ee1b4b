"""BoostedOracle: trees over (context, ahat, action), whose slice along the action is exact.

Until the first trees have proved themselves the additive oracle decides; its ahat(x) is an entry
of the trees' context afterwards.
"""

import numpy as np

from smoothbandits.kernels.states import BoostedState, CubeState

from .dispersion import sigmoid
from .generics import curve, evaluate, mass, minimise, observe, takes_missing
from .jit import entry, kernel
from .slices import clip_slice, slice_cell, slice_mass, slice_minimum, smooth_slice
from .splines import locate_all, spline_value
from .trees import slice_trees

REACH = 0.02  # each cell's value is averaged this far beyond it, so that noise makes no minima


@kernel
def place(values, knots, context):
    """The additive oracle's ahat."""
    n = context.shape[0]
    cells, shares = np.empty(n, dtype=np.int64), np.empty(n)
    locate_all(knots, context, cells, shares)
    return sigmoid(spline_value(values, cells, shares))


@entry
def places(values, knots, contexts, out):
    """The same for many contexts."""
    for i in range(contexts.shape[0]):
        out[i] = place(values, knots, contexts[i])


@takes_missing.register(BoostedState)
def boosted_takes_missing(oracle):
    """Each split of a tree says where missing entries go."""
    return True


@curve.register(BoostedState)
def boosted_curve(oracle, context, weight):
    """The smoothed slice, or what the first oracle knows."""
    if oracle.active[0] == 0:
        return curve(oracle.first, context, weight)
    n = context.shape[0]
    row = np.empty(n + 1)
    for i in range(n):
        row[i] = context[i]
    row[n] = place(oracle.values, oracle.knots, context)
    rough = np.empty(oracle.trees.edges.shape[0] - 1)
    out = np.empty(rough.shape[0])
    slice_trees(oracle.trees, row, rough)
    smooth_slice(oracle.trees.edges, rough, REACH, out)
    clip_slice(out)
    return out


@evaluate.register(BoostedState)
def boosted_evaluate(oracle, curve, action):
    """The value of the action's cell."""
    if oracle.active[0] == 0:
        return evaluate(oracle.first, curve, action)
    return curve[slice_cell(oracle.trees.edges, action[0])]


@minimise.register(BoostedState)
def boosted_minimise(oracle, curve, out):
    """The middle of the lowest cell."""
    if oracle.active[0] == 0:
        return minimise(oracle.first, curve, out)
    return slice_minimum(oracle.trees.edges, curve, out)


@mass.register((CubeState, BoostedState))
def boosted_mass(space, oracle, curve, best, rates, out):
    """An exact sum over cells."""
    if oracle.active[0] == 0:
        return mass(space, oracle.first, curve, best, rates, out)
    slice_mass(oracle.trees.edges, curve, best, rates, out)
    return 0.0


@observe.register(BoostedState)
def boosted_observe(oracle, context, action, loss, weight, key):
    """Teach the first oracle, and keep the example for the next fit."""
    observe(oracle.first, context, action, loss, weight, key)
    row = oracle.kept[0]
    oracle.kept[1] += 1
    if row < oracle.actions.shape[0]:
        oracle.kept[0] += 1
        for i in range(context.shape[0]):
            oracle.contexts[row, i] = context[i]
        oracle.actions[row], oracle.losses[row] = action[0], loss
