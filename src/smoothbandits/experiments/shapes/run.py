"""Play every oracle on every shape."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from smoothbandits.checks import Floats, check_count
from smoothbandits.experiments.cells import Cell, Cells
from smoothbandits.experiments.shapes.play import ORACLES, SHAPES, play

__all__ = ["ROUNDS", "Outcome", "Shapes", "run_shapes"]

ROUNDS = 100_000

Progress = Callable[[Cell, dict[str, Any], bool], None]


@dataclass(frozen=True, eq=False)
class Outcome:
    """One oracle on one shape: a row or an entry per run.

    Attributes
    ----------
    regrets
        Pseudo-regret at each checkpoint.
    late
        Regret per round over the last tenth of the rounds.
    learned, greedy
        Predicted losses in the end by run, context and action; the action of the least.
    """

    regrets: Floats
    late: Floats
    learned: Floats
    greedy: Floats


@dataclass(frozen=True, eq=False)
class Shapes:
    """All that the report needs; outcomes by shape and oracle."""

    rounds: int
    seeds: int
    outcomes: dict[str, dict[str, Outcome]]
    seconds: float  # wall clock of this command, compiling included, finished cells left out


def run_shapes(
    folder: str | Path,
    *,
    rounds: int = ROUNDS,
    seeds: int = 3,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Shapes:
    """Play every oracle on every shape; what the folder already has is not played again.

    Parameters
    ----------
    folder
        Where finished cells are kept.
    rounds, seeds
        Rounds of a run, and runs of each oracle on each shape.
    jobs
        Processes.
    progress
        Told about every finished cell.
    """
    check_count("rounds", rounds)
    check_count("seeds", seeds)
    check_count("jobs", jobs)
    began = time.perf_counter()
    cells = [
        Cell(play, "shapes", shape, oracle, seed, {"rounds": rounds})
        for seed in range(seeds)
        for shape in SHAPES
        for oracle in ORACLES
    ]
    results = Cells(folder).run(cells, jobs=jobs, progress=progress)
    found = list(zip(cells, results, strict=True))

    def outcome(shape: str, oracle: str) -> Outcome:
        runs = [r for cell, r in found if (cell.dataset, cell.policy) == (shape, oracle)]
        names = ("regrets", "late", "learned", "greedy")
        return Outcome(**{name: np.array([run[name] for run in runs]) for name in names})

    outcomes = {shape: {name: outcome(shape, name) for name in ORACLES} for shape in SHAPES}
    return Shapes(rounds, seeds, outcomes, time.perf_counter() - began)
