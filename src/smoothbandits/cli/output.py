"""What the commands share: results on stdout, everything else on stderr."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table as RichTable
from rich.text import Text

if TYPE_CHECKING:
    from smoothbandits.reports import Table

__all__ = ["cell_bar", "notes", "print_json", "print_table", "round_bars"]


def notes() -> Console:
    """Where progress and remarks go, so that stdout holds the result alone."""
    return Console(stderr=True, highlight=False)


def print_json(data: Mapping[str, Any]) -> None:
    """One JSON document on stdout."""
    print(json.dumps(data, indent=2, allow_nan=False))


def print_table(table: "Table", title: str = "") -> None:
    """A table on stdout."""
    shown = RichTable(title=title or None, title_justify="left", box=SIMPLE_HEAD)
    for i, header in enumerate(table.headers):
        shown.add_column(header, justify="left" if i == 0 else "right")
    for i, row in enumerate(table.rows):
        shown.add_row(*row, style="bold cyan" if i == table.strong else None)
    Console(highlight=False).print(shown)


class Speed(ProgressColumn):
    """Rounds per second."""

    def render(self, task: Task) -> Text:
        """Show the recent speed, or the overall one when done."""
        speed = task.finished_speed or task.speed
        return Text(f"{speed:>9,.0f} rounds/s" if speed else "  compiling       ", style="cyan")


def round_bars(console: Console) -> Progress:
    """Bars that count rounds; tasks carry a field ``loss`` with the text to show."""
    return Progress(
        TextColumn("{task.description:<14}"),
        BarColumn(bar_width=30),
        TextColumn("{task.percentage:>3.0f} %"),
        Speed(),
        TextColumn("loss {task.fields[loss]}"),
        console=console,
    )


def cell_bar(console: Console) -> Progress:
    """A bar that counts cells of an experiment; its task carries a field ``last``, any text."""
    return Progress(
        TextColumn("{task.description:<8}"),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[last]}"),
        console=console,
    )
