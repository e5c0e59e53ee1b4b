"""The whole study, restartable: every policy in every world on every table, cell by cell."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from smoothbandits.experiments.cells import Cell, Cells
from smoothbandits.experiments.change.plan import plan
from smoothbandits.experiments.change.request import ChangeSettings
from smoothbandits.experiments.change.scores import Score, make_scores

__all__ = ["Changes", "run_change"]

#: a cell, its result, and whether it was there before
Progress = Callable[[Cell, dict[str, Any], bool], None]


@dataclass(frozen=True, eq=False)
class Changes:
    """The finished study.

    Attributes
    ----------
    settings
        What was asked for.
    scores
        One per world and policy.
    notes
        What there is to say about each table that was played.
    skipped
        Tables and policies that are missing, with the reason.
    seconds
        From start to end; a resumed run counts only what it did itself.
    """

    settings: ChangeSettings
    scores: list[Score]
    notes: dict[str, str] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0


def run_change(
    settings: ChangeSettings,
    folder: str | Path,
    *,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Changes:
    """Compute what is missing in the folder and gather the scores.

    Parameters
    ----------
    settings
        What to run.
    folder
        Where cells are kept.
    jobs
        Processes.
    progress
        Told about every cell.
    """
    began = time.perf_counter()
    cells, skipped = plan(settings)
    results = Cells(folder).run(cells, jobs=jobs, progress=progress)
    found = list(zip(cells, results, strict=True))
    notes = {cell.dataset: str(result["note"]) for cell, result in found}
    return Changes(settings, make_scores(found), notes, skipped, time.perf_counter() - began)
