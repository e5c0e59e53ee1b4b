"""Whether trees that were read from a file can be walked: compiled code trusts them."""

import numpy as np

from smoothbandits.kernels.states import ACTION, TreesState

__all__ = ["is_sound"]


def is_sound(trees: TreesState, width: int) -> bool:
    """Whether every walk over contexts of ``width`` entries stays inside the arrays and ends."""
    n, leaves, cells = trees.feature.size, trees.value.size, trees.edges.size - 1
    per_node = (
        trees.threshold,
        trees.left,
        trees.right,
        trees.cut,
        trees.missing_left,
        trees.zero_missing,
    )
    if (
        any(column.size != n for column in per_node)
        or trees.first_cell.size != leaves
        or trees.sets.size != n + 1
        or (trees.base.size, trees.waiting.size) != (1, 1)
        or min(trees.roots.size, leaves, cells) < 1
    ):
        return False
    children = np.stack([trees.left, trees.right])
    return bool(
        ((trees.feature >= ACTION) & (trees.feature < width)).all()
        and ((children < 0) | (children > np.arange(n))).all()  # forward, so that walks end
        # every node and leaf is met once
        and np.array_equal(np.sort(np.append(children, trees.roots)), np.arange(-leaves, n))
        and ((trees.first_cell >= 0) & (trees.first_cell < cells)).all()
        and np.isfinite(trees.value).all()
        and np.isfinite(trees.base).all()
        and (trees.edges[0], trees.edges[-1]) == (0.0, 1.0)
        and (np.diff(trees.edges) >= 0.0).all()
        and trees.sets[0] == 0
        and trees.sets[-1] == trees.words.size
        and (np.diff(trees.sets) >= 0).all()
        and most_waiting(trees) <= trees.waiting[0] <= n + 1
    )


def most_waiting(trees: TreesState) -> int:
    """Branches that wait at most during a walk: splits on the action passed to the left."""
    waiting = np.zeros(trees.feature.size, dtype=np.int64)
    most = 1
    rows = zip(trees.feature.tolist(), trees.left.tolist(), trees.right.tolist(), strict=True)
    for node, (feature, left, right) in enumerate(rows):  # parents come before their children
        here = int(waiting[node])
        below = here + (feature == ACTION)
        most = max(most, below)
        if left >= 0:
            waiting[left] = max(waiting[left], below)
        if right >= 0:
            waiting[right] = max(waiting[right], here)
    return most
