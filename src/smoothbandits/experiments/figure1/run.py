"""Play Figure 1 cell by cell: one policy, one seed, 100,000 rounds."""

import hashlib
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from smoothbandits.checks import Floats, check_count
from smoothbandits.datasets import Arms, at_hand, load_arms
from smoothbandits.errors import InvalidParameter
from smoothbandits.experiments.cells import Cell, Cells
from smoothbandits.experiments.figure1.policies import (
    PAPER_SEEDS,
    POLICIES,
    PUBLISHED_ROUNDS,
    play,
)
from smoothbandits.experiments.figure1.results import Figure1, Outcome

__all__ = ["cells_of", "dataset_at_hand", "run_figure1"]

REAL, TWIN = "caption-652", "caption-synthetic"
FIRST_SEED = PAPER_SEEDS[0]

Progress = Callable[[Cell, dict[str, Any], bool], None]


def dataset_at_hand(data_dir: str | Path | None = None) -> str:
    """The contest if this machine has it, else its synthetic twin."""
    return REAL if at_hand(REAL, data_dir=data_dir) else TWIN


def run_figure1(
    folder: str | Path,
    *,
    rounds: int = PUBLISHED_ROUNDS,
    seeds: int = 32,
    policies: Sequence[str] = tuple(POLICIES),
    dataset: str | None = None,
    data_dir: str | Path | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Figure1:
    """Play every policy with every seed; what the folder already has is not played again.

    Parameters
    ----------
    folder
        Where finished cells are kept.
    rounds, seeds
        Rounds of a run, and runs of each policy.
    policies
        By name.
    dataset
        "caption-652" or "caption-synthetic"; the first that is at hand if left out.
    data_dir
        Folder with data files.
    jobs
        Processes.
    progress
        Told about every finished cell.
    """
    check_count("rounds", rounds)
    check_count("seeds", seeds)
    check_count("jobs", jobs)
    for name in policies:
        if name not in POLICIES:
            raise InvalidParameter(f"no policy is called {name!r}; give {', '.join(POLICIES)}")
    began = time.perf_counter()
    arms = load_arms(dataset or dataset_at_hand(data_dir), data_dir=data_dir)
    cells = cells_of(arms, rounds, seeds, policies, data_dir)
    results = Cells(folder).run(cells, jobs=jobs, progress=progress)
    return Figure1(
        dataset=arms.name,
        note=arms.note,
        arms=len(arms),
        best_arms=int((arms.means == arms.means.max()).sum()),
        rounds=rounds,
        seeds=[FIRST_SEED + i for i in range(seeds)],
        outcomes={
            name: _outcome([r for c, r in zip(cells, results, strict=True) if c.policy == name])
            for name in policies
        },
        seconds=time.perf_counter() - began,
    )


def cells_of(
    arms: Arms, rounds: int, seeds: int, policies: Sequence[str], data_dir: str | Path | None
) -> list[Cell]:
    """Seed by seed, so that processes compile different policies first."""
    settings = {
        "rounds": rounds,
        "means": digest(arms.means),
        "data_dir": None if data_dir is None else str(Path(data_dir).resolve()),
    }
    return [
        Cell(play, "figure1", arms.name, name, FIRST_SEED + i, settings)
        for i in range(seeds)
        for name in policies
    ]


def digest(means: Floats) -> str:
    """Tells whether the data are the same."""
    return hashlib.sha256(means.tobytes()).hexdigest()[:12]


def _outcome(results: list[dict[str, Any]]) -> Outcome:
    return Outcome(
        curves=np.array([result["regrets"] for result in results]),
        realised=np.array([result["realised"] for result in results]),
        lost=sum(result["lost"] for result in results),
        seconds=sum(result["seconds"] for result in results),
    )
