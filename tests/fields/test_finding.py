"""Schemas from examples."""

import datetime

import numpy as np
import polars
import pytest

from smoothbandits.errors import InvalidParameter, InvalidTable
from smoothbandits.fields import Category, Date, Number, Schema, Text

ROWS = [
    {
        "age": age,
        "plan": plan,
        "member": age is not None,
        "since": datetime.date(2024, 1, 1 + i),
        "at": f"2024-02-0{i + 1}T12:00",
        "note": f"a note about number {i}",
        "wait": datetime.timedelta(seconds=i),
    }
    for i, (age, plan) in enumerate([(20, "basic"), (None, "gold"), (30, "basic"), (40, None)])
]
FOUND = {
    "age": Number(),
    "plan": Category(("basic", "gold"), places=4),
    "member": Category(("false", "true"), places=2, other=False),
    "since": Date(),
    "at": Date(),
    "note": Text(),
    "wait": Number(),
}


def test_the_kinds_of_a_list_of_dicts() -> None:
    assert Schema.of(ROWS) == Schema(FOUND)
    sparse = [{name: value for name, value in row.items() if value is not None} for row in ROWS]
    assert Schema.of(sparse) == Schema(FOUND)


def test_frames_give_the_same_schema() -> None:
    assert Schema.of(polars.DataFrame(ROWS)) == Schema(FOUND)
    pandas = pytest.importorskip("pandas")
    assert Schema.of(pandas.DataFrame(ROWS)) == Schema(FOUND)


def test_many_levels_share_a_place() -> None:
    rows = [{"city": f"city {i % (1 + j)}"} for j in range(30) for i in range(30)]
    field = Schema.of(rows)["city"]
    assert field.room == len(field.levels) == 16 and field.other
    assert field.levels[0] == "city 0"  # the most frequent


@pytest.mark.parametrize(
    ("example", "says"),
    [
        ([], "no rows"),
        (polars.DataFrame({"a": []}), "no rows"),
        ([{"a": None}, {"a": float("nan")}], "all values of 'a' are missing"),
        ([{"a": 1}, {"a": "x"}], "'a' has values of several kinds, number and text"),
        ([{"a": True}, {"a": 2}], "several kinds, flag and number"),
        ([{"a": [1]}], "'a' is list in the example"),
        (polars.DataFrame({"a": [[1], [2]]}), "'a' is "),
    ],
)
def test_examples_that_say_too_little(example, says) -> None:
    with pytest.raises(InvalidTable, match=says):
        Schema.read(example)


@pytest.mark.parametrize("given", [3, "age", np.zeros((2, 2)), [1, 2], ["age"], dict, None])
def test_what_is_no_schema(given) -> None:
    with pytest.raises(InvalidParameter, match="give a dict such as"):
        Schema.read(given)


def test_a_schema_is_looked_up_by_name() -> None:
    schema = Schema(FOUND)
    assert schema["age"] == Number() and schema.names == list(FOUND)
    with pytest.raises(KeyError, match="did you mean 'age'"):
        schema["aeg"]
