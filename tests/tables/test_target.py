import math

import polars
import pytest

from smoothbandits.errors import InvalidTable, UnknownColumn
from smoothbandits.tables import take_target

ROWS = 30
TABLE = polars.DataFrame(
    {
        "size": list(range(ROWS)),
        "price": [2.0 * i for i in range(ROWS)],
        "gaps": [None, math.nan, math.inf, *[float(i) for i in range(ROWS - 3)]],
        "flat": [3] * ROWS,
        "flat with a gap": [None] + [3] * (ROWS - 1),
        "colour": ["red"] * ROWS,
        "sold": [True, False] * (ROWS // 2),
        "nothing": [None] * ROWS,
        "all nan": [math.nan] * ROWS,
    }
)


def test_the_target_is_split_from_the_rest() -> None:
    found = take_target(TABLE, "price")
    assert found.values.tolist() == TABLE["price"].to_list() and found.dropped == 0
    assert "price" not in found.frame.columns and len(found.frame) == ROWS


def test_rows_without_a_target_are_dropped_on_request() -> None:
    found = take_target(TABLE, "gaps", drop_missing=True)
    assert found.dropped == 3 and found.values.tolist() == list(range(ROWS - 3))
    assert found.frame["size"].to_list() == list(range(3, ROWS))


@pytest.mark.parametrize(
    ("name", "drop", "says"),
    [
        (
            "gaps",
            False,
            "missing or infinite in 3 of 30 rows; drop these rows with --drop-missing",
        ),
        ("flat", False, "is 3 in every row"),
        ("flat with a gap", True, "is 3 in every row"),
        ("colour", False, "is not a number .*'red'"),
        ("sold", False, "is not a number"),
        ("nothing", False, "has no values"),
        ("nothing", True, "has no values"),
        ("all nan", True, "has no values"),
    ],
)
def test_targets_that_teach_nothing(name: str, drop: bool, says: str) -> None:
    with pytest.raises(InvalidTable, match=says):
        take_target(TABLE, name, drop_missing=drop)


def test_an_unknown_column() -> None:
    with pytest.raises(UnknownColumn, match="no column 'Prise'; did you mean 'price'"):
        take_target(TABLE, "Prise")
    with pytest.raises(UnknownColumn, match="no column 'xyz'; there are size, price, gaps"):
        take_target(TABLE, "xyz")


def test_too_few_rows() -> None:
    with pytest.raises(InvalidTable, match="19 rows with a target; give at least 20"):
        take_target(TABLE.head(19), "price")


def test_a_target_too_large_to_calculate_with_is_refused():
    table = polars.DataFrame({"x": range(20), "y": [1e308 * (-1) ** i for i in range(20)]})
    with pytest.raises(InvalidTable, match="reaches 1e.308 in size"):
        take_target(table, "y")
