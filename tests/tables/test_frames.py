"""Frames of other libraries, rows and lists of rows encode as the frame of polars does."""

import math

import numpy as np
import polars
import pytest

from smoothbandits.errors import InvalidTable, UnknownColumn
from smoothbandits.tables import Encoder, take_target

DATES = [f"2024-0{month}-15T12:30:00" for month in range(1, 7)]
COLUMNS = {
    "age": [20.0, 40.0, None, 25.0, 33.0, 38.0],
    "plan": ["basic", "gold", "basic", None, "gold", "basic"],
    "count": [1, 2, 3, 4, 5, 6],
    "new": [True, False, True, True, False, False],
    "day": np.array(DATES, dtype="M8[us]"),
}
TABLE = polars.DataFrame(COLUMNS)
ENCODER = Encoder.fit(TABLE)


class NAType:
    """What pandas writes for a missing value; comparing it gives no answer."""

    def __bool__(self):
        raise TypeError("boolean value of NA is ambiguous")

    def __ne__(self, other):
        return self


class Column:
    """A column as pandas has it."""

    def __init__(self, values):
        self.values = values

    def to_numpy(self):
        return self.values


class Frame:
    """A frame as pandas has it."""

    def __init__(self, **columns):
        self.content = columns

    @property
    def columns(self):
        return list(self.content)

    def __getitem__(self, name):
        return Column(self.content[name])


def frame():
    return Frame(
        age=np.array([20.0, 40.0, math.nan, 25.0, 33.0, 38.0]),
        plan=np.array(["basic", "gold", "basic", NAType(), "gold", "basic"], dtype=object),
        count=np.arange(1, 7),
        new=np.array(COLUMNS["new"]),
        day=COLUMNS["day"].astype("M8[ns]"),
    )


def test_a_frame_of_another_library_is_the_same_table():
    assert Encoder.fit(frame()) == ENCODER
    np.testing.assert_array_equal(ENCODER.transform(frame()), ENCODER.transform(TABLE))


def test_a_list_of_dicts_is_the_same_table():
    rows = TABLE.to_dicts()
    assert Encoder.fit(rows) == ENCODER
    np.testing.assert_array_equal(ENCODER.transform(rows), ENCODER.transform(TABLE))
    assert ENCODER.transform([]).shape == (0, ENCODER.width)


def test_pandas_itself():
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame(COLUMNS)
    assert Encoder.fit(table) == ENCODER
    np.testing.assert_array_equal(ENCODER.transform(table), ENCODER.transform(TABLE))
    for i in range(len(table)):
        np.testing.assert_array_equal(
            ENCODER.transform(table.iloc[i]), ENCODER.transform(TABLE)[i]
        )


def test_the_target_of_a_list_of_dicts():
    rows = [{"size": i, "price": float(i)} for i in range(20)]
    assert take_target(rows, "price").values.tolist() == list(range(20))


@pytest.mark.parametrize("table", [None, 3, "orders.csv", np.zeros((2, 2)), dict, [1, 2]])
def test_what_is_no_table_is_refused(table):
    with pytest.raises(InvalidTable, match="give a frame of polars or pandas"):
        Encoder.fit(table)


def test_a_list_that_lacks_a_column_is_refused():
    with pytest.raises(UnknownColumn, match="plan"):
        ENCODER.transform([{"age": 3.0}])
