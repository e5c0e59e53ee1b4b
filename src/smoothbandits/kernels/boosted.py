"""BoostedOracle: trees over (context, ahat, action), whose slice along the action is exact.

Until the first trees have proved themselves the additive oracle decides; its ahat(x) is an entry
of the trees' context afterwards.  On a product the category is an entry too, and there is a slice
for each.
"""

import numpy as np

from smoothbandits.kernels.states import BoostedState, CubeState, ProductState

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
def places(values, knots, contexts, actions, out):
    """The same for many contexts, each with the action's category."""
    for i in range(contexts.shape[0]):
        category = int(actions[i, 1]) if actions.shape[1] > 1 else 0
        out[i] = place(values[category], knots[category], contexts[i])


@takes_missing.register(BoostedState)
def boosted_takes_missing(oracle):
    """Each split of a tree says where missing entries go."""
    return True


@curve.register(BoostedState)
def boosted_curve(oracle, context, weight):
    """The smoothed slice, or what the first oracle knows."""
    if oracle.active[0] == 0:
        return curve(oracle.first, context, weight)
    n, cells = context.shape[0], oracle.trees.edges.shape[0] - 1
    row, rough = np.empty(n + 2), np.empty(cells)
    out = np.empty(oracle.shares.shape[0] * cells)
    for i in range(n):
        row[i] = context[i]
    for category in range(oracle.shares.shape[0]):
        row[n] = place(oracle.values[category], oracle.knots[category], context)
        row[n + 1] = category
        slice_trees(oracle.trees, row, rough)
        smooth_slice(oracle.trees.edges, rough, REACH, part(oracle, out, category))
    clip_slice(out)
    return out


@kernel
def part(oracle, curve, category):
    """The slice of one category."""
    cells = oracle.trees.edges.shape[0] - 1
    return curve[category * cells : (category + 1) * cells]


@evaluate.register(BoostedState)
def boosted_evaluate(oracle, curve, action):
    """The value of the action's cell."""
    if oracle.active[0] == 0:
        return evaluate(oracle.first, curve, action)
    category = int(action[1]) if action.shape[0] > 1 else 0
    return part(oracle, curve, category)[slice_cell(oracle.trees.edges, action[0])]


@minimise.register(BoostedState)
def boosted_minimise(oracle, curve, out):
    """The middle of the lowest cell, of the first category that has it."""
    if oracle.active[0] == 0:
        return minimise(oracle.first, curve, out)
    least, place = 2.0, np.empty(1)
    for category in range(oracle.shares.shape[0]):
        if oracle.shares[category] > 0.0:
            value = slice_minimum(oracle.trees.edges, part(oracle, curve, category), place)
            if value < least:
                least, out[0] = value, place[0]
                if out.shape[0] > 1:
                    out[1] = category
    return least


@mass.register((CubeState, BoostedState), (ProductState, BoostedState))
def boosted_mass(space, oracle, curve, best, rates, out):
    """An exact sum over cells and categories."""
    if oracle.active[0] == 0:
        return mass(space, oracle.first, curve, best, rates, out)
    masses = np.empty(rates.shape[0])
    for b in range(rates.shape[0]):
        out[b] = 0.0
    for category in range(oracle.shares.shape[0]):
        slice_mass(oracle.trees.edges, part(oracle, curve, category), best, rates, masses)
        for b in range(rates.shape[0]):
            out[b] += oracle.shares[category] * masses[b]
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
        for i in range(action.shape[0]):
            oracle.actions[row, i] = action[i]
        oracle.losses[row] = loss
