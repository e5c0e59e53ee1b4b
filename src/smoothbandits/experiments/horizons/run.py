"""The whole study, restartable: every policy on every table at hand, cell by cell."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from smoothbandits.experiments.cells import Cell, Cells
from smoothbandits.experiments.horizons.plan import plan
from smoothbandits.experiments.horizons.request import HorizonsSettings
from smoothbandits.experiments.horizons.scores import Score, make_scores

__all__ = ["Horizons", "run_horizons"]

#: a cell, its result, and whether it was there before
Progress = Callable[[Cell, dict[str, Any], bool], None]


@dataclass(frozen=True, eq=False)
class Horizons:
    """The finished study.

    Attributes
    ----------
    settings
        What was asked for.
    scores
        One per loss, horizon and policy.
    notes
        What there is to say about each table that was played.
    skipped
        Tables and policies that are missing, with the reason.
    seconds
        From start to end; a resumed run counts only what it did itself.
    """

    settings: HorizonsSettings
    scores: list[Score]
    notes: dict[str, str] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0


def run_horizons(
    settings: HorizonsSettings,
    folder: str | Path,
    *,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Horizons:
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
    return Horizons(settings, make_scores(found), notes, skipped, time.perf_counter() - began)
