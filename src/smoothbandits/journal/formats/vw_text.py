"""Vowpal Wabbit's text, labels ``ca action:cost:pdf_value``; the cost is minus the reward."""

import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from smoothbandits.journal.formats.dense import Dense, fields_of
from smoothbandits.journal.formats.forms import Exported, Imported, gather
from smoothbandits.journal.log import About

if TYPE_CHECKING:
    import polars

__all__ = ["checked", "columns", "read", "write"]

SPECIAL = re.compile(r"[\s|:=]")  # of VW's text


def write(frames: "Iterator[polars.DataFrame]", path: Path, about: About) -> Exported:
    """A line per round."""
    dense, unfinished = Dense(about, "VW's text"), path.with_name(f".{path.name}.part")
    try:
        with unfinished.open("w", encoding="utf-8") as file:
            for frame in frames:
                file.writelines(map(line_of, dense.of(frame).iter_rows(named=True)))
        dense.refuse_empty("VW's text")
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return Exported(path, "vw", dense.rows, dense.left_out, dense.note)


def line_of(row: dict[str, Any]) -> str:
    """One round."""
    features = " ".join(
        feature_of(SPECIAL.sub("_", name), value) for name, value in fields_of(row).items()
    )
    return f"ca {row['action']!r}:{-row['reward']!r}:{row['pdf']!r} | {features}\n"


def feature_of(name: str, value: Any) -> str:
    """A number by its value, a word as one of the name's words."""
    if isinstance(value, int | float):
        return f"{name}:{float(value)!r}"
    return f"{name}={SPECIAL.sub('_', str(value))}"


def read(path: Path) -> Imported:
    """Lines with one label; others are reported."""
    import polars

    with path.open(encoding="utf-8", errors="replace") as file:
        lines = ((number, line) for number, line in enumerate(file, 1) if line.strip())
        good, problems, refused = gather(lines, row_of)
    frame = polars.DataFrame(good, schema=columns(), orient="row")
    return Imported(frame, {}, problems, refused)


def columns() -> dict[str, Any]:
    """Columns of a log of others."""
    import polars

    numbers = dict.fromkeys(("action", "reward", "pdf"), polars.Float64)
    return {**numbers, "context": polars.String}


def row_of(line: str) -> dict[str, Any]:
    """The label and the features of a line."""
    label, bar, rest = line.partition("|")
    words = label.split()
    if not bar or len(words) != 2 or words[0] != "ca":
        raise ValueError(f"{line.strip()[:60]!r} is not: ca action:cost:pdf_value | features")
    parts = words[1].split(":")
    if len(parts) != 3:
        raise ValueError(f"the label {words[1]!r} is not action:cost:pdf_value")
    action, cost, pdf = map(number, parts)
    return {**checked(action, cost, pdf), "context": json.dumps(features(rest))}


def number(text: str) -> float:
    """A finite number."""
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise ValueError(f"{text!r} is no finite number")
    return found


def checked(action: float, cost: float, pdf: float) -> dict[str, Any]:
    """A label that can have been played."""
    if not pdf > 0.0:
        raise ValueError(f"pdf_value is {pdf!r}; what was played had a density above 0")
    return {"action": action, "reward": -cost, "pdf": pdf}


def features(text: str) -> dict[str, Any]:
    """Features by their names; those of a namespace begin with its name."""
    found: dict[str, Any] = {}
    for space in text.split("|"):
        words = space.split()
        prefix = ""
        if words and not space[:1].isspace():
            prefix = words.pop(0).partition(":")[0] + "^"
        for word in words:
            name, colon, value = word.partition(":")
            key, equals, word_value = name.partition("=")
            if equals and not colon:
                found[prefix + key] = word_value
            else:
                found[prefix + name] = number(value) if colon else 1.0
    return found
