"""Whether the rows of a log can be those of decisions."""

from typing import TYPE_CHECKING, Any

from smoothbandits.errors import InvalidTable, UnsupportedSave
from smoothbandits.journal.formats.forms import MOST_SHOWN, Imported, Problem
from smoothbandits.journal.log import SCHEMA

if TYPE_CHECKING:
    import polars

__all__ = ["checked_log"]

NEEDED = ("action", "density", "explored", "loss")


def checked_log(frame: "polars.DataFrame", facts: dict[str, Any], name: str) -> Imported:
    """The rows that are sound; the others are reported with their places, from 1 on."""
    import polars

    if not isinstance(facts, dict) or facts.get("schema", SCHEMA) != SCHEMA:
        raise UnsupportedSave(
            f"{name!r} has columns of version {facts!r:.60}, where this one reads {SCHEMA}; "
            "update smoothbandits"
        )
    lacking = [column for column in NEEDED if column not in frame.columns]
    if lacking:
        raise InvalidTable(f"{name!r} lacks the columns {', '.join(lacking)} of a log")
    column = polars.col
    rules: dict[str, Any] = {
        "density is missing or below 0": (column("density") >= 0.0)
        & column("density").is_finite(),
        "explored is missing": column("explored").is_not_null(),
        "action is missing": column("action").is_not_null(),
        "loss is outside [0, 1]": column("loss").is_null()
        | ((column("loss") >= 0.0) & (column("loss") <= 1.0)),
        "an explored row has density 0": ~column("explored") | (column("density") > 0.0),
    }
    if frame["action"].dtype.is_float():
        rules["action is no finite number"] = column("action").is_finite()
    try:
        found = frame.select(**{reason: rule.fill_null(False) for reason, rule in rules.items()})
    except polars.exceptions.PolarsError as error:
        reason = str(error).strip().split("\n")[0][:160]
        raise InvalidTable(
            f"columns of {name!r} have other types than a log's: {reason}"
        ) from None
    good = found.select(polars.all_horizontal(polars.all()).alias("good"))["good"]
    bad = (~good).arg_true().to_list()
    problems = []
    for place in bad[:MOST_SHOWN]:
        row = found.row(place, named=True)
        reason = next(reason for reason, holds in row.items() if not holds)
        problems.append(Problem(place + 1, reason))
    return Imported(frame.filter(good), facts, problems, len(bad))
