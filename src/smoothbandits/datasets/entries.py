"""The list of all datasets: what each is, how it is loaded, and how it comes to this machine."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Generic, TypeVar

from smoothbandits.datasets import apart, black_friday, bng, caption, flights, synthetic, uci
from smoothbandits.datasets.arms import Arms
from smoothbandits.datasets.cache import cache_folder
from smoothbandits.datasets.caption_synthetic import SYNTHETIC_CAPTION, load_synthetic_caption
from smoothbandits.datasets.card import Card
from smoothbandits.datasets.dataset import Dataset
from smoothbandits.datasets.download import Remote, openml
from smoothbandits.datasets.openml_table import OpenMLTable
from smoothbandits.datasets.zurich import ZURICH

__all__ = ["ARMS", "TABLES", "Entry"]

Data = TypeVar("Data", Dataset, Arms)


@dataclass(frozen=True)
class Entry(Generic[Data]):
    """One dataset.

    Attributes
    ----------
    card
        What it is.
    load
        Takes ``seed`` and ``data_dir``, tables also ``rows``.
    generated
        Made by a formula: always at hand, with any seed.
    where
        The file that it comes from or is kept in, if that is there.
    remote
        What to download, if it can be.
    """

    card: Card
    load: Callable[..., Data]
    generated: bool
    where: Callable[[str | Path | None], Path | None]
    remote: Callable[[], Remote] | None = None


def nowhere(data_dir: str | Path | None) -> Path | None:
    """No file: the dataset is made in memory."""
    return None


def kept_bng(name: str, data_dir: str | Path | None) -> Path | None:
    """The published set, once it was drawn."""
    path = cache_folder() / f"{bng.kept_name(name, bng.PUBLISHED_ROWS, 1)}.npy"
    return path if path.is_file() else None


def bng_entry(name: str) -> Entry[Dataset]:
    """One of the three BNG sets."""
    return Entry(bng.card(name), partial(bng.load_bng, name), True, partial(kept_bng, name))


def openml_entry(table: OpenMLTable) -> Entry[Dataset]:
    """A file of OpenML."""
    remote = partial(openml, table.dataset, table.file, f"{table.stem}.arff")
    return Entry(table.card, table.load, False, table.where, remote)


def synthetic_entry(name: str) -> Entry[Dataset]:
    """A table made by a formula."""
    load = partial(synthetic.load_synthetic, name)
    return Entry(synthetic.card(name), load, True, nowhere)


def uci_entry(name: str) -> Entry[Dataset]:
    """A table of the user's folder."""
    load = partial(uci.load_uci, name)
    return Entry(uci.card(name), load, False, partial(uci.where_uci, name))


def apart_entry(name: str) -> Entry[Dataset]:
    """A table that nothing was chosen on."""
    load = partial(apart.load_apart, name)
    return Entry(apart.APART[name].card, load, False, partial(apart.where_apart, name))


TABLES: dict[str, Entry[Dataset]] = {
    entry.card.name: entry
    for entry in [
        *map(bng_entry, bng.BNG_SETS),
        openml_entry(black_friday.BLACK_FRIDAY),
        openml_entry(ZURICH),
        Entry(flights.FLIGHTS, flights.load_flights, False, flights.where_flights),
        Entry(flights.FLIGHTS_RAW, flights.load_raw_flights, False, flights.where_flights),
        Entry(black_friday.PART, black_friday.load_part, False, black_friday.where_part),
        *map(apart_entry, apart.APART),
        *map(uci_entry, uci.UCI_SETS),
        *map(synthetic_entry, synthetic.SYNTHETIC_SETS),
    ]
}
ARMS: dict[str, Entry[Arms]] = {
    entry.card.name: entry
    for entry in [
        Entry(
            caption.CAPTION,
            caption.load_caption,
            False,
            caption.where_caption,
            lambda: caption.REMOTE,
        ),
        Entry(SYNTHETIC_CAPTION, load_synthetic_caption, True, nowhere),
    ]
}
