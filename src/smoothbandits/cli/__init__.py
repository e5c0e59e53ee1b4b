"""The command ``smoothbandits``; heavy imports wait until a command runs."""

import io
import os
import sys
from importlib.metadata import entry_points
from typing import Annotated

import typer

from smoothbandits import __version__
from smoothbandits.cli import compare, datasets, demo, evaluate, info, journal, run, warmup
from smoothbandits.errors import SmoothBanditsError

__all__ = ["app", "main"]

app = typer.Typer(
    name="smoothbandits",
    help="Contextual bandits with continuous or very large action sets.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(demo.demo)
app.command()(run.run)
app.command()(compare.compare)
app.command()(evaluate.evaluate)
app.command()(warmup.warmup)
app.command()(info.info)
app.add_typer(datasets.app, name="datasets")
app.add_typer(journal.app, name="journal")
for command in entry_points(group="smoothbandits.commands"):  # of the laboratory, say
    app.add_typer(command.load(), name=command.name)


def show_version(wanted: bool) -> None:
    """Print the version and stop."""
    if wanted:
        print(__version__)
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Options of the command itself; the help text is the app's."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command; bad input ends with exit code 2 and one sentence on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # ? for what a terminal cannot show
    try:
        try:
            app(arguments)
        finally:
            sys.stdout.flush()
    except (SmoothBanditsError, OSError) as error:
        print(f"smoothbandits: {error}", file=sys.stderr)
        drop_output()
        raise SystemExit(2) from None


def drop_output() -> None:
    """Discard what could not be written; else Python tries again when it exits, and fails."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
