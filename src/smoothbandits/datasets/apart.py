"""Two real tables that nothing was chosen on, to score with: diamonds and houses in Texas.

The package plotnine brings both as CSV files, of which only the files are needed: from the user's
folder, or from the package where it is installed.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.datasets.card import Card
from smoothbandits.datasets.dataset import Dataset
from smoothbandits.datasets.folders import find_file, need_file, package_file
from smoothbandits.datasets.sizes import first_rows
from smoothbandits.errors import InvalidTable
from smoothbandits.extras import require_extra

__all__ = ["APART", "ApartTable", "load_apart", "where_apart"]

ORDER = 2013  # seed of the rows' order: one file is sorted by price, the other by city


class ApartTable(NamedTuple):
    """Which columns of the file are used: numbers, words that get an entry per level, a target."""

    card: Card
    numbers: tuple[str, ...]
    words: tuple[str, ...]
    target: str

    @property
    def file(self) -> str:
        """Its name."""
        return f"{self.card.name}.csv"


APART = {
    table.card.name: table
    for table in (
        ApartTable(
            Card(
                name="diamonds",
                summary="53,940 diamonds; guess the price, in dollars",
                licence="MIT, with ggplot2 and plotnine",
                source="PyPI plotnine, plotnine/data/diamonds.csv",
                note="in random order: the file is sorted by price",
            ),
            ("carat", "depth", "table", "x", "y", "z"),
            ("cut", "color", "clarity"),
            "price",
        ),
        ApartTable(
            Card(
                name="txhousing",
                summary="7,126 months of Texan cities; guess the median price of a house",
                licence="MIT, with ggplot2 and plotnine",
                source="PyPI plotnine, plotnine/data/txhousing.csv",
                note="in random order; without volume, which tells the price, and without gaps",
            ),
            ("year", "month", "sales", "listings", "inventory"),
            ("city",),
            "median",
        ),
    )
}


def where_apart(name: str, data_dir: str | Path | None) -> Path | None:
    """The file in the user's folder, else that of the package, if there is one."""
    file = APART[name].file
    return find_file([file], data_dir) or package_file("plotnine", file)


def load_apart(
    name: str, *, rows: int | None, seed: int | None, data_dir: str | Path | None
) -> Dataset:
    """Read a table and put its rows in random order, always the same."""
    require_extra("datasets", "polars")
    import polars

    table = APART[name]
    path = where_apart(name, data_dir)
    if path is None:
        path = need_file(name, [table.file], data_dir, source=table.card.source)
    try:
        frame = polars.read_csv(path, null_values="NA", infer_schema_length=None)
        frame = frame.select(*table.numbers, *table.words, table.target).drop_nulls()
        numbers = frame.select(*table.numbers, table.target).cast(polars.Float64).to_numpy()
    except (polars.exceptions.PolarsError, OSError) as error:
        raise InvalidTable(f"{str(path)!r} cannot be read ({error}); get it again") from None
    names: list[str] = list(table.numbers)
    columns: list[Floats] = list(numbers[:, :-1].T)
    for word in table.words:
        for level in sorted(frame[word].unique().to_list()):
            names.append(f"{word} = {level}")
            columns.append((frame[word] == level).to_numpy().astype(np.float64))
    order = np.random.default_rng(ORDER).permutation(len(frame))
    X, y = np.column_stack(columns)[order], numbers[order, -1].copy()
    return first_rows(Dataset.of(table.card, X, y, names, table.target), rows)
