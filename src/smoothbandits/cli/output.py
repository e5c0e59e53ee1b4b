"""What the commands share: results on stdout, everything else on stderr."""

import json
import os
import signal
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table as RichTable

if TYPE_CHECKING:
    from smoothbandits.apps.reports import Report, Table

__all__ = [
    "cell_bar",
    "notes",
    "print_json",
    "print_report",
    "print_table",
    "stops_at_once",
]


def notes() -> Console:
    """Where progress and remarks go, so that stdout holds the result alone."""
    return Console(stderr=True, highlight=False)


@contextmanager
def stops_at_once() -> Iterator[None]:
    """End the process on control-C, without waiting for threads that only calculate.

    Python's C code writes the signal to a pipe, and a thread that reads it ends the process.  An
    exception, or a handler in Python, would wait for the next step of the main thread.  Polars
    restarts system calls after a signal, so a main thread that waits for a lock may never take
    one.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell's background job
        yield
        return
    told, tell = os.pipe()
    os.set_blocking(tell, False)
    before = signal.signal(signal.SIGINT, lambda *_: None)  # only handled signals reach the pipe
    others = signal.set_wakeup_fd(tell)
    threading.Thread(target=stop_when_told, args=(told,), daemon=True).start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(others)
        signal.signal(signal.SIGINT, before)
        os.close(tell)


def stop_when_told(pipe: int) -> None:
    """End the process once control-C's number comes through the pipe; return when it closes."""
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


def print_report(report: "Report", paths: Sequence[Path], *, json: bool) -> None:
    """All numbers as JSON; or tables, sentences and the files that were written."""
    if json:
        print_json(report.numbers)
        return
    for table, title in report.tables:
        print_table(table, title)
    for line in report.lines:
        print(line)
    print("Written: " + ", ".join(str(path) for path in paths))


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
