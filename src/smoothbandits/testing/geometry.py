"""The shape of a space, from its coordinates alone.

The columns of an action (`Space.to_columns`) are the continuous ones, then perhaps the number of
a category or an item.  Each such number is a part of the space: a box in the user's units, which
is a point where nothing is continuous.  A space without such a number is one part.
"""

import numpy as np
from numpy.typing import NDArray

from smoothbandits.checks import Floats
from smoothbandits.spaces import Product, Space

__all__ = ["Grid", "between", "continuous_sides", "corners", "is_scalar", "part_of", "parts"]


def continuous_sides(space: Space) -> int:
    """How many columns are continuous; they come first."""
    if space.size is not None:
        return 0
    return 1 if isinstance(space, Product) else space.dimension


def parts(space: Space) -> Floats:
    """What follows the continuous columns, one row per part."""
    size = space.category.size if isinstance(space, Product) else space.size
    return np.empty((1, 0)) if size is None else np.arange(float(size))[:, None]


def part_of(space: Space, rows: Floats) -> NDArray[np.intp]:
    """Which part each row belongs to."""
    numbers = rows[:, continuous_sides(space) :]
    return numbers.astype(np.intp).ravel() if numbers.size else np.zeros(len(rows), np.intp)


def in_all_parts(space: Space, units: Floats) -> Floats:
    """Columns of the actions at these continuous unit coordinates in each part."""
    rest = parts(space)
    points = np.column_stack([np.tile(units, (len(rest), 1)), rest.repeat(len(units), axis=0)])
    return space.to_columns(space.to_user_many(np.ascontiguousarray(points)))


def corners(space: Space) -> tuple[Floats, Floats]:
    """Lowest and highest action of each part."""
    sides = continuous_sides(space)
    return in_all_parts(space, np.zeros((1, sides))), in_all_parts(space, np.ones((1, sides)))


def between(space: Space, rows: Floats) -> tuple[Floats, Floats]:
    """Boxes that fill a space of at most one continuous side, cut at these rows."""
    lows, highs = corners(space)
    if not continuous_sides(space):
        return lows, highs
    cuts = np.concatenate([lows, rows, highs])
    cuts = cuts[np.lexsort(cuts.T)]  # part by part
    neighbours = np.diff(part_of(space, cuts)) == 0
    return cuts[:-1][neighbours], cuts[1:][neighbours]


def is_scalar(space: Space) -> bool:
    """Whether actions are numbers rather than vectors or pairs."""
    return np.ndim(space.to_user(np.zeros(space.dimension))) == 0


class Grid:
    """Cells of each part, equally wide in unit coordinates, in the user's units.

    Examples
    --------
    >>> from smoothbandits import Catalog, Interval
    >>> grid = Grid(Product(Interval(0.0, 1.0), Catalog(3)), 2)
    >>> len(grid.lows), grid.place(np.array([[0.7, 0.0], [0.2, 2.0]]))
    (6, array([1, 4]))
    """

    def __init__(self, space: Space, per_side: int) -> None:
        self.space = space
        sides, units = continuous_sides(space), np.linspace(0.0, 1.0, per_side + 1)
        #: edges of the cells along each continuous side
        self.edges: list[Floats] = []
        for side in range(sides):
            line = np.full((per_side + 1, sides), 0.5)
            line[:, side] = units
            self.edges.append(in_all_parts(space, line)[: per_side + 1, side])
        #: lowest and highest corner of each cell, part by part
        self.lows = self._corners([edges[:-1] for edges in self.edges])
        self.highs = self._corners([edges[1:] for edges in self.edges])

    def _corners(self, sides: list[Floats]) -> Floats:
        points = np.stack(np.meshgrid(*sides, indexing="ij"), axis=-1).reshape(-1, len(sides))
        rest = parts(self.space)
        return np.column_stack([np.tile(points, (len(rest), 1)), rest.repeat(len(points), axis=0)])

    def place(self, rows: Floats) -> NDArray[np.intp]:
        """The cell that holds each row."""
        cells = part_of(self.space, rows)
        for side, edges in enumerate(self.edges):
            found = np.searchsorted(edges, rows[:, side], side="right") - 1
            cells = cells * (edges.size - 1) + np.clip(found, 0, edges.size - 2)
        return cells
