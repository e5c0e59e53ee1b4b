import numpy as np
import pytest

from smoothbandits.measures import LogUniform
from smoothbandits.spaces import Box, Catalog, Interval, Product
from smoothbandits.testing.geometry import (
    Grid,
    between,
    categories,
    category_of,
    corners,
    is_scalar,
)

LINE = Interval(1.0, 100.0, LogUniform())
PAIRS = Product(LINE, Catalog(3))
SPACES = {"line": LINE, "box": Box([0, 0, 0], [1, 2, 3]), "items": Catalog(4), "pairs": PAIRS}


@pytest.mark.parametrize(
    ("name", "sides", "number", "scalar"),
    [("line", 1, 1, True), ("box", 3, 1, False), ("items", 0, 4, True), ("pairs", 1, 3, False)],
)
def test_categories(name: str, sides: int, number: int, scalar: bool) -> None:
    space = SPACES[name]
    assert is_scalar(space) == scalar
    assert categories(space).shape == (number, space.dimension - sides)
    lows, highs = corners(space)
    assert lows.shape == highs.shape == (number, space.dimension)
    assert (lows[:, :sides] < highs[:, :sides]).all()
    assert (lows[:, sides:] == highs[:, sides:]).all()
    assert category_of(space, lows).tolist() == list(range(number))


def test_boxes_between_cuts_stay_within_their_category() -> None:
    lows, highs = between(PAIRS, np.array([[50.0, 2.0], [7.0, 0.0], [3.0, 2.0]]))
    expected = [[1, 7, 0], [7, 100, 0], [1, 100, 1], [1, 3, 2], [3, 50, 2], [50, 100, 2]]
    np.testing.assert_allclose(np.column_stack([lows[:, 0], highs]), expected)
    np.testing.assert_array_equal(lows[:, 1], highs[:, 1])


def test_items_are_not_cut() -> None:
    lows, highs = between(Catalog(3), np.array([[1.0]]))
    assert lows.tolist() == highs.tolist() == [[0.0], [1.0], [2.0]]


@pytest.mark.parametrize("name", ["line", "box", "pairs"])
def test_cells_hold_what_lies_in_them(name: str) -> None:
    space = SPACES[name]
    grid = Grid(space, 4)
    rows = space.to_columns(space.sample(1, 500))
    found = grid.place(rows)
    assert ((grid.lows[found] <= rows) & (rows <= grid.highs[found])).all()
    assert np.unique(found).size == len(grid.lows) == len(grid.highs)
    np.testing.assert_array_equal(grid.place(grid.lows), np.arange(len(grid.lows)))


def test_cells_are_equally_likely() -> None:
    assert Grid(PAIRS, 2).edges[0] == pytest.approx([1.0, 10.0, 100.0])
