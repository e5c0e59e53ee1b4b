"""Each kind of field, alone and against a twin that does it by the book."""

import datetime
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smoothbandits.errors import InvalidContext, InvalidParameter
from smoothbandits.fields import Category, Date, Encoding, Number, Schema, Text
from tests.reference.fields import Twin

NAN = math.nan
KINDS = {"x": "number", "word": "category", "when": "date", "note": "text", "flag": "category"}
SCHEMA = Schema(
    {
        "x": Number(),
        "word": Category(places=3),
        "when": Date(),
        "note": Text(buckets=5),
        "flag": Category(places=3),
    }
)
contexts = st.fixed_dictionaries(
    {},
    optional={
        "x": st.one_of(st.none(), st.floats(allow_nan=False, allow_infinity=False)),
        "word": st.one_of(st.none(), st.sampled_from("abcdeé"), st.text(max_size=3)),
        "when": st.one_of(st.none(), st.datetimes()),
        "note": st.one_of(st.none(), st.text(), st.sampled_from(["Late again!", "ＬＡＴＥ"])),
        "flag": st.one_of(st.none(), st.sampled_from(["true", "false"])),
    },
)


def rows_of(encoding: Encoding, given: list) -> list[list[float]]:
    return [encoding.encode(context)[1].tolist() for context in given]


@settings(max_examples=200, deadline=None)
@given(st.lists(contexts, max_size=12))
def test_rows_are_those_of_the_twin(given) -> None:
    twin = Twin(KINDS, places=3, buckets=5)
    found, expected = rows_of(Encoding(SCHEMA), given), [twin.row(context) for context in given]
    for row, due in zip(found, expected, strict=True):
        assert row == pytest.approx(due, rel=1e-12, abs=1e-6, nan_ok=True)


@settings(max_examples=100, deadline=None)
@given(st.lists(contexts, max_size=8))
def test_a_block_is_encoded_as_its_rows_are(given) -> None:
    one, many = Encoding(SCHEMA), Encoding(SCHEMA)
    rows, (kept, block) = rows_of(one, given), many.encode_many(given)
    np.testing.assert_array_equal(block, np.reshape(rows, (len(given), SCHEMA.width)))
    assert list(kept) == given and one.granted == many.granted


@settings(max_examples=100, deadline=None)
@given(st.lists(contexts, max_size=8), contexts)
def test_looking_changes_nothing_and_sees_what_deciding_would(given, last) -> None:
    encoding = Encoding(SCHEMA)
    rows_of(encoding, given)
    before = list(encoding.granted)
    looked = encoding.encode(last, look=True)[1]
    assert encoding.granted == before
    np.testing.assert_array_equal(looked, encoding.encode(last)[1])


@settings(max_examples=100, deadline=None)
@given(st.lists(contexts, min_size=1, max_size=8))
def test_a_row_agrees_with_its_context_for_ever(given) -> None:
    encoding = Encoding(SCHEMA)
    rows = [encoding.encode(context) for context in given]
    assert all(encoding.agrees(context, row) for context, row in rows)
    context, row = rows[0]
    other = row.copy()
    other[0] = 7.5 if row[0] != 7.5 else 8.5
    assert not encoding.agrees(context, other)


def test_places_are_taken_back_in_order() -> None:
    encoding = Encoding(Schema({"a": Category(places=3), "b": Category(places=3)}))
    for context in ({"a": "x", "b": "y"}, {"a": "z"}):
        encoding.encode(context)
    assert encoding.granted == [("a", "x"), ("b", "y"), ("a", "z")]
    encoding.cut(1)
    assert encoding.granted == [("a", "x")]
    assert encoding.encode({"a": "q"})[1].tolist()[:4] == pytest.approx(
        [NAN, 1, NAN, NAN], nan_ok=True
    )


def test_a_level_that_was_other_and_got_no_place_stays_other() -> None:
    encoding = Encoding(Schema({"a": Category(places=1)}))
    rows = [encoding.encode({"a": level})[1].tolist() for level in "xyxz"]
    assert rows == [
        pytest.approx(r, nan_ok=True) for r in ([1, NAN], [NAN, 1], [1, NAN], [NAN, 1])
    ]


def test_a_row_of_before_its_level_had_a_place_agrees() -> None:
    """As of a replica, which gives no places."""
    replica, learner = (Encoding(Schema({"a": Category(["x"], places=3)})) for _ in range(2))
    replica.grows = False
    row = replica.encode({"a": "new"})[1]
    learner.encode({"a": "new"})
    assert row[-1] == 1.0 and learner.agrees({"a": "new"}, row)
    wrong = learner.encode({"a": "x"})[1]
    assert not learner.agrees({"a": "new"}, wrong)


