"""What one claim of the paper brings: runs, a verdict that is computed, a figure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from matplotlib.figure import Figure

from smoothbandits.apps.reports import Table
from smoothbandits.apps.reports.figures import Theme
from smoothbandits_lab.cells import Cell, Result

__all__ = ["Check", "Claim", "Finding", "Judged", "Size"]

#: "tiny" is for tests, seconds; "quick" and "full" are what the command runs.
Size = Literal["tiny", "quick", "full"]


@dataclass(frozen=True)
class Check:
    """One condition of a verdict, with the numbers it was decided by.

    Examples
    --------
    >>> Check("no run above the bound", 0.31 <= 1.0, "worst run at 0.31 of the bound").holds
    True
    """

    condition: str
    holds: bool
    measured: str


@dataclass(frozen=True)
class Finding:
    """What the runs say.

    Attributes
    ----------
    checks
        The verdict holds where each of them does.
    numbers
        Plain JSON values: everything the figure and the page show.
    table
        The main numbers for people.
    ran
        What was run, in words.
    remarks
        What a reader should know beside the verdict: limits, what a bound does not say.
    """

    checks: Sequence[Check]
    numbers: dict[str, Any]
    table: Table
    ran: str
    remarks: Sequence[str] = field(default=())

    @property
    def verdict(self) -> Literal["holds", "fails"]:
        """Whether every check holds."""
        return "holds" if all(check.holds for check in self.checks) else "fails"


class Claim(Protocol):
    """One claim: a module's object with these."""

    name: str  # of the command
    title: str
    source: str  # where the paper says it
    words: str  # the claim for someone who has not read the paper
    formula: str  # in one line of plain text

    def cells(self, size: Size) -> list[Cell]:
        """The runs, each a small restartable piece of work."""

    def judge(self, size: Size, results: Sequence[Result]) -> Finding:
        """Look at the results of ``cells(size)``, in their order."""

    def draw(self, figure: Figure, finding: Finding, theme: Theme) -> None:
        """Axes with units, reference slopes, legends."""


@dataclass(frozen=True, eq=False)
class Judged:
    """A claim, what its runs say, and the seconds of one core that they took."""

    claim: Claim
    finding: Finding
    seconds: float
