"""A progress bar for whoever watches: a terminal or a notebook, once a run takes a while.

Terminals get the bar of rich, which the commands use too.  In a notebook rich would need
ipywidgets; there IPython's own display updates a ``<progress>`` element, which needs nothing.
"""

import importlib
import multiprocessing
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from smoothbandits.extras import require_extra

__all__ = ["Progress", "told", "watched"]

#: told the rounds done and the mean loss so far
Progress = Callable[[int, float], None]

QUIET_SECONDS = 2.0  # that a run takes before anything is shown


def watched() -> bool:
    """Whether anybody would see a bar, and nothing says that it is not wanted.

    Processes and threads that others started are not watched: several would write over each other.
    """
    if os.environ.get("SMOOTHBANDITS_QUIET") or multiprocessing.parent_process() is not None:
        return False
    if threading.current_thread() is not threading.main_thread():
        return False
    return in_notebook() or (is_terminal() and find_spec("rich") is not None)


def is_terminal() -> bool:
    """Whether stderr is one."""
    return sys.stderr is not None and sys.stderr.isatty()


def in_notebook() -> bool:
    """Whether a Jupyter kernel runs this; nothing is imported to find out."""
    shell = sys.modules.get("IPython")
    running = None if shell is None else shell.get_ipython()
    return "ZMQInteractiveShell" in (kind.__name__ for kind in type(running).__mro__)


@contextmanager
def told(
    progress: Progress | bool | None, rounds: int, clock: Callable[[], float]
) -> Iterator[Progress | None]:
    """What to tell of a run's progress; None where nobody wants to know.

    Parameters
    ----------
    progress
        A function of the user's, True for a bar, False for none, None for one if it is `watched`.
    rounds
        Of the run.
    clock
        Seconds; a bar appears once a run has taken two of them.
    """
    if progress is None or progress is True or progress is False:
        if progress is None:
            progress = watched()
        if not progress:
            yield None
            return
        with bar(rounds) as show:
            yield later(show, clock)
    else:
        yield progress


def later(show: Progress, clock: Callable[[], float]) -> Progress:
    """Show nothing of runs that are over soon."""
    began = clock()

    def tell(done: int, mean: float) -> None:
        if clock() - began >= QUIET_SECONDS:
            show(done, mean)

    return tell


def bar(rounds: int) -> Any:
    """The bar of a notebook or a terminal; it appears when it is first told something."""
    return notebook_bar(rounds) if in_notebook() else terminal_bar(rounds)


@contextmanager
def terminal_bar(rounds: int) -> Iterator[Progress]:
    """A line on stderr, removed at the end."""
    require_extra("cli", "rich")
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    with_bar = Progress(
        TextColumn("{task.percentage:>3.0f} %"),
        BarColumn(bar_width=30),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} rounds"),
        TextColumn("mean loss {task.fields[mean]:.4f}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = with_bar.add_task("rounds", total=rounds, mean=0.0)

    def show(done: int, mean: float) -> None:
        with_bar.start()
        with_bar.update(task, completed=done, mean=mean)

    try:
        yield show
    finally:
        with_bar.stop()


@contextmanager
def notebook_bar(rounds: int) -> Iterator[Progress]:
    """An element of the page, removed at the end."""
    display = importlib.import_module("IPython.display")
    shown: list[Any] = []

    def show(done: int, mean: float) -> None:
        html = display.HTML(
            f'<progress value="{done}" max="{rounds}"></progress> '
            f"{done:,} of {rounds:,} rounds, mean loss {mean:.4f}"
        )
        if shown:
            shown[0].update(html)
        else:
            shown.append(display.display(html, display_id=True))

    try:
        yield show
    finally:
        if shown:
            shown[0].update(display.HTML(""))
