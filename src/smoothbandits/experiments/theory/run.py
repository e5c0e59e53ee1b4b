"""Run the claims: the cells of all of them in one pool, then each judges its own."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from smoothbandits.checks import check_count
from smoothbandits.experiments.cells import Cell, Cells
from smoothbandits.experiments.theory.claim import Claim, Finding, Result, Size
from smoothbandits.experiments.theory.claims import find_claim

__all__ = ["Judged", "Theory", "run_theory"]

Progress = Callable[[Cell, Result, bool], None]


@dataclass(frozen=True, eq=False)
class Judged:
    """A claim, what its runs say, and the seconds of one core that they took."""

    claim: Claim
    finding: Finding
    seconds: float


@dataclass(frozen=True, eq=False)
class Theory:
    """All that the page needs."""

    size: Size
    judged: Sequence[Judged]
    seconds: float  # wall clock of this command; cells that were there before take none

    @property
    def verdict(self) -> Literal["holds", "fails"]:
        """Whether every claim holds."""
        every = all(one.finding.verdict == "holds" for one in self.judged)
        return "holds" if every else "fails"


def run_theory(
    names: Sequence[str],
    folder: str | Path,
    *,
    size: Size = "full",
    jobs: int = 1,
    progress: Progress | None = None,
) -> Theory:
    """Run claims and judge them; what the folder already has is not run again.

    Parameters
    ----------
    names
        Which claims, in the order of the page.
    folder
        Where finished cells are kept.
    size
        How much is run.
    jobs
        Processes.
    progress
        Told about every finished cell.
    """
    check_count("jobs", jobs)
    claims = [find_claim(name) for name in names]
    began = time.perf_counter()
    planned = [claim.cells(size) for claim in claims]
    store = Cells(folder)
    results = iter(
        store.run([cell for cells in planned for cell in cells], jobs=jobs, progress=progress)
    )
    judged = [
        Judged(
            claim,
            claim.judge(size, [next(results) for _ in cells]),
            sum(seconds_of(store.path(cell)) for cell in cells),
        )
        for claim, cells in zip(claims, planned, strict=True)
    ]
    return Theory(size, judged, time.perf_counter() - began)


def seconds_of(path: Path) -> float:
    """How long a finished cell took when it was run."""
    return float(json.loads(path.read_text())["elapsed"])
