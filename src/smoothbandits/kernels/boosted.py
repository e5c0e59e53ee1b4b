"""BoostedOracle: trees over (context, hints, number), whose slice along the number is exact.

Until the first trees have proved themselves another oracle decides; what it knows is in the hints
afterwards.  On a product the category is an entry too, and there is a slice for each.
"""

import numpy as np

from smoothbandits.kernels.states import BoostedState, CubeState, ProductState

from .generics import (
    argmin_error,
    curve,
    evaluate,
    hint,
    mass,
    minimise,
    observe,
    step,
    takes_missing,
)
from .jit import entry, kernel
from .slices import clip_slice, slice_cell, slice_mass, slice_minimum, smooth_slice
from .trees import slice_trees

MOST_HINTS = 2
LARGEST = float(np.finfo(np.float32).max)
REACH = 0.02  # each cell's value is averaged this far beyond it, so that noise makes no minima


@takes_missing.register(BoostedState)
def boosted_takes_missing(oracle):
    """Each split of a tree says where missing entries go."""
    return True


@curve.register(BoostedState)
def boosted_curve(oracle, context, weight):
    """The smoothed slice, or what the first oracle knows."""
    if oracle.active[0] == 0:
        return curve(oracle.first, context, weight)
    out = np.empty(oracle.shares.shape[0] * (oracle.trees.edges.shape[0] - 1))
    for category in range(oracle.shares.shape[0]):
        slice_category(oracle, context, category, part(oracle, out, category))
    return out


@kernel
def narrow(value):
    """The nearest number of four bytes: examples are kept as such, and decided on as such."""
    if value > LARGEST:
        return LARGEST
    if value < -LARGEST:
        return -LARGEST
    return float(np.float32(value))


@kernel
def slice_category(oracle, context, category, out):
    """The smoothed slice of one category."""
    n = context.shape[0]
    row, rough = np.empty(n + MOST_HINTS + 1), np.empty(out.shape[0])
    for i in range(n):
        row[i] = narrow(context[i])
    hints = hint(oracle.guide, row[:n], category, row[n:])
    for i in range(n, n + hints):
        row[i] = narrow(row[i])
    row[n + hints] = category
    slice_trees(oracle.trees, row, rough)
    smooth_slice(oracle.trees.edges, rough, REACH, out)
    clip_slice(out)


@entry
def predict_by_trees(oracle, contexts, actions, out):
    """What the trees predict for one action of each context, whoever decides."""
    edges = oracle.trees.edges
    values = np.empty(edges.shape[0] - 1)
    for i in range(contexts.shape[0]):
        category = int(actions[i, 1]) if actions.shape[1] > 1 else 0
        slice_category(oracle, contexts[i], category, values)
        out[i] = values[slice_cell(edges, actions[i, 0])]


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


@argmin_error.register(BoostedState)
def boosted_argmin_error(oracle, curve):
    """Steps are searched exactly; the first oracle may use a grid."""
    return argmin_error(oracle.first, curve) if oracle.active[0] == 0 else 0.0


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
            oracle.contexts[row, i] = narrow(context[i])
        for i in range(action.shape[0]):
            oracle.actions[row, i] = action[i]
        oracle.losses[row] = loss


@step.register(BoostedState)
def boosted_step(oracle):
    """Of the first oracle; trees wait for the next fit."""
    step(oracle.first)
