"""What a command leaves behind: numbers, words for the terminal, and files in one folder."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from smoothbandits.apps.reports.tables import Table
from smoothbandits.errors import InvalidParameter

__all__ = ["Report", "as_json", "prepare", "result_files"]


@dataclass(frozen=True)
class Report:
    """What a command leaves behind.

    Attributes
    ----------
    numbers
        Plain JSON values: what ``--json`` prints.
    files
        Content by name, the page last.
    tables, lines
        For the terminal: tables with their titles, then sentences.

    Examples
    --------
    >>> import tempfile
    >>> report = Report(numbers={"loss": 0.1}, files={"demo.json": as_json({"loss": 0.1})})
    >>> [path.name for path in report.write(tempfile.mkdtemp())]
    ['demo.json']
    """

    numbers: Mapping[str, Any]
    files: Mapping[str, bytes]
    tables: Sequence[tuple[Table, str]] = ()
    lines: Sequence[str] = ()

    def write(self, folder: str | Path) -> list[Path]:
        """Write the files and return their paths."""
        path = prepare(folder)
        for name, content in self.files.items():
            (path / name).write_bytes(content)
        return [path / name for name in self.files]


def result_files(
    name: str, *, numbers: Mapping[str, Any], markdown: str, picture: bytes, page: str
) -> dict[str, bytes]:
    """The usual four files of a report.

    Examples
    --------
    >>> list(result_files("demo", numbers={}, markdown="", picture=b"", page=""))
    ['demo.json', 'demo.md', 'demo.png', 'report.html']
    """
    return {
        f"{name}.json": as_json(numbers),
        f"{name}.md": markdown.encode(),
        f"{name}.png": picture,
        "report.html": page.encode(),
    }


def as_json(numbers: Mapping[str, Any]) -> bytes:
    """The content of a JSON file; nan and infinity are refused."""
    return (json.dumps(numbers, indent=2, allow_nan=False) + "\n").encode()


def prepare(folder: str | Path) -> Path:
    """Make the folder, or refuse it before any work is done."""
    path = Path(folder)
    if path.exists() and not path.is_dir():
        raise InvalidParameter(f"{str(path)!r} is a file; give a folder")
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidParameter(
            f"{str(path)!r} cannot be made ({error.strerror}); give another folder"
        ) from None
    if not os.access(path, os.W_OK):
        raise InvalidParameter(f"{str(path)!r} cannot be written; give another folder")
    return path
