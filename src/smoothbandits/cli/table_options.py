"""The options that ``run`` and ``compare`` share, and what they say before they play."""

import inspect
import shlex
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from smoothbandits.apps.own_table import TableProblem

__all__ = ["DataDir", "command_line", "print_remarks", "with_table_options"]

DataDir = Annotated[
    Path | None,
    typer.Option("--data-dir", help="Folder with data files, else SMOOTHBANDITS_DATA."),
]


def table_options(
    data: Annotated[str, typer.Argument(help="A CSV or Parquet file, or the name of a dataset.")],
    target: Annotated[
        str | None,
        typer.Option(help="Column that the action should meet. A dataset knows its own."),
    ] = None,
    loss: Annotated[
        str,
        typer.Option(
            help="absolute, squared, pinball:QUANTILE, or asymmetric:UNDER,OVER (cost per unit "
            "below and above the target)."
        ),
    ] = "absolute",
    payoff: Annotated[
        str | None,
        typer.Option(
            help="Instead of a loss: sale, or sale:COST. The target is what each customer would "
            "have paid, the action is a price, and reports are in money."
        ),
    ] = None,
    low: Annotated[
        float | None, typer.Option(help="Least action; the least target by default.")
    ] = None,
    high: Annotated[
        float | None, typer.Option(help="Greatest action; the greatest target by default.")
    ] = None,
    clip: Annotated[
        bool, typer.Option("--clip", help="Clip targets to the range of the action.")
    ] = False,
    rows: Annotated[int | None, typer.Option(help="Play only so many rows.")] = None,
    shuffle: Annotated[
        int | None, typer.Option(help="Shuffle the rows with this seed; file order by default.")
    ] = None,
    fit_rows: Annotated[
        int | None,
        typer.Option(help="Find ranges and levels of columns from the first so many rows only."),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option(help="A column that is not known before acting; repeatable."),
    ] = None,
    drop_missing: Annotated[
        bool, typer.Option("--drop-missing", help="Leave out rows without a target.")
    ] = False,
    max_categories: Annotated[
        int,
        typer.Option(help="Levels of a category with an entry of their own; others share one."),
    ] = 30,
    data_dir: DataDir = None,
) -> None:
    """The options: only the signature is used."""


def with_table_options(command: Callable[..., None]) -> Callable[..., None]:
    """Put `table_options` before those of a command.

    The command's first parameter takes the settings that they stand for.
    """
    shared = inspect.signature(table_options).parameters
    own = list(inspect.signature(command).parameters.values())[1:]

    @wraps(command)
    def asked(**options: Any) -> None:
        from smoothbandits.apps.own_table import TableSettings

        table = {name: options.pop(name) for name in shared}
        table["ignore"] = tuple(table["ignore"] or ())
        command(TableSettings(**table), **options)

    # typer reads a command's options from both of these
    parameters = [*shared.values(), *own]
    asked.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    asked.__annotations__ = {each.name: each.annotation for each in parameters}
    return asked


def print_remarks(problem: "TableProblem", console: "Console") -> None:
    """Say what was dropped and what was known in hindsight."""
    for name, reason in problem.encoder.dropped.items():
        console.print(f"Column {name!r} {reason}.", markup=False)
    for note in problem.notes:
        console.print(note, markup=False)


def command_line() -> str:
    """The command line as it was typed."""
    return shlex.join(["smoothbandits", *sys.argv[1:]])
