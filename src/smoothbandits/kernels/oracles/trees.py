"""A sum of trees along the action: for one context a step function, found in one walk.

Only splits on the action open both branches, so a walk meets few leaves, in the order of the
action.  The action's thresholds are few and known beforehand (a histogram has at most 255
cells), so each leaf knows its first cell: the walk adds what changes there, and a running sum
over the cells gives the function.  Nothing is sorted or searched.
"""

import numpy as np

from smoothbandits.kernels.states import ACTION

from ..borrowing import whole
from ..jit import entry, kernel

ZERO = 1.0000000180025095e-35  # what LightGBM takes for zero, 1e-35 in single precision
WORD_BITS = 32


@kernel
def exception_left(trees, node, x):
    """Whether x goes left where no comparison decides: missing, zero as missing, categories."""
    if x != x or (trees.zero_missing[node] and -ZERO <= x <= ZERO):
        return trees.missing_left[node]
    first, last = trees.sets[node], trees.sets[node + 1]
    if first == last:
        return x <= trees.cut[node]
    if not -1.0 < x < WORD_BITS * (last - first):  # truncation takes -0.5 to category 0
        return False
    category = int(x)
    return (trees.words[first + category // WORD_BITS] >> (category % WORD_BITS)) & 1 == 1


@kernel
def child(trees, node, x):
    """Where x leads; one comparison unless it is unordered."""
    threshold = trees.threshold[node]
    if x <= threshold:
        return trees.left[node]
    if x > threshold:
        return trees.right[node]
    if exception_left(trees, node, x):
        return trees.left[node]
    return trees.right[node]


@kernel
def tree_value(trees, row):
    """Sum of all trees at one row; its last entry is the action."""
    total = trees.base[0]
    for t in range(trees.roots.shape[0]):
        node = trees.roots[t]
        while node >= 0:
            feature = trees.feature[node]
            if feature == ACTION:
                feature = row.shape[0] - 1
            node = child(trees, node, row[feature])
        total += trees.value[~node]
    return total


@kernel
def slice_trees(trees, context, values):
    """Sum of all trees by cell of the action, into ``values`` f8[C].

    Rounding: at most a few units in the last place of the sum of all leaves' sizes.
    """
    trees = whole(trees)
    waiting = np.empty(trees.waiting[0], dtype=np.int32)
    for cell in range(values.shape[0]):
        values[cell] = 0.0
    values[0] = trees.base[0]
    for t in range(trees.roots.shape[0]):
        node, depth, previous = trees.roots[t], 0, 0.0
        while True:
            while node >= 0:
                feature = trees.feature[node]
                if feature == ACTION:
                    waiting[depth] = trees.right[node]
                    depth += 1
                    node = trees.left[node]
                else:
                    node = child(trees, node, context[feature])
            value = trees.value[~node]
            values[trees.first_cell[~node]] += value - previous
            if depth == 0:
                break
            previous = value
            depth -= 1
            node = waiting[depth]
    for cell in range(1, values.shape[0]):
        values[cell] += values[cell - 1]


@entry
def slice_rows(trees, contexts, values):
    """One slice per context, into the rows of ``values``."""
    for i in range(contexts.shape[0]):
        slice_trees(trees, contexts[i], values[i])


@entry
def tree_values(trees, rows, out):
    """Sum of all trees at each row (context, action)."""
    for i in range(rows.shape[0]):
        out[i] = tree_value(trees, rows[i])
