"""Vowpal Wabbit's dsjson with continuous labels, a JSON object per line."""

import datetime
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from smoothbandits.journal.formats.dense import Dense, fields_of
from smoothbandits.journal.formats.forms import Exported, Imported, gather
from smoothbandits.journal.formats.vw_text import checked, columns
from smoothbandits.journal.log import About

if TYPE_CHECKING:
    import polars

__all__ = ["read", "write"]


def write(frames: "Iterator[polars.DataFrame]", path: Path, about: About) -> Exported:
    """A line per round."""
    dense, unfinished = Dense(about, "dsjson"), path.with_name(f".{path.name}.part")
    try:
        with unfinished.open("w", encoding="utf-8") as file:
            for frame in frames:
                file.writelines(map(line_of, dense.of(frame).iter_rows(named=True)))
        dense.refuse_empty("dsjson")
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return Exported(path, "dsjson", dense.rows, dense.left_out, dense.note)


def line_of(row: dict[str, Any]) -> str:
    """One round."""
    label = {"cost": -row["reward"], "pdf_value": row["pdf"], "action": row["action"]}
    at: datetime.datetime = row["decided_at"]
    event = {
        "_label_ca": label,
        "Timestamp": at.strftime("%Y-%m-%dT%H:%M:%S.%f0Z"),
        "Version": "1",
        "EventId": row["id"],
        "c": fields_of(row),
        "VWState": {"m": "N/A"},
    }
    return json.dumps(event) + "\n"


def read(path: Path) -> Imported:
    """Lines with a continuous label; others are reported."""
    import polars

    with path.open(encoding="utf-8", errors="replace") as file:
        lines = ((number, line) for number, line in enumerate(file, 1) if line.strip())
        good, problems, refused = gather(lines, row_of)
    frame = polars.DataFrame(good, schema={"id": polars.String, **columns()}, orient="row")
    return Imported(frame, {}, problems, refused)


def row_of(line: str) -> dict[str, Any]:
    """One round; where ``pdrop`` of the rounds were dropped, that is refused, not ignored."""
    try:
        event = json.loads(line)
    except ValueError:
        raise ValueError(f"{line.strip()[:60]!r} is no JSON") from None
    if not isinstance(event, dict) or not isinstance(event.get("_label_ca"), dict):
        raise ValueError("there is no _label_ca, an object with action, cost and pdf_value")
    if event.get("pdrop", 0):
        raise ValueError(f"pdrop is {event['pdrop']!r}: rounds that stand for dropped ones")
    label = event["_label_ca"]
    numbers = [label.get(name) for name in ("action", "cost", "pdf_value")]
    if not all(isinstance(one, int | float) and abs(one) < 1e300 for one in numbers):
        raise ValueError(f"_label_ca is {label!r}; give finite numbers")
    found = checked(*map(float, numbers))
    context = json.dumps(event.get("c", {}))
    return {"id": str(event.get("EventId", "")), **found, "context": context}
