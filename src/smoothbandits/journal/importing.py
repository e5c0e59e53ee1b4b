"""Outcomes from a table, joined by id: each row gets an answer, or a reason why it has none."""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from smoothbandits.errors import InvalidTable, SmoothBanditsError
from smoothbandits.journal.formats.forms import MOST_SHOWN, Problem

if TYPE_CHECKING:
    from smoothbandits.journal.journal import Journal

__all__ = ["OutcomesRead", "import_outcomes"]

VALUES = ("loss", "reward", "outcome")
EVERY = 1_000  # rows between two calls of progress


class OutcomesRead(NamedTuple):
    """What became of the rows of a table.

    Attributes
    ----------
    rows
        How many there were.
    answers
        How many got each answer of `Journal.outcome`.
    problems
        The first rows that could not be read, and why.
    refused
        How many rows could not be read.
    """

    rows: int
    answers: dict[str, int]
    problems: list[Problem]
    refused: int


def import_outcomes(
    journal: "Journal", path: Path, progress: Callable[[int], None] | None = None
) -> OutcomesRead:
    """Tell the journal of each row of a CSV or Parquet file with an id and what came of it."""
    answers: Counter[str] = Counter()
    problems: list[Problem] = []
    refused = rows = 0
    for number, row in rows_of(path):
        rows += 1
        try:
            if isinstance(row, str):
                raise ValueError(row)
            answers[told(journal, row)] += 1
        except (SmoothBanditsError, ValueError) as error:
            if isinstance(error, OSError):
                raise  # the journal cannot be written: no row is to blame
            refused += 1
            if len(problems) < MOST_SHOWN:
                problems.append(Problem(number, str(error)))
        if rows % EVERY == 0 and progress is not None:
            progress(rows)
    journal.sync()
    return OutcomesRead(rows, dict(answers), problems, refused)


def rows_of(path: Path) -> Iterator[tuple[int, Any]]:
    """Rows with their places in the file; a text where a row has other cells than the header."""
    if path.name.lower().endswith((".parquet", ".pq")):
        from smoothbandits.tables import read_table

        frame = read_table(path)
        check_names(frame.columns, path)
        yield from enumerate(frame.iter_rows(named=True), 1)
        return
    import csv

    if not path.is_file():
        raise InvalidTable(f"there is no file {str(path)!r}")
    with path.open(newline="", encoding="utf-8", errors="replace") as file:
        reader = csv.DictReader(file)
        check_names(reader.fieldnames or [], path)
        for number, row in enumerate(reader, 2):
            broken = None in row or None in row.values()
            yield number, "it has more or fewer cells than the header" if broken else row


def check_names(names: Any, path: Path) -> None:
    """Raise unless there are an id and a value."""
    if "id" not in names or sum(name in names for name in VALUES) != 1:
        raise InvalidTable(
            f"{path.name!r} has the columns {', '.join(map(str, names)) or 'none'}; outcomes have "
            "an id and one of loss, reward and outcome"
        )


def told(journal: "Journal", row: dict[str, Any]) -> str:
    """The answer to a row."""
    id = row["id"]
    if id is None or id == "":
        raise ValueError("the id is missing")
    name = next(name for name in VALUES if name in row)
    value = row[name]
    if isinstance(value, str):
        words = {"true": 1.0, "false": 0.0}
        try:
            value = words.get(value.strip().lower(), value)
            value = float(value)
        except ValueError:
            raise ValueError(f"{name} is {value!r}; give a number") from None
    answer = journal.outcome(id, **{name: value})
    if answer == "unknown" and isinstance(id, str) and id.isdecimal() and len(id) < 19:
        answer = journal.outcome(int(id), **{name: value})  # a whole number as text has it
    return answer