def test_entries_that_say_nothing_are_zero_for_oracles_that_calculate() -> None:
    schema = Schema({"a": Category(["x", "y"], places=2), "n": Number(middle=3.0), "t": Text(2)})
    row = Encoding(schema, absent=0.0).encode({"a": "y"})[1]
    assert row.tolist() == [0.0, 1.0, 0.0, 3.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("field", "value", "row"),
    [
        (Number(), -1e300, [-1e300]),
        (Number(), None, [NAN]),
        (Number(), math.inf, [NAN]),
        (Number(), "4.5", [4.5]),
        (Number(), True, [1.0]),
        (Number(0, 10), 25, [1.0]),
        (Number(0, 10, middle=5), None, [0.5]),
        (Number(0, 10, middle=5, missing=True), None, [0.5, 1.0]),
        (Number(0, 10, middle=5, missing=True), 2.5, [0.25, 0.0]),
        (Category(["a", "b"], places=2, other=False), "b", [1.0]),
        (Category(["a", "b"], places=2, other=False), "c", [NAN]),
        (Category(["a", "b"], places=2, other=False), None, [NAN]),
        (Category(["a"], places=1, missing=True), None, [NAN, NAN, 1.0]),
        (Category(["a"], places=1, missing=True), "a", [1.0, NAN, NAN]),
        (Category([1, 2, 3], places=3), 2.0, [NAN, 1.0, NAN, NAN]),
        (Category([True, False], places=2), np.bool_(False), [NAN, 1.0, NAN]),
        (Date(cycles=()), "1970-01-03", [2.0]),
        (Date(cycles=["week"]), "1970-01-05", [4.0, 0.5, 1.0]),
        (Date(cycles=["day"], missing=True), None, [NAN, NAN, NAN, 1.0]),
        (Date(cycles=["day"], missing=True), datetime.date(1970, 1, 1), [0.0, 0.5, 1.0, 0.0]),
        (Text(1), "", [NAN]),
        (Text(1), "one", [1.0]),
    ],
)
def test_single_fields(field, value, row) -> None:
    schema = Schema({"f": field})
    assert schema.encode({"f": value}).tolist() == pytest.approx(row, nan_ok=True)
    assert len(schema.entries) == len(row) == schema.width == len(set(schema.entries))


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Number(low=1.0), "give both"),
        (lambda: Number(2.0, 1.0), "low must be the smaller"),
        (lambda: Number(middle="x"), "middle is 'x'"),
        (lambda: Number(missing=1), "missing is 1"),
        (lambda: Category("abc"), "levels is 'abc'"),
        (lambda: Category(["a", "a"]), "'a' twice"),
        (lambda: Category([1, 1.0]), "'1' twice"),
        (lambda: Category(["a", None]), "missing"),
        (lambda: Category(["a", "b"], places=1), "places is 1"),
        (lambda: Category(places=0), "places is 0"),
        (lambda: Category(places=10**9), "places is 1000000000"),
        (lambda: Date(cycles=["month"]), "cycles is"),
        (lambda: Date(cycles="week"), "cycles is 'week'"),
        (lambda: Date(low=1.0), "give both"),
        (lambda: Text(buckets=0), "buckets is 0"),
        (lambda: Schema({}), "no fields"),
        (lambda: Schema({"a": "numbr"}), "did you mean 'number'"),
        (lambda: Schema({"a": float}), "field 'a' is"),
        (lambda: Schema({3: "number"}), "named 3"),
        (lambda: Schema([("a", "number"), ("a", "text")]), "name each field once"),
        (lambda: Schema(5), "fields is 5"),
        (lambda: Schema({f"f{i}": Text(100_000) for i in range(101)}), "lower places or buckets"),
    ],
)
def test_what_is_no_field_is_refused(make, says) -> None:
    with pytest.raises((InvalidParameter, InvalidContext), match=says):
        make()


@pytest.mark.parametrize(
    ("context", "says"),
    [
        ({"wrod": 1}, "'wrod', which is not in the schema; did you mean 'word'"),
        ({"zzz": 1}, "'zzz', which is not in the schema; it has 'x', 'word'"),
        ({3: 1}, "a field 3"),
        ({"x": "warm"}, "'x' is 'warm'; give a number"),
        ({"x": [1]}, "'x' is"),
        ({"word": {"a": 1}}, "'word' is"),
        ({"when": 5}, "'when' is 5; give a date"),
        ({"note": 5}, "'note' is 5; give text"),
        ([1.0, 2.0], "contexts have names"),
        (None, "context is None"),
        ("x", "context is 'x'"),
        (dict, "context is <class 'dict'>"),
    ],
)
def test_contexts_that_do_not_fit_are_refused(context, says) -> None:
    encoding = Encoding(SCHEMA)
    with pytest.raises(InvalidContext, match=says):
        encoding.encode(context)
