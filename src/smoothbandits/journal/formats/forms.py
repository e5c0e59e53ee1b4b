"""Which formats there are, and what writing and reading a log gives."""

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from smoothbandits.checks import check_choice, check_path
from smoothbandits.errors import InvalidParameter, InvalidTable, MissingTable
from smoothbandits.journal.log import About, Log

if TYPE_CHECKING:
    import polars

__all__ = ["FORMATS", "Exported", "Imported", "Problem", "export", "gather", "read_log"]

#: files of this folder by the name of the format, and what files of it are called
FORMATS = {
    "parquet": ("parquet", (".parquet", ".pq")),
    "csv": ("comma", (".csv",)),
    "vw": ("vw_text", (".vw", ".vw.txt", ".dat")),
    "dsjson": ("dsjson", (".dsjson", ".json", ".jsonl")),
    "obp": ("obp", (".npz",)),
}
MOST_SHOWN = 20  # problems that are listed; all are counted


class Exported(NamedTuple):
    """What was written.

    Attributes
    ----------
    path, format
        Where, and as what.
    rows
        How many decisions the file holds.
    left_out
        How many it does not hold, by the reason.
    note
        What the format cannot hold, and what was done about it; empty where it holds all.
    """

    path: Path
    format: str
    rows: int
    left_out: dict[str, int]
    note: str = ""


class Problem(NamedTuple):
    """A row that could not be read, and why."""

    row: int
    reason: str


class Imported(NamedTuple):
    """What was read.

    Attributes
    ----------
    frame
        The rows that could be read, in columns of the log's names: those that the format has.
    facts
        What the file says of itself.
    problems
        The first rows that could not be read.
    refused
        How many rows could not be read.
    """

    frame: "polars.DataFrame"
    facts: dict[str, Any]
    problems: list[Problem]
    refused: int


class Form(Protocol):
    """What a file of this folder has."""

    def write(self, frames: "Iterator[polars.DataFrame]", path: Path, about: About) -> Exported:
        """Write all frames to a file."""

    def read(self, path: Path) -> Imported:
        """Read a file."""


def form_of(path: Path, format: str | None) -> tuple[str, Form]:
    """The format that is asked for, or that of the file's name."""
    if format is None:
        name = path.name.lower()
        format = next((key for key, (_, ends) in FORMATS.items() if name.endswith(ends)), None)
        if format is None:
            raise InvalidParameter(
                f"{path.name!r} says no format; give format=, one of {', '.join(FORMATS)}"
            )
    check_choice("format", format, FORMATS)
    file, _ = FORMATS[format]
    form: Any = import_module(f"smoothbandits.journal.formats.{file}")
    return format, form


def export(
    log: Log,
    path: Any,
    format: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> Exported:
    """Write a log; it replaces a file in one step."""
    place = check_path("path", path)
    if not place.parent.is_dir():
        raise InvalidParameter(f"{str(place.parent)!r} is no folder; make it first")
    _, form = form_of(place, format)
    return form.write(log.frames(progress), place, log.about)


def read_log(path: Any, format: str | None = None) -> Imported:
    r"""Read a log that was exported here or written by somebody else.

    A row that cannot be read is left out and reported; a file of which none can be is refused.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "log.vw"
    >>> _ = path.write_text("ca 10.5:0.3:0.05 | a:1 b:2\nca 10.5:high:0.05 | a:1\n")
    >>> found = read_log(path)
    >>> found.frame["action"].to_list(), found.refused, found.problems[0].row
    ([10.5], 1, 2)
    """
    place = check_path("path", path)
    if not place.is_file():
        raise MissingTable(f"there is no file {str(place)!r}")
    _, form = form_of(place, format)
    found = form.read(place)
    if not len(found.frame) and found.refused:
        first = found.problems[0]
        raise InvalidTable(
            f"none of the {found.refused:,} rows of {place.name!r} can be read; row {first.row}: "
            f"{first.reason}"
        )
    return found


def gather(
    rows: Iterator[tuple[int, Any]], read: Callable[[Any], dict[str, Any]]
) -> tuple[list[dict[str, Any]], list[Problem], int]:
    """Read rows one by one; those that cannot be read are counted, and the first are listed."""
    good: list[dict[str, Any]] = []
    problems: list[Problem] = []
    refused = 0
    for number, row in rows:
        try:
            good.append(read(row))
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            refused += 1
            if len(problems) < MOST_SHOWN:
                reason = str(error) if isinstance(error, ValueError) else repr(error)
                problems.append(Problem(number, reason))
    return good, problems, refused
