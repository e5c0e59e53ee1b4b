"""What ``run`` and ``compare`` share: options, and what they say before they play."""

import dataclasses
import shlex
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from smoothbandits.experiments.own_table import TableProblem, TableSettings

Data = Annotated[str, typer.Argument(help="A CSV or Parquet file, or the name of a dataset.")]
Target = Annotated[
    str | None, typer.Option(help="Column to be met by the action. A dataset knows its own.")
]
Loss = Annotated[
    str,
    typer.Option(
        help="absolute, squared, pinball:QUANTILE, or asymmetric:UNDER,OVER (cost per unit "
        "below and above the target)."
    ),
]
Payoff = Annotated[
    str | None,
    typer.Option(
        help="Instead of a loss: sale, or sale:COST. The target is what each customer would have "
        "paid, the action a price, and reports are in money."
    ),
]
Low = Annotated[float | None, typer.Option(help="Least action; the least target by default.")]
High = Annotated[
    float | None, typer.Option(help="Greatest action; the greatest target by default.")
]
Clip = Annotated[bool, typer.Option("--clip", help="Clip targets to the range of the action.")]
Rows = Annotated[int | None, typer.Option(help="Play only so many rows.")]
Shuffle = Annotated[
    int | None, typer.Option(help="Shuffle the rows with this seed; file order by default.")
]
FitRows = Annotated[
    int | None,
    typer.Option(help="Find ranges and levels of columns from the first so many rows only."),
]
Ignore = Annotated[
    list[str] | None, typer.Option(help="A column that is not known before acting; repeatable.")
]
DropMissing = Annotated[
    bool, typer.Option("--drop-missing", help="Leave out rows without a target.")
]
MaxCategories = Annotated[
    int, typer.Option(help="Levels of a category with an entry of their own; others share one.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print all numbers as JSON.")]


def table_settings(options: dict[str, Any]) -> "TableSettings":
    """Those of a command's options, by name, that say what to make of its table."""
    from smoothbandits.experiments.own_table import TableSettings

    known = {field.name: options[field.name] for field in dataclasses.fields(TableSettings)}
    return TableSettings(**{**known, "ignore": tuple(known["ignore"] or ())})


def print_remarks(problem: "TableProblem", console: "Console") -> None:
    """Say what was dropped and what was known in hindsight."""
    for name, reason in problem.encoder.dropped.items():
        console.print(f"Column {name!r} {reason}.", markup=False)
    for note in problem.notes:
        console.print(note, markup=False)


def command_line() -> str:
    """What was typed."""
    return shlex.join(["smoothbandits", *sys.argv[1:]])
