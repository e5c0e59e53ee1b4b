import datetime
import enum
import json
import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothbandits.errors import InvalidContext
from smoothbandits.fields.values import as_key, as_microseconds, as_real, as_text, plain


class Colour(enum.Enum):
    RED = "red"


class Level(enum.StrEnum):
    HIGH = "high"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        (math.nan, None),
        (math.inf, None),
        (-math.inf, None),
        (10**400, None),
        (2**70, 2**70),
        (True, True),
        (np.bool_(False), False),
        (np.float32(0.5), 0.5),
        (np.float64("nan"), None),
        (np.int8(-3), -3),
        (np.array(2.5), 2.5),
        (np.str_("a"), "a"),
        (Decimal("2.50"), 2.5),
        (Decimal("sNaN"), None),
        (Decimal("1e999"), None),
        (Fraction(1, 4), 0.25),
        (Colour.RED, "red"),
        (Level.HIGH, "high"),
        (datetime.date(2024, 2, 29), "2024-02-29"),
        (np.datetime64("2024-02-29T12", "h"), "2024-02-29T12:00:00"),
        (np.datetime64("NaT"), None),
        (np.timedelta64("NaT"), None),
        (datetime.timedelta(seconds=90), 90.0),
        (np.timedelta64(2, "m"), 120.0),
        (datetime.time(1, 0, 0, 500_000), 3600.5),
        (np.ma.masked, None),
    ],
)
def test_plain_values(value, expected) -> None:
    found = plain(value)
    assert found == expected and type(found) is type(expected)
    json.dumps(found, allow_nan=False)


def test_what_pandas_writes_for_missing() -> None:
    pandas = pytest.importorskip("pandas")
    for nothing in (pandas.NA, pandas.NaT):
        assert plain(nothing) is None
        assert math.isnan(as_real("x", nothing)) and as_key("x", nothing) is None
        assert math.isnan(as_microseconds("x", nothing)) and as_text("x", nothing) == ""
    moment = pandas.Timestamp("2024-03-01T12:00")
    assert as_microseconds("x", moment) == as_microseconds("x", "2024-03-01T12:00")


@pytest.mark.parametrize(
    "value",
    [[], [1.0], {}, {1}, (), (1, 2), 1j, b"1", object(), np.zeros(2), np.zeros((1, 1)), int],
)
def test_what_is_no_single_value(value) -> None:
    with pytest.raises(TypeError):
        plain(value)
    for read in (as_real, as_key, as_text, as_microseconds):
        with pytest.raises(InvalidContext, match="'x' is .*; give .*, or None where"):
            read("x", value)


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (as_real, "warm"),
        (as_real, datetime.date(2024, 1, 1)),
        (as_text, 3),
        (as_text, True),
        (as_microseconds, "yesterday"),
        (as_microseconds, 20240101),
        (as_microseconds, True),
        (as_microseconds, datetime.time(3)),
        (as_microseconds, datetime.timedelta(3)),
    ],
)
def test_values_of_another_kind_are_refused(read, value) -> None:
    with pytest.raises(InvalidContext):
        read("x", value)


@given(st.one_of(st.integers(-(2**53), 2**53), st.booleans()))
def test_whole_numbers_name_one_category_however_they_are_written(n) -> None:
    """A column of pandas holds floats where a value is missing."""
    if type(n) is bool:
        assert as_key("x", n) == as_key("x", np.bool_(n)) != as_key("x", int(n))
    else:
        assert as_key("x", n) == as_key("x", float(n)) == as_key("x", np.int64(n)) == str(n)


singles = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.dates(), st.times(),
    st.datetimes(timezones=st.one_of(st.none(), st.timezones())), st.timedeltas(), st.decimals(),
    st.fractions(),
)  # fmt: skip


@given(singles)
def test_a_value_from_a_log_means_what_it_meant(value) -> None:
    logged = json.loads(json.dumps(plain(value), allow_nan=False))
    for read in (as_real, as_key, as_text):
        try:
            found = read("x", value)
        except InvalidContext:
            continue
        assert repr(read("x", logged)) == repr(found)
    if isinstance(value, datetime.date):
        assert as_microseconds("x", logged) == as_microseconds("x", value)


@given(st.datetimes())
def test_moments_are_exact(moment) -> None:
    since = moment - datetime.datetime(1970, 1, 1)
    due = since / datetime.timedelta(microseconds=1)
    assert as_microseconds("x", moment) == pytest.approx(due, rel=3e-16, abs=0.0)
