import datetime
import json
import math

import numpy as np
import polars
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smoothbandits.errors import CorruptSave, InvalidContext, InvalidTable, UnknownColumn
from smoothbandits.tables import Encoder

TABLE = polars.DataFrame(
    {
        "age": [20, 40, 30, None],
        "plan": ["basic", "gold", "basic", "trial"],
        "member": [True, False, True, True],
        "since": [datetime.date(2024, 1, 1 + 20 * i) for i in range(2)] * 2,
        "nothing": [None] * 4,
        "country": ["NZ"] * 4,
        "tags": [["a"], ["b"], [], ["c"]],
    }
)

numbers = st.one_of(
    st.none(), st.floats(), st.integers(-(2**53), 2**53).map(float), st.just(math.inf)
)
words = st.one_of(
    st.none(), st.sampled_from(["a", "b", "A", "", "é", "None"]), st.text(max_size=3)
)
moments = st.one_of(
    st.none(), st.datetimes(datetime.datetime(1, 1, 1), datetime.datetime(9999, 12, 31))
)
rows = st.fixed_dictionaries(
    {
        "x": numbers,
        "n": st.one_of(st.none(), st.integers(-(2**60), 2**60)),
        "word": words,
        "flag": st.one_of(st.none(), st.booleans()),
        "when": moments,
    }
)
SCHEMA = {
    "x": polars.Float64,
    "n": polars.Int64,
    "word": polars.String,
    "flag": polars.Boolean,
    "when": polars.Datetime("us"),
}
tables = st.lists(rows, min_size=1, max_size=30).map(lambda found: polars.DataFrame(found, SCHEMA))


@settings(max_examples=150, deadline=None)
@given(table=tables, later=tables, most=st.integers(1, 4))
def test_contexts_are_finite_and_rows_are_encoded_as_in_a_frame(table, later, most) -> None:
    encoder = Encoder.fit(table, max_categories=most)
    for frame in (table, later):
        contexts = encoder.transform(frame)
        assert contexts.shape == (
            len(frame),
            encoder.width == len(encoder.names) and encoder.width,
        )
        assert ((contexts >= 0.0) & (contexts <= 1.0)).all()
        for i, row in enumerate(frame.to_dicts()):
            assert (encoder.transform(row) == contexts[i]).all()


@settings(max_examples=60, deadline=None)
@given(table=tables, later=tables)
def test_json_keeps_everything(table, later) -> None:
    encoder = Encoder.fit(table)
    again = Encoder.from_json(encoder.to_json())
    assert again == encoder and again.names == encoder.names
    assert (again.transform(later) == encoder.transform(later)).all()


def test_types_are_found() -> None:
    encoder = Encoder.fit(TABLE, ignore=["tags"])
    assert encoder.names == [
        "age",
        "age is missing",
        "plan = basic",
        "plan = gold",
        "plan = trial",
        "member = false",
        "since",
        "since: sin of the week",
        "since: cos of the week",
    ]
    contexts = encoder.transform(TABLE)
    assert contexts[:, 0].tolist() == [0.0, 1.0, 0.5, 0.5] and contexts[3, 1] == 1.0
    assert contexts[:, 2:5].tolist() == [[1, 0, 0], [0, 1, 0], [1, 0, 0], [0, 0, 1]]
    assert contexts[:, 5].tolist() == [0.0, 1.0, 0.0, 0.0]
    assert contexts[:, 6].tolist() == [0.0, 1.0, 0.0, 1.0]


def test_what_is_dropped_is_said() -> None:
    encoder = Encoder.fit(TABLE)
    assert encoder.dropped == {
        "nothing": "dropped: all values are missing",
        "country": "dropped: constant",
        "tags": "dropped: values of type List(String) are not understood",
    }
    assert encoder.notes["age"] == "number, 1 missing"
    assert encoder.notes["plan"] == "category with 3 levels"


def test_one_wild_value_does_not_squeeze_the_others() -> None:
    encoder = Encoder.fit(polars.DataFrame({"x": [*range(1000), 10**9]}))
    contexts = encoder.transform(polars.DataFrame({"x": [10, 990, 500, 10**12, -5]}))
    assert contexts[:, 0] == pytest.approx([0.0, 1.0, 0.5, 1.0, 0.0], abs=1e-3)


def test_a_rare_flag_as_a_number_is_kept() -> None:
    encoder = Encoder.fit(polars.DataFrame({"x": [0] * 999 + [1]}))
    assert encoder.transform({"x": 1}).tolist() == [1.0]


def test_many_levels_are_capped_and_names_are_dropped() -> None:
    cities = [f"city {i}" for i in range(40) for _ in range(40 - i)]
    encoder = Encoder.fit(polars.DataFrame({"city": cities}), max_categories=3)
    assert encoder.names == ["city = city 0", "city = city 1", "city = city 2", "city is other"]
    assert "40 levels, the 3 most frequent (14% of rows) and other" in encoder.notes["city"]
    for unseen in ("city 39", "never seen"):
        assert encoder.transform({"city": unseen}).tolist() == [0.0, 0.0, 0.0, 1.0]
    ids = polars.DataFrame({"id": [f"order {i}" for i in range(1000)]})
    assert "nearly every value is different" in Encoder.fit(ids).dropped["id"]


