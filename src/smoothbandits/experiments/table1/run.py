"""The whole table, restartable: every policy on every dataset at hand, cell by cell."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from smoothbandits.experiments.cells import Cell, Cells
from smoothbandits.experiments.table1.plan import plan, used_datasets
from smoothbandits.experiments.table1.policies import POLICIES
from smoothbandits.experiments.table1.request import Table1Settings
from smoothbandits.experiments.table1.rows import Row, make_row

__all__ = ["Table1", "run_table1"]

Result = dict[str, Any]
#: a cell, its result, and whether it was there before
Progress = Callable[[Cell, Result, bool], None]


@dataclass(frozen=True, eq=False)
class Table1:
    """The finished table.

    Attributes
    ----------
    settings
        What was asked for.
    rows
        One per dataset and policy.
    skipped
        Datasets and policies that are missing, with the reason.
    seconds
        From start to end; a resumed run counts only what it did itself.
    """

    settings: Table1Settings
    rows: list[Row]
    skipped: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0


def run_table1(
    settings: Table1Settings,
    folder: str | Path,
    *,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Table1:
    """Compute what is missing in the folder and gather the table.

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
    gathered: dict[tuple[str, str], list[tuple[Cell, Result]]] = {}
    for cell, result in zip(cells, results, strict=True):
        gathered.setdefault((cell.dataset, cell.policy), []).append((cell, result))
    rows = [
        make_row(gathered[dataset, policy], full=settings.full, tune=settings.tune)
        for dataset in used_datasets(settings)[0]
        for policy in POLICIES
        if (dataset, policy) in gathered
    ]
    return Table1(settings, rows, skipped, time.perf_counter() - began)
