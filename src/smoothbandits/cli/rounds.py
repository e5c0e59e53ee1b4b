"""Progress bars that count rounds, for ``run``, ``compare`` and ``demo``."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn
from rich.text import Text

from smoothbandits.cli.output import stops_at_once

if TYPE_CHECKING:
    from smoothbandits.apps.own_table import TableProblem
    from smoothbandits.apps.own_table.playing import Progress as Report

__all__ = ["contest_bars", "round_bars"]


class Speed(ProgressColumn):
    """Rounds per second of playing: compiling does not count, as in the tables."""

    def render(self, task: Task) -> Text:
        """Rounds so far by the time that they took; tasks carry it in a field ``seconds``."""
        seconds = task.fields["seconds"]
        speed = task.completed / seconds if seconds else 0.0
        return Text(f"{speed:>9,.0f} rounds/s" if speed else "  compiling       ", style="cyan")


@contextmanager
def round_bars(
    console: Console, problem: "TableProblem", rounds: Mapping[str, int]
) -> Iterator["Report"]:
    """Show a bar for each policy; yield the function that moves it on after every window."""
    with Progress(
        TextColumn("{task.description:<14}"),
        BarColumn(bar_width=30),
        TextColumn("{task.percentage:>3.0f} %"),
        Speed(),
        TextColumn("{task.fields[mean]}"),
        console=console,
    ) as bars:
        tasks = {
            name: bars.add_task(name, total=total, mean="", seconds=0.0)
            for name, total in rounds.items()
        }

        def show(name: str, played: int, seconds: float, mean: float) -> None:
            task = tasks[name]
            so_far = bars.tasks[bars.task_ids.index(task)].fields["seconds"] + seconds
            words = problem.currency.words(mean)
            bars.update(task, advance=played, mean=words, seconds=so_far)

        yield show


@contextmanager
def contest_bars(
    console: Console, problem: "TableProblem", policies: Sequence[str], seeds: int
) -> Iterator["Report"]:
    """`round_bars` of policies that play in threads, which control-C ends at once."""
    from smoothbandits.apps.own_table.contest import runs_of

    rounds = {name: problem.rounds * runs_of(name, seeds) for name in policies}
    with stops_at_once(), round_bars(console, problem, rounds) as show:
        yield show
