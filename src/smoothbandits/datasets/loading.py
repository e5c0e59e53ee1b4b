"""From a name to data."""

from pathlib import Path
from typing import Any

from smoothbandits.checks import MOST_ENTRIES, check_callable, check_count
from smoothbandits.datasets.arms import Arms
from smoothbandits.datasets.dataset import Dataset
from smoothbandits.datasets.download import Progress, download
from smoothbandits.datasets.entries import ARMS, TABLES, Entry
from smoothbandits.errors import InvalidParameter

__all__ = ["at_hand", "entry_of", "fetch", "load", "load_arms", "names"]


def load(
    name: str,
    *,
    rows: int | None = None,
    seed: int | None = None,
    data_dir: str | Path | None = None,
) -> Dataset:
    """A table by its name, from this machine alone; see `fetch` for the network.

    Parameters
    ----------
    name
        One of `names`, such as "bng-cpu", "bng-price", "bng-wisconsin" or "flights".
    rows
        How many rows, from the beginning; all if left out.
    seed
        Seed of generated tables; 1, the published set, if left out.
    data_dir
        Folder with data files; that of the variable SMOOTHBANDITS_DATA if left out.

    Examples
    --------
    >>> load("bng-wisconsin", rows=10)
    <Dataset bng-wisconsin: 10 rows, 32 columns>
    """
    if entry_of(name) in ARMS.values():
        raise InvalidParameter(f"{name} has arms and no table; use load_arms({name!r})")
    entry = TABLES[name]
    check_generated(entry, seed)
    if rows is not None:
        rows = check_count("rows", rows, most=MOST_ENTRIES)
    return entry.load(rows=rows, seed=seed, data_dir=data_dir)


def load_arms(name: str, *, seed: int | None = None, data_dir: str | Path | None = None) -> Arms:
    """Mean rewards of arms by their name: "caption-652" or "caption-synthetic".

    Parameters
    ----------
    name, data_dir
        As for `load`.
    seed
        Seed of the order of generated arms.

    Examples
    --------
    >>> load_arms("caption-synthetic")
    <Arms caption-synthetic: 10,025 arms, best mean 1>
    """
    if entry_of(name) in TABLES.values():
        raise InvalidParameter(f"{name} is a table and has no arms; use load({name!r})")
    entry = ARMS[name]
    check_generated(entry, seed)
    return entry.load(seed=seed, data_dir=data_dir)


def names() -> list[str]:
    """All datasets, tables first.

    Examples
    --------
    >>> names()[:3]
    ['bng-cpu', 'bng-price', 'bng-wisconsin']
    """
    return [*TABLES, *ARMS]


def entry_of(name: str) -> Entry[Any]:
    """What is known about a dataset without loading it."""
    entry = (TABLES.get(name) or ARMS.get(name)) if isinstance(name, str) else None
    if entry is None:
        raise InvalidParameter(f"no dataset is called {name!r}; give one of {', '.join(names())}")
    return entry


def at_hand(name: str, *, data_dir: str | Path | None = None) -> bool:
    """Whether a dataset can be loaded on this machine.

    Examples
    --------
    >>> at_hand("synthetic-linear")
    True
    """
    entry = entry_of(name)
    return entry.generated or entry.where(data_dir) is not None


def fetch(
    name: str, *, data_dir: str | Path | None = None, progress: Progress | None = None
) -> Path | None:
    """Bring a dataset to this machine; the file, or None where it is made in memory.

    Parameters
    ----------
    name, data_dir
        As for `load`; what is in the folder already is not fetched.
    progress
        Called with bytes so far and bytes in all while downloading.
    """
    entry = entry_of(name)
    if progress is not None:
        check_callable("progress", progress)
    found: Path | None = entry.where(data_dir)
    if found is None and entry.remote is not None:
        return download(entry.remote(), progress)
    if found is None:
        # draws what is kept, or raises what says how to get the rest
        entry.load(**({"rows": None} if name in TABLES else {}), seed=None, data_dir=data_dir)
        found = entry.where(data_dir)
    return found


def check_generated(entry: Entry[Any], seed: int | None) -> None:
    """Refuse a seed for data that were measured."""
    if seed is not None and not entry.generated:
        raise InvalidParameter(f"{entry.card.name} is not generated; leave seed out")
