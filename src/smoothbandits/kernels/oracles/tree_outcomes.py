"""What trees of an outcome's logit say of each cell of the action."""

import numpy as np

from ..jit import kernel
from ..numerics import sigmoid
from .slices import cell_means
from .trees import slice_trees

REACH = 0.04  # outcomes are averaged this far beyond a cell: one noisy step makes no best price


@kernel
def tree_outcomes(trees, row, out):
    """The trees' outcome of each cell."""
    rough = np.empty(trees.edges.shape[0] - 1)
    slice_trees(trees, row, rough)
    for piece in range(rough.shape[0]):
        rough[piece] = sigmoid(rough[piece])
    cell_means(trees.edges, rough, REACH, out)
