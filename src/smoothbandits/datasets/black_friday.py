"""Purchases of a shop's customers: Fri of the paper's Table 1."""

from pathlib import Path

from smoothbandits.datasets.card import Card
from smoothbandits.datasets.dataset import Dataset
from smoothbandits.datasets.folders import find_file
from smoothbandits.datasets.openml_table import OpenMLTable
from smoothbandits.datasets.sizes import first_rows
from smoothbandits.errors import MissingData

__all__ = ["BLACK_FRIDAY", "PART", "load_part", "where_part"]

BLACK_FRIDAY = OpenMLTable(
    card=Card(
        name="black-friday",
        summary="166,821 purchases; guess the amount (Fri of Table 1)",
        licence="not stated by OpenML",
        source="OpenML 41540 (black_friday), file 21230845",
    ),
    dataset=41540,
    file=21230845,
    stem="black_friday",
    target="Purchase",
    without=("User_ID", "Product_ID"),
    median=0.4867082,
    deviation=0.1774200,
)
PART = Card(
    name="black-friday-part",
    summary="the complete ones of the first 19,280 purchases; guess the amount",
    licence="not stated by its source",
    source="beginning of a public copy of BlackFriday.csv",
    note="partial: 5,772 of 166,821 rows; not comparable with Table 1",
)
PART_NAMES = ["black_friday/black_friday_first19280.csv.gz", "black_friday_first19280.csv.gz"]


def where_part(data_dir: str | Path | None) -> Path | None:
    """The file, if it is there."""
    return find_file(PART_NAMES, data_dir)


def load_part(*, rows: int | None, seed: int | None, data_dir: str | Path | None) -> Dataset:
    """The beginning of the table, with the same columns and only complete rows."""
    path = where_part(data_dir)
    if path is None:
        raise MissingData(
            f"black-friday-part is read from {PART_NAMES[0]} in your data folder (--data-dir or "
            "SMOOTHBANDITS_DATA), which is not there; take black-friday or flights"
        )
    return first_rows(BLACK_FRIDAY.table(PART, path), rows)
