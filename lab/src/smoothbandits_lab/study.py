"""What a study is: settings give cells, cells give results, results a finding, that a report."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from smoothbandits.apps import reports
from smoothbandits.checks import check_count
from smoothbandits_lab.cells import Cell, Cells, Progress, Result
from smoothbandits_lab.options import command_line

__all__ = ["Done", "Report", "Run", "Study", "run_study"]

Settings = TypeVar("Settings")
Finding = TypeVar("Finding")


class Run(NamedTuple):
    """A cell, its result, and the seconds of one core that it took when it was computed."""

    cell: Cell
    result: Result
    seconds: float


@dataclass(frozen=True)
class Report(reports.Report):
    """What a study leaves behind, with a verdict where there is one."""

    verdict: Literal["holds", "fails"] | None = None


class Study(Protocol[Settings, Finding]):
    """An experiment, from what is asked to what is found."""

    @property
    def name(self) -> str:
        """Name of the command and of the files."""

    @property
    def settings(self) -> type[Settings]:
        """A dataclass that checks what is asked; its fields are the options of the command."""

    def cells(self, settings: Settings) -> list[Cell]:
        """The runs, each a small restartable piece of work."""

    def judge(self, settings: Settings, runs: Sequence[Run]) -> Finding:
        """Look at the runs, which are in the order of the cells."""

    def report(self, done: "Done[Settings, Finding]") -> Report:
        """Show what was found."""

    def warnings(self, settings: Settings) -> Sequence[str]:
        """What is told before it begins: what this machine lacks."""

    def brief(self, cell: Cell, result: Result) -> str:
        """A finished cell in a few words, for the progress bar."""


@dataclass(frozen=True, eq=False)
class Done(Generic[Settings, Finding]):
    """A study that was carried out.

    Attributes
    ----------
    name
        Of the study.
    settings, finding
        What was asked, and what was found.
    seconds
        Wall clock; cells that were there before take none.
    """

    name: str
    settings: Settings
    finding: Finding
    seconds: float

    def made_by(self) -> str:
        """The command that makes this, with the versions of what its numbers depend on."""
        made = ", ".join(f"{name} {number}" for name, number in reports.versions().items())
        return f"Made by: {command_line(self.name, self.settings)}. {made}."

    def surroundings(self) -> dict[str, Any]:
        """Under which circumstances it was made, for JSON."""
        seconds = round(self.seconds, 3)
        return {"seconds": seconds, "cores": reports.cores(), "versions": reports.versions()}


def run_study(
    study: Study[Settings, Finding],
    settings: Settings,
    folder: str | Path,
    *,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Done[Settings, Finding]:
    """Compute the cells that are missing, and judge.

    Parameters
    ----------
    study, settings
        What to run.
    folder
        Where finished cells are kept; what is there is not computed again.
    jobs
        Processes.
    progress
        Told about every finished cell.
    """
    check_count("jobs", jobs)
    began = time.perf_counter()
    cells, store = study.cells(settings), Cells(folder)
    results = store.run(cells, jobs=jobs, progress=progress)
    runs = [
        Run(cell, result, store.seconds(cell)) for cell, result in zip(cells, results, strict=True)
    ]
    finding = study.judge(settings, runs)
    return Done(study.name, settings, finding, time.perf_counter() - began)
