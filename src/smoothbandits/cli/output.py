"""What the commands share: results on stdout, everything else on stderr."""

import json
import os
import signal
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table as RichTable
from rich.text import Text

if TYPE_CHECKING:
    from smoothbandits.reports import Table

__all__ = [
    "add_rounds",
    "cell_bar",
    "notes",
    "print_json",
    "print_table",
    "round_bars",
    "show_rounds",
    "stops_at_once",
]


def notes() -> Console:
    """Where progress and remarks go, so that stdout holds the result alone."""
    return Console(stderr=True, highlight=False)


@contextmanager
def stops_at_once() -> Iterator[None]:
    """End the process on control-C: threads that only calculate would else be waited for.

    A thread of its own ends it, told by Python's C code through a pipe.  An exception, or a
    handler in Python, would come with the next step of the main thread; and since polars restarts
    system calls after a signal, a main thread that waits for a lock may never make one.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell's background job
        yield
        return
    told, tell = os.pipe()
    os.set_blocking(tell, False)
    before = signal.signal(signal.SIGINT, lambda *_: None)  # the pipe is told of what is handled
    others = signal.set_wakeup_fd(tell)
    threading.Thread(target=stop_when_told, args=(told,), daemon=True).start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(others)
        signal.signal(signal.SIGINT, before)
        os.close(tell)


def stop_when_told(pipe: int) -> None:
    """Wait for the number of control-C's signal, or for the pipe's end."""
    while number := os.read(pipe, 1):
        if number[0] == signal.SIGINT:
            cursor = b"\x1b[?25h" if os.isatty(2) else b""  # bars hide it
            os.write(2, cursor + b"smoothbandits: stopped\n")
            os._exit(130)
    os.close(pipe)


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
    """Rounds per second of playing: compiling does not count, as in the tables."""

    def render(self, task: Task) -> Text:
        """Rounds so far by the time that they took; tasks carry it in a field ``seconds``."""
        seconds = task.fields["seconds"]
        speed = task.completed / seconds if seconds else 0.0
        return Text(f"{speed:>9,.0f} rounds/s" if speed else "  compiling       ", style="cyan")


def round_bars(console: Console) -> Progress:
    """Bars that count rounds; `show_rounds` moves them."""
    return Progress(
        TextColumn("{task.description:<14}"),
        BarColumn(bar_width=30),
        TextColumn("{task.percentage:>3.0f} %"),
        Speed(),
        TextColumn("{task.fields[mean]}"),
        console=console,
    )


def add_rounds(bars: Progress, name: str, total: int) -> TaskID:
    """A bar of `round_bars`."""
    return bars.add_task(name, total=total, mean="", seconds=0.0)


def show_rounds(bars: Progress, task: TaskID, played: int, seconds: float, mean: str) -> None:
    """Rounds that were just played, the seconds they took, and the mean so far in words."""
    so_far = bars.tasks[bars.task_ids.index(task)].fields["seconds"] + seconds
    bars.update(task, advance=played, mean=mean, seconds=so_far)


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
