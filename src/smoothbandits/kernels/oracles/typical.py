"""The typical curve: one curve of the outcome for all contexts, moved to where each one turns.

A context turns at the place up to which its outcomes are mostly the one and beyond which they are
mostly the other; for a price that is the customer's expected worth.  Places are a sum of trees
over the context.  The curve is a table of logits over distances from the place, linear between its
points.
"""

import numpy as np

from ..jit import entry, kernel
from ..numerics import sigmoid
from .slices import cell_means
from .tree_outcomes import REACH, tree_outcomes
from .trees import slice_trees


@kernel
def turning_place(typical, row):
    """Where the context turns, in [0, 1]."""
    place = np.empty(1)
    slice_trees(typical.trees, row, place)
    return min(1.0, max(0.0, place[0]))


@kernel
def between(values, position):
    """A table at a position between its points."""
    point = min(values.shape[0] - 2, max(0, int(position)))
    share = min(1.0, max(0.0, position - point))
    return values[point] + share * (values[point + 1] - values[point])


@kernel
def typical_logit(typical, place, action):
    """The curve around a place."""
    steps = 0.5 * (typical.curve.shape[0] - 1)  # from the place to an end
    return between(typical.curve, (1.0 + action - place) * steps)


@kernel
def lifted_outcomes(typical, trees, row, out):
    """The outcome of each cell by trees that stand on the curve, level on each of their pieces."""
    rough, place = np.empty(trees.edges.shape[0] - 1), turning_place(typical, row)
    slice_trees(trees, row, rough)
    for piece in range(rough.shape[0]):
        middle = 0.5 * (trees.edges[piece] + trees.edges[piece + 1])
        rough[piece] = sigmoid(rough[piece] + typical_logit(typical, place, middle))
    cell_means(trees.edges, rough, REACH, out)


# ------------------------------------------------------------------------ how it is fitted


@entry
def mean_outcomes(trees, contexts, out):
    """The mean over all actions of each context's slice."""
    values = np.empty(trees.edges.shape[0] - 1)
    for i in range(contexts.shape[0]):
        slice_trees(trees, contexts[i], values)
        out[i] = 0.0
        for piece in range(values.shape[0]):
            width = trees.edges[piece + 1] - trees.edges[piece]
            out[i] += sigmoid(values[piece]) * width


@entry
def add_slices(typical, trees, contexts, cells, sums, counts):
    """Add each context's slice to ``sums``, by distance from its place, as far as it goes."""
    values, steps = np.empty(cells), 0.5 * (sums.shape[0] - 1)
    for i in range(contexts.shape[0]):
        tree_outcomes(trees, contexts[i], values)
        place = turning_place(typical, contexts[i])
        for point in range(sums.shape[0]):
            position = (place + point / steps - 1.0) * cells - 0.5
            if 0.0 <= position <= cells - 1.0:
                sums[point] += between(values, position)
                counts[point] += 1.0


@entry
def typical_logits(typical, contexts, actions, out):
    """The curve at each example."""
    for i in range(contexts.shape[0]):
        place = turning_place(typical, contexts[i])
        out[i] = typical_logit(typical, place, actions[i])
