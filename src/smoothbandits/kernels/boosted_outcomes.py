"""BoostedOutcomeOracle: trees of the outcome's logit, mixed with what the first oracle knew.

Both are monotone in the action where a direction is known, and so are their mean over neighbouring
actions and their mixture.
"""

import math

import numpy as np

from smoothbandits.kernels.states import BoostedOutcomeState

from .boosted import REACH, narrow
from .borrowing import view
from .dispersion import sigmoid
from .generics import observe, outcomes, step
from .jit import entry, kernel
from .slices import slice_cell
from .trees import slice_trees

LEAST_CHANCE = 1e-3  # what an outcome is given at least where models are judged


@kernel
def cell_means(edges, values, reach, out):
    """Mean of a step function over each of equal cells and ``reach`` to both sides."""
    n, count = values.shape[0], out.shape[0]
    area = np.empty(n + 1)  # integral from 0 to each edge
    area[0] = 0.0
    for piece in range(n):
        area[piece + 1] = area[piece] + values[piece] * (edges[piece + 1] - edges[piece])
    left, right = 0, 0
    for cell in range(count):
        low, high = max(0.0, cell / count - reach), min(1.0, (cell + 1) / count + reach)
        while left < n - 1 and edges[left + 1] <= low:
            left += 1
        while right < n - 1 and edges[right + 1] < high:
            right += 1
        if left == right:
            out[cell] = values[left]
        else:
            inside = area[right] - area[left + 1]
            inside += values[left] * (edges[left + 1] - low)
            inside += values[right] * (high - edges[right])
            out[cell] = inside / (high - low)


@kernel
def tree_outcomes(trees, row, out):
    """The trees' outcome of each cell."""
    rough = np.empty(trees.edges.shape[0] - 1)
    slice_trees(trees, row, rough)
    for piece in range(rough.shape[0]):
        rough[piece] = sigmoid(rough[piece])
    cell_means(trees.edges, rough, REACH, out)


@outcomes.register(BoostedOutcomeState)
def boosted_outcomes(oracle, context, out):
    """The mixture; before the first fit what the first oracle knows."""
    if oracle.active[0] == 0:
        outcomes(oracle.first, context, out)
        return
    share, row = oracle.shares[0], np.empty(context.shape[0])
    for i in range(context.shape[0]):
        row[i] = narrow(context[i])
    outcomes(oracle.before, row, out)
    if share > 0.0:
        of_trees = np.empty(out.shape[0])
        tree_outcomes(oracle.trees, row, of_trees)
        for cell in range(out.shape[0]):
            out[cell] += share * (of_trees[cell] - out[cell])


@observe.register(BoostedOutcomeState)
def boosted_outcome_observe(oracle, context, action, outcome, weight, key):
    """Teach the first oracle, and keep the example for the next fit."""
    observe(oracle.first, context, action, outcome, weight, key)
    row = oracle.kept[0]
    oracle.kept[1] += 1
    if row < oracle.actions.shape[0]:
        oracle.kept[0] += 1
        for i in range(context.shape[0]):
            oracle.contexts[row, i] = narrow(context[i])
        oracle.actions[row, 0] = action[0]
        oracle.losses[row] = outcome


@step.register(BoostedOutcomeState)
def boosted_outcome_step(oracle):
    """Nothing waits: the trees do until the next fit."""


@entry
def mixture_losses(oracle, contexts, actions, seen, shares, out):
    """Add to ``out`` the log loss of each share of the trees on these examples."""
    model = view(oracle)
    cells = model.payoff.base.shape[0]
    ours, theirs = np.empty(cells), np.empty(cells)
    for i in range(contexts.shape[0]):
        cell = slice_cell(model.payoff.edges, actions[i])
        outcomes(model.before, contexts[i], ours)
        tree_outcomes(model.trees, contexts[i], theirs)
        for w in range(shares.shape[0]):
            p = ours[cell] + shares[w] * (theirs[cell] - ours[cell])
            p = min(1.0 - LEAST_CHANCE, max(LEAST_CHANCE, p))
            out[w] -= seen[i] * math.log(p) + (1.0 - seen[i]) * math.log(1.0 - p)
