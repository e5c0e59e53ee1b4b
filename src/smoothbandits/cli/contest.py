"""Bars of several policies that play at once, for ``compare`` and ``demo``."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from smoothbandits.experiments.own_table.playing import Progress

__all__ = ["contest_bars"]


@contextmanager
def contest_bars(
    console: "Console", policies: Sequence[str], *, rounds: int, seeds: int
) -> Iterator["Progress"]:
    """One bar per policy; what it yields wants to be told about every window."""
    from smoothbandits.cli.output import round_bars
    from smoothbandits.experiments.own_table.compare import runs_of

    with round_bars(console) as bars:
        tasks = {
            name: bars.add_task(name, total=rounds * runs_of(name, seeds), loss="–")
            for name in policies
        }

        def show(name: str, played: int, mean: float) -> None:
            bars.update(tasks[name], advance=played, loss=f"{mean:.4f}")

        yield show
