"""The shape of a space, from its coordinates alone.

The columns of an action (`Space.to_columns`) are the continuous ones, then perhaps the number of
a category or an item.  The actions of one category are a box in the user's units, which is a
point where nothing is continuous.  A space without categories is one such box.
"""

import numpy as np
from numpy.typing import NDArray

from smoothbandits.checks import Floats
from smoothbandits.spaces import Space

__all__ = [
    "Grid",
    "between",
    "categories",
    "category_of",
    "corners",
    "everywhere",
    "is_scalar",
    "place_among",
]


def categories(space: Space) -> Floats:
    """What follows the continuous columns: one row per category, or a single empty one."""
    count = space.parts.categories
    return np.arange(float(count))[:, None] if count else np.empty((1, 0))


def place_among(rows: Floats, all_rows: Floats) -> NDArray[np.intp]:
    """Which of all rows each row is."""
    places = {tuple(row): place for place, row in enumerate(all_rows.tolist())}
    return np.array([places[tuple(row)] for row in rows.tolist()], dtype=np.intp)


def category_of(space: Space, rows: Floats) -> NDArray[np.intp]:
    """Which category each row belongs to; 0 where there is none."""
    numbers = rows[:, len(space.parts.sides) :]
    return numbers.astype(np.intp).ravel() if numbers.size else np.zeros(len(rows), np.intp)


def everywhere(space: Space, units: Floats) -> Floats:
    """Columns of the actions at these continuous unit coordinates in every category."""
    rest = categories(space)
    points = np.column_stack([np.tile(units, (len(rest), 1)), rest.repeat(len(units), axis=0)])
    return space.to_columns(space.to_user_many(np.ascontiguousarray(points)))


def corners(space: Space) -> tuple[Floats, Floats]:
    """Lowest and highest action of each category."""
    sides = len(space.parts.sides)
    return everywhere(space, np.zeros((1, sides))), everywhere(space, np.ones((1, sides)))


def between(space: Space, rows: Floats) -> tuple[Floats, Floats]:
    """Boxes that fill a space of at most one continuous side, cut at these rows."""
    lows, highs = corners(space)
    if not space.parts.sides:
        return lows, highs
    cuts = np.concatenate([lows, rows, highs])
    cuts = cuts[np.lexsort(cuts.T)]  # category by category
    neighbours = np.diff(category_of(space, cuts)) == 0
    return cuts[:-1][neighbours], cuts[1:][neighbours]


def is_scalar(space: Space) -> bool:
    """Whether actions are numbers rather than vectors or pairs."""
    return np.ndim(space.to_user(np.zeros(space.dimension))) == 0


class Grid:
    """Cells of each category, equally wide in unit coordinates, in the user's units.

    Examples
    --------
    >>> from smoothbandits import Catalog, Interval, Product
    >>> grid = Grid(Product(Interval(0.0, 1.0), Catalog(3)), 2)
    >>> len(grid.lows), grid.place(np.array([[0.7, 0.0], [0.2, 2.0]]))
    (6, array([1, 4]))
    """

    def __init__(self, space: Space, per_side: int) -> None:
        self.space = space
        sides, units = len(space.parts.sides), np.linspace(0.0, 1.0, per_side + 1)
        #: edges of the cells along each continuous side
        self.edges: list[Floats] = []
        for side in range(sides):
            line = np.full((per_side + 1, sides), 0.5)
            line[:, side] = units
            self.edges.append(everywhere(space, line)[: per_side + 1, side])
        #: lowest and highest corner of each cell, category by category
        self.lows = self._corners([edges[:-1] for edges in self.edges])
        self.highs = self._corners([edges[1:] for edges in self.edges])

    def _corners(self, sides: list[Floats]) -> Floats:
        points = np.stack(np.meshgrid(*sides, indexing="ij"), axis=-1).reshape(-1, len(sides))
        rest = categories(self.space)
        return np.column_stack([np.tile(points, (len(rest), 1)), rest.repeat(len(points), axis=0)])

    def place(self, rows: Floats) -> NDArray[np.intp]:
        """The cell that holds each row."""
        cells = category_of(self.space, rows)
        for side, edges in enumerate(self.edges):
            found = np.searchsorted(edges, rows[:, side], side="right") - 1
            cells = cells * (edges.size - 1) + np.clip(found, 0, edges.size - 2)
        return cells