def test_unseen_and_missing_values() -> None:
    encoder = Encoder.fit(TABLE, ignore=["tags", "since", "age"])
    assert encoder.transform({"plan": "new", "member": None}).tolist() == [0.0, 0.0, 0.0, 0.5]
    gaps = Encoder.fit(polars.DataFrame({"plan": ["a", None, "b"]}))
    assert gaps.transform({"plan": None}).tolist() == [0.0, 0.0, 1.0]
    full = Encoder.fit(polars.DataFrame({"x": [1.0, 2.0, 4.0]}))
    assert full.names == ["x"] and full.transform({"x": None})[0] == pytest.approx(1 / 3)


def test_dates_meet_themselves_after_a_cycle() -> None:
    days = [datetime.datetime(2023, 1, 1) + datetime.timedelta(hours=7 * i) for i in range(2000)]
    encoder = Encoder.fit(polars.DataFrame({"when": days}))
    assert len(encoder.names) == 7
    monday = encoder.transform({"when": "2024-01-01T06:00"})
    week_later = encoder.transform({"when": datetime.datetime(2024, 1, 8, 6)})
    assert monday[3:] == pytest.approx(week_later[3:])  # week and day
    new_year = encoder.transform({"when": "2023-12-31T06:00"})
    assert np.abs(monday[1:3] - new_year[1:3]).max() < 0.02  # year
    assert np.abs(monday[3:5] - new_year[3:5]).max() > 0.1  # another weekday


def test_a_clock_with_a_time_zone_is_read_as_it_stands() -> None:
    naive = polars.Series("when", [datetime.datetime(2024, 6, 1, h) for h in range(24)])
    zoned = naive.dt.replace_time_zone("America/New_York")
    contexts = [Encoder.fit(s.to_frame()).transform(s.to_frame()) for s in (naive, zoned)]
    assert (contexts[0] == contexts[1]).all()
    row = {"when": zoned.to_list()[5]}
    assert (Encoder.fit(zoned.to_frame()).transform(row) == contexts[0][5]).all()


def test_other_types_of_numbers() -> None:
    frame = polars.DataFrame(
        {
            "wait": [datetime.timedelta(seconds=i) for i in range(5)],
            "at": [datetime.time(i) for i in range(5)],
            "money": polars.Series(["0.5", "1.5", "2.5", "3.5", "4.5"]).cast(polars.Decimal(9, 2)),
        }
    )
    encoder = Encoder.fit(frame)
    contexts = encoder.transform(frame)
    assert contexts == pytest.approx(np.repeat(np.linspace(0, 1, 5)[:, None], 3, axis=1))
    assert (encoder.transform(frame.to_dicts()[2]) == contexts[2]).all()
    assert encoder.transform({"wait": "2", "at": 7200.0, "money": " 2.5 "}).tolist() == [0.5] * 3


def test_columns_may_be_more_but_not_fewer() -> None:
    encoder = Encoder.fit(TABLE.select("age", "plan"))
    row = {"plan": "gold", "age": 30, "shoe size": 44}
    assert (encoder.transform(row) == encoder.transform(polars.DataFrame([row]))[0]).all()
    with pytest.raises(UnknownColumn, match="no column 'plan'; did you mean 'Plan'"):
        encoder.transform({"Plan": "gold", "age": 30})
    with pytest.raises(UnknownColumn, match="no column 'age'"):
        encoder.transform(TABLE.select("plan"))


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ({"age": "old", "since": None}, "'age' is 'old'; give a number"),
        ({"age": [1], "since": None}, "'age' is "),
        ({"age": 1, "since": "yesterday"}, "'since' is 'yesterday'; give a date"),
        ({"age": 1, "since": 7}, "'since' is 7"),
    ],
)
def test_wrong_types_are_refused(row: dict, says: str) -> None:
    encoder = Encoder.fit(TABLE.select("age", "since"))
    with pytest.raises(InvalidContext, match=says):
        encoder.transform(row)


def test_files(tmp_path) -> None:
    encoder = Encoder.fit(TABLE)
    encoder.save(tmp_path / "encoder.json")
    assert Encoder.load(tmp_path / "encoder.json") == encoder


def test_what_is_no_encoder_is_refused() -> None:
    content = json.loads(Encoder.fit(TABLE).to_json())
    for broken in ("", "[]", "{}", json.dumps({**content, "version": 99})):
        with pytest.raises(CorruptSave, match="no encoder"):
            Encoder.from_json(broken)
    content["columns"][0]["kind"] = "planet"
    with pytest.raises(CorruptSave, match="planet"):
        Encoder.from_json(json.dumps(content))


def test_an_empty_frame() -> None:
    with pytest.raises(InvalidTable, match="no rows"):
        Encoder.fit(TABLE.head(0))
    assert Encoder.fit(TABLE).transform(TABLE.head(0)).shape == (0, 9)
