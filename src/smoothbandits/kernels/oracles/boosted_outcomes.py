"""BoostedOutcomeOracle: trees of the outcome's logit, mixed with what the online oracle knew.

All parts are monotone in the action where a direction is known, and so are their means over
neighbouring actions and their mixture.
"""

import math

import numpy as np

from smoothbandits.kernels.states import BoostedOutcomeState

from ..borrowing import view
from ..generics import (
    outcomes,
)
from ..jit import entry, kernel
from .boosted import narrow
from .slices import slice_cell
from .tree_outcomes import tree_outcomes
from .typical import lifted_outcomes

LEAST_CHANCE = 1e-3  # least probability that the judge credits a model with


@kernel
def fitted_outcomes(oracle, row, out):
    """Outcome of each cell by the trees, which stand on the typical curve or alone."""
    if oracle.lifted[0]:
        lifted_outcomes(oracle.typical, oracle.trees, row, out)
    else:
        tree_outcomes(oracle.trees, row, out)


@outcomes.register(BoostedOutcomeState)
def boosted_outcomes(oracle, context, out):
    """The mixture; before the first fit what the online oracle knows."""
    if oracle.active[0] == 0:
        outcomes(oracle.online, context, out)
        return
    share, row = oracle.shares[0], np.empty(context.shape[0])
    for i in range(context.shape[0]):
        row[i] = narrow(context[i])
    outcomes(oracle.before, row, out)
    if share > 0.0:
        of_trees = np.empty(out.shape[0])
        fitted_outcomes(oracle, row, of_trees)
        for cell in range(out.shape[0]):
            out[cell] += share * (of_trees[cell] - out[cell])


@entry
def mixture_losses(oracle, contexts, actions, seen, shares, out):
    """Add to ``out`` the log loss of each share of the trees on these examples."""
    model = view(oracle)
    cells = model.payoff.base.shape[0]
    ours, theirs = np.empty(cells), np.empty(cells)
    for i in range(contexts.shape[0]):
        cell = slice_cell(model.payoff.edges, actions[i])
        outcomes(model.before, contexts[i], ours)
        fitted_outcomes(model, contexts[i], theirs)
        for w in range(shares.shape[0]):
            p = ours[cell] + shares[w] * (theirs[cell] - ours[cell])
            p = min(1.0 - LEAST_CHANCE, max(LEAST_CHANCE, p))
            out[w] -= seen[i] * math.log(p) + (1.0 - seen[i]) * math.log(1.0 - p)
