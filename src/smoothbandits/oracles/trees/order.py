"""Number nodes and leaves in the order in which a walk meets them, left first."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Order", "walk"]

Integers = NDArray[np.int32]


class Order(NamedTuple):
    """Old numbers by new ones, children and roots in new numbers, and each leaf's first cell."""

    nodes: Integers
    leaves: Integers
    left: Integers
    right: Integers
    roots: Integers
    first_cell: Integers
    waiting: int


def walk(
    left: Integers,
    right: Integers,
    roots: Integers,
    on_action: NDArray[np.bool_],
    cell_above: Integers,
) -> Order:
    """Visit every tree depth first.

    ``cell_above`` is the first cell to the right of a node's threshold, for splits on the
    action; a leaf's first cell is that of the last such split that was passed to the right.

    Examples
    --------
    >>> one, leaves = np.array([1], dtype=np.int32), np.array([-1, -2], dtype=np.int32)
    >>> walk(leaves[:1], leaves[1:], one - 1, one > 0, one).first_cell
    array([0, 1], dtype=int32)
    """
    nodes: list[int] = []
    leaves: list[int] = []
    cells: list[int] = []
    found: list[int] = []
    most = 1
    children = np.zeros((2, left.size), dtype=np.int32)
    for root in roots.tolist():
        # node, first cell, where its new number goes, splits on the action that wait above it
        ahead = [(root, 0, -1, 0, 1)]
        while ahead:
            node, cell, parent, side, waiting = ahead.pop()
            most = max(most, waiting)
            number = len(nodes) if node >= 0 else ~len(leaves)
            if parent < 0:
                found.append(number)
            else:
                children[side, parent] = number
            if node < 0:
                leaves.append(~node)
                cells.append(cell)
                continue
            nodes.append(node)
            open_both = bool(on_action[node])
            beyond = max(cell, int(cell_above[node])) if open_both else cell
            ahead.append((int(right[node]), beyond, number, 1, waiting))
            ahead.append((int(left[node]), cell, number, 0, waiting + open_both))
    return Order(
        np.array(nodes, dtype=np.int32),
        np.array(leaves, dtype=np.int32),
        children[0],
        children[1],
        np.array(found, dtype=np.int32),
        np.array(cells, dtype=np.int32),
        most,
    )
