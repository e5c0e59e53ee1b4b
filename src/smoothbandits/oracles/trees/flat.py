"""An ensemble of regression trees as flat arrays, whichever library fitted it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from smoothbandits.checks import Floats
from smoothbandits.errors import InvalidParameter
from smoothbandits.kernels.states import ACTION, TreesState
from smoothbandits.oracles.trees.order import walk

__all__ = ["FlatTrees", "Tree"]

Integers = NDArray[np.int32]
Flags = NDArray[np.bool_]
Words = NDArray[np.int64]


class Tree(NamedTuple):
    """One tree, numbered from zero; a child below zero is the leaf ``~child``."""

    feature: Integers
    threshold: Floats
    left: Integers
    right: Integers
    missing_left: Flags
    zero_missing: Flags
    n_words: Integers
    words: Words
    value: Floats


@dataclass(frozen=True, eq=False)
class FlatTrees:
    """Sum of regression trees over rows of ``width`` features, the last one the action.

    A row goes left at a node where its feature is at most the threshold or, where the node has
    words, where its category is among their bits; a category beyond them goes right.

    Parameters
    ----------
    nodes
        All trees as one: nodes and leaves numbered throughout.
    roots
        First node of each tree, or ``~leaf`` of a tree that is a single leaf.
    base
        Added to the sum.
    width
        Number of features.

    Examples
    --------
    >>> trees = FlatTrees.join([stump(feature=1, threshold=0.3, low=0.5, high=0.2)], 0.0, 2)
    >>> trees.state().edges
    array([0. , 0.3, 1. ])
    """

    nodes: Tree
    roots: Integers
    base: float
    width: int

    @classmethod
    def join(cls, trees: Iterable[Tree], base: float, width: int) -> "FlatTrees":
        """Number the nodes and leaves of separate trees throughout."""
        parts, roots, n_nodes, n_leaves = [], [], 0, 0
        for tree in trees:
            roots.append(n_nodes if tree.feature.size else ~n_leaves)
            left, right = (
                np.where(side < 0, side - n_leaves, side + n_nodes).astype(np.int32)
                for side in (tree.left, tree.right)
            )
            parts.append(tree._replace(left=left, right=right))
            n_nodes += tree.feature.size
            n_leaves += tree.value.size
        if not parts:
            raise InvalidParameter("the model has no trees; fit it first")
        joined = Tree(*(np.concatenate(column) for column in zip(*parts, strict=True)))
        return cls(joined, np.array(roots, dtype=np.int32), float(base), width)

    def state(self, further: Floats | None = None) -> TreesState:
        """Nodes in the order of a walk and leaves with their cells, for the kernels.

        Cells end where trees split on the action, and at ``further`` places.
        """
        nodes = self.nodes
        on_action = nodes.feature == self.width - 1
        if np.any(on_action & (nodes.n_words > 0)):
            raise InvalidParameter("the action is split by categories; fit it as a number")
        cuts = np.unique(nodes.threshold[on_action])
        outside = cuts[(cuts < 0.0) | (cuts > 1.0)]
        if outside.size:
            raise InvalidParameter(
                f"the action is split at {outside[0]}; fit on actions mapped to [0, 1]"
            )
        if further is not None:
            cuts = np.union1d(cuts, further)
        rank = np.searchsorted(cuts, nodes.threshold).astype(np.int32)
        order = walk(nodes.left, nodes.right, self.roots, on_action, rank + 1)
        starts = np.concatenate([[0], np.cumsum(nodes.n_words)])
        pieces = [nodes.words[starts[i] : starts[i + 1]] for i in order.nodes]
        n_words = nodes.n_words[order.nodes]
        exceptional = (nodes.n_words > 0) | (nodes.zero_missing & ~on_action)
        return TreesState(
            feature=np.where(on_action, ACTION, nodes.feature)[order.nodes].astype(np.int32),
            threshold=np.where(exceptional, np.nan, nodes.threshold)[order.nodes],
            left=order.left,
            right=order.right,
            value=nodes.value[order.leaves],
            first_cell=order.first_cell,
            roots=order.roots,
            edges=np.concatenate([[0.0], cuts, [1.0]]),
            base=np.array([self.base]),
            waiting=np.array([order.waiting]),
            cut=nodes.threshold[order.nodes],
            missing_left=nodes.missing_left[order.nodes],
            zero_missing=nodes.zero_missing[order.nodes],
            sets=np.concatenate([[0], np.cumsum(n_words)]).astype(np.int32),
            words=np.concatenate([*pieces, np.empty(0, dtype=np.int64)]),
        )


def stump(feature: int, threshold: float, low: float, high: float) -> Tree:
    """A tree of one split: ``low`` up to the threshold, ``high`` above it."""
    return Tree(
        feature=np.array([feature], dtype=np.int32),
        threshold=np.array([threshold]),
        left=np.array([~0], dtype=np.int32),
        right=np.array([~1], dtype=np.int32),
        missing_left=np.zeros(1, dtype=np.bool_),
        zero_missing=np.zeros(1, dtype=np.bool_),
        n_words=np.zeros(1, dtype=np.int32),
        words=np.empty(0, dtype=np.int64),
        value=np.array([low, high]),
    )


def leaf(value: float) -> Tree:
    """A tree without a split."""
    none, never = np.empty(0, dtype=np.int32), np.empty(0, dtype=np.bool_)
    return Tree(
        feature=none,
        threshold=np.empty(0),
        left=none,
        right=none,
        missing_left=never,
        zero_missing=never,
        n_words=none,
        words=np.empty(0, dtype=np.int64),
        value=np.array([value]),
    )
