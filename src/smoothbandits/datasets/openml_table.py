"""The paper's two tables that are files of OpenML, compared with what its notebook prints."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.datasets.card import Card
from smoothbandits.datasets.dataset import Dataset, unit_range
from smoothbandits.datasets.folders import find_file, need_file
from smoothbandits.datasets.sizes import first_rows
from smoothbandits.datasets.tokens import encode_tokens, read_words
from smoothbandits.errors import InvalidTable

if TYPE_CHECKING:
    import polars

__all__ = ["OpenMLTable"]

ENDINGS = (".arff", ".arff.gz", ".csv", ".csv.gz")


@dataclass(frozen=True)
class OpenMLTable:
    """One file of OpenML.

    Attributes
    ----------
    card
        What it is.
    dataset, file
        Numbers at OpenML of the dataset and of the file.
    stem
        Name of the file without its ending.
    target, without
        Column to guess, and columns that are left out.
    median, deviation
        Of the scaled target, as the paper's notebook prints them.
    """

    card: Card
    dataset: int
    file: int
    stem: str
    target: str
    without: tuple[str, ...]
    median: float
    deviation: float

    @property
    def names(self) -> list[str]:
        """Where the file is looked for, below a folder."""
        stems = dict.fromkeys([self.stem, self.card.name.replace("-", "_")])
        return [
            f"{folder}{stem}{ending}"
            for stem in stems
            for folder in (f"{stem}/", "")
            for ending in ENDINGS
        ]

    def where(self, data_dir: str | Path | None) -> Path | None:
        """The file, if it is there."""
        return find_file(self.names, data_dir)

    def load(self, *, rows: int | None, seed: int | None, data_dir: str | Path | None) -> Dataset:
        """Read the file; the note says if it is not the paper's."""
        path = need_file(self.card.name, self.names, data_dir)
        table = self.table(self.card, path)
        y = unit_range(table.y)
        middle = float(np.median(y))
        found = (middle, float(np.abs(y - middle).mean()))
        if not np.allclose(found, (self.median, self.deviation), atol=2e-6):
            words = f"not the paper's: median {found[0]:.7f} and loss {found[1]:.7f} of the target"
            table = table.noted(f"{words}, published {self.median:.7f} and {self.deviation:.7f}")
        return first_rows(table, rows)

    def table(self, card: Card, path: Path) -> Dataset:
        """Complete rows of a file, encoded."""
        frame = read_words(path)
        if self.target not in frame.columns:
            raise InvalidTable(f"{str(path)!r} has no column {self.target!r}; get the file again")
        frame = frame.drop(name for name in self.without if name in frame.columns).drop_nulls()
        columns, X = encode_tokens(frame.drop(self.target))
        y = target_numbers(path, frame, self.target)
        return Dataset.of(card, X, y, columns, self.target)


def target_numbers(path: Path, frame: "polars.DataFrame", target: str) -> Floats:
    """The target, which must be numbers."""
    import polars

    numbers = frame[target].cast(polars.Float64, strict=False)
    if numbers.null_count() or not len(numbers):
        raise InvalidTable(f"{str(path)!r} has words or nothing in {target!r}; get the file again")
    return numbers.to_numpy().astype(np.float64)
