"""CSV: the columns of the log, lists as JSON; what it is of in a file beside it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from smoothbandits.errors import InvalidTable
from smoothbandits.journal.formats.forms import Exported, Imported, gather
from smoothbandits.journal.formats.sound import checked_log
from smoothbandits.journal.log import About, frame_of

if TYPE_CHECKING:
    import polars

__all__ = ["read", "write"]

LISTS = ("row", "point")
TIMES = ("decided_at", "learned_at")
COUNTS = ("number", "version", "key", "base")
TEXTS = ("id", "bandit", "context", "within", "person", "status")


def beside(path: Path) -> Path:
    """The file that says what the log is of."""
    return path.with_name(path.name + ".json")


def write(frames: "Iterator[polars.DataFrame]", path: Path, about: About) -> Exported:
    """One frame after the other into a file that then takes its place."""
    import polars

    rows, unfinished = 0, path.with_name(f".{path.name}.part")
    try:
        with unfinished.open("wb") as file:
            for frame in frames:
                lists = [
                    polars.Series(name, [json.dumps(one) for one in frame[name].to_list()])
                    for name in LISTS
                ]
                frame.with_columns(lists).write_csv(file, include_header=rows == 0)
                rows += len(frame)
        if not rows:
            raise InvalidTable("the journal has no decisions to export")
        beside(path).write_text(json.dumps(about.facts), encoding="utf-8")
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    note = f"lists are JSON; {beside(path).name} says what the log is of"
    return Exported(path, "csv", rows, {}, note)


def read(path: Path) -> Imported:
    """Read row by row, so that one that is malformed is named."""
    import csv

    facts = {}
    if beside(path).is_file():
        facts = json.loads(beside(path).read_text(encoding="utf-8"))
    with path.open(newline="", encoding="utf-8", errors="replace") as file:
        reader = csv.DictReader(file, strict=True)
        try:
            names = reader.fieldnames or []
            good, problems, refused = gather(enumerate(reader, 2), row_of)
        except csv.Error as error:
            raise InvalidTable(f"{path.name!r} is no CSV: {error}") from error
    if not good and not refused:
        raise InvalidTable(f"{path.name!r} has no rows")
    columns = {name: [row[name] for row in good] for name in names} if good else {}
    for name in ("action", "greedy_action"):  # labels, where not all are numbers
        if any(isinstance(action, str) for action in columns.get(name, ())):
            columns[name] = [None if one is None else str(one) for one in columns[name]]
    found = checked_log(
        frame_of({**dict.fromkeys(TIMES, [None] * len(good)), **columns}), facts, path.name
    )
    return found._replace(problems=[*problems, *found.problems], refused=refused + found.refused)


def row_of(row: dict[Any, Any]) -> dict[str, Any]:
    """The cells of a row in their types."""
    if None in row or None in row.values():
        raise ValueError("it has more or fewer cells than the header")
    return {name: cell(name, text) for name, text in row.items()}


def cell(name: str, text: str) -> Any:
    """A cell in the type of its column."""
    if text == "":
        return None
    if name in LISTS:
        found = json.loads(text)
        if not isinstance(found, list):
            raise ValueError(f"{name} is {text!r}; give a list of numbers")
        return [float(one) for one in found]
    if name in TIMES:
        import datetime

        return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()
    if name in COUNTS:
        return int(text)
    if name == "explored":
        if text.lower() not in ("true", "false"):
            raise ValueError(f"explored is {text!r}; give true or false")
        return text.lower() == "true"
    if name in TEXTS:
        return text
    try:
        return float(text)
    except ValueError:
        if name in ("action", "greedy_action"):
            return text
        raise ValueError(f"{name} is {text!r}; give a number") from None
