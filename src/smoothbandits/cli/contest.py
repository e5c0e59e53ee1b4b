"""Bars of several policies that play at once, for ``compare`` and ``demo``."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from smoothbandits.experiments.own_table import TableProblem
    from smoothbandits.experiments.own_table.playing import Progress

__all__ = ["contest_bars"]


@contextmanager
def contest_bars(
    console: "Console", problem: "TableProblem", policies: Sequence[str], seeds: int
) -> Iterator["Progress"]:
    """One bar per policy; what it yields wants to be told about every window."""
    from smoothbandits.cli.output import add_rounds, round_bars, show_rounds, stops_at_once
    from smoothbandits.experiments.own_table.compare import runs_of

    with stops_at_once(), round_bars(console) as bars:
        tasks = {
            name: add_rounds(bars, name, problem.rounds * runs_of(name, seeds))
            for name in policies
        }

        def show(name: str, played: int, seconds: float, mean: float) -> None:
            show_rounds(bars, tasks[name], played, seconds, problem.measure.words(mean))

        yield show
