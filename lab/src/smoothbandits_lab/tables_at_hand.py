"""Which tables and policies a study can play on this machine, and where tables come from."""

import functools
import hashlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from smoothbandits.datasets import at_hand
from smoothbandits.datasets.loading import entry_of
from smoothbandits.errors import MissingData, MissingExtra

__all__ = [
    "fingerprint",
    "left_out",
    "policies_at_hand",
    "resolved",
    "sources",
    "tables_at_hand",
    "where_from",
]


def resolved(data_dir: Path | None) -> str | None:
    """A folder as settings of cells name it."""
    return None if data_dir is None else str(data_dir.resolve())


def tables_at_hand(
    asked: Sequence[str] | None, usual: Sequence[str], data_dir: Path | None
) -> tuple[list[str], dict[str, str]]:
    """Tables that can be loaded, and why others cannot; one that is asked for by name must be.

    Examples
    --------
    >>> tables_at_hand(None, ["synthetic-cats"], None)
    (['synthetic-cats'], {})
    """
    names = list(asked or usual)
    missing = [name for name in names if not at_hand(name, data_dir=data_dir)]
    words = (
        "not on this machine; try `smoothbandits datasets fetch {0}` with a network, and "
        "`smoothbandits datasets info {0}` says what its file is and where it comes from"
    )
    if missing and asked:
        raise MissingData(f"{missing[0]} is {words.format(missing[0])}")
    skipped = {name: words.format(name) for name in missing}
    return [name for name in names if name not in missing], skipped


def policies_at_hand(
    names: Sequence[str], asked: Sequence[str] | None, check: Mapping[str, Callable[[], None]]
) -> tuple[list[str], dict[str, str]]:
    """Policies whose packages are installed, and why others cannot be played.

    Parameters
    ----------
    names
        Of policies.
    asked
        Those that were asked for by name, which must be there.
    check
        By how a name begins, what raises `MissingExtra` where a package is not there.
    """
    found, skipped = [], {}
    for name in names:
        try:
            for beginning, needed in check.items():
                if name.startswith(beginning):
                    needed()
        except MissingExtra as error:
            if asked:
                raise
            skipped[name] = str(error)
        else:
            found.append(name)
    return found, skipped


def left_out(skipped: Mapping[str, str]) -> list[str]:
    """What is missing, a sentence each."""
    return [f"{name} is left out: {reason}." for name, reason in skipped.items()]


def sources(notes: Mapping[str, str]) -> list[str]:
    """Where tables come from and under which licence, with what there is to say about each."""
    lines = []
    for name, note in notes.items():
        card = entry_of(name).card
        lines.append(f"{name}: {card.source}; {card.licence}{f'; {note}' if note else ''}.")
    return lines


def where_from(name: str, data_dir: Path | None) -> dict[str, Any]:
    """Settings of a cell that say where its table comes from; what is generated needs none."""
    folder = None if entry_of(name).generated else resolved(data_dir)
    return {"data_dir": folder, "file": fingerprint(name, folder)}


def fingerprint(name: str, data_dir: str | Path | None) -> str | None:
    """Hash of the file that measured data come from: another file is another problem."""
    entry = entry_of(name)
    path = None if entry.generated else entry.where(data_dir)
    return None if path is None else file_hash(path, path.stat().st_mtime_ns)


@functools.cache
def file_hash(path: Path, changed: int) -> str:
    """Hash of a file's content, which is read again only when the file has changed."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:12]
