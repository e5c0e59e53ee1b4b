"""What trees of an outcome's logit say of each cell of the action."""

import numpy as np

from .dispersion import sigmoid
from .jit import kernel
from .trees import slice_trees

REACH = 0.04  # outcomes are averaged this far beyond a cell: one noisy step makes no best price


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
