"""From cells to scores: a policy against itself begun anew, and against itself as it is."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits_lab.cells import Result
from smoothbandits_lab.change.policies import POLICIES, RESTARTED
from smoothbandits_lab.change.problem import WORLDS
from smoothbandits_lab.change.settings import ChangeSettings
from smoothbandits_lab.statistics import Estimate, Ratio, geometric_mean, ratio_of
from smoothbandits_lab.study import Run
from smoothbandits_lab.table_study import TableScores

__all__ = ["Changes", "Place", "Score", "make_scores"]


@dataclass(frozen=True)
class Place:
    """A policy on one table.

    Attributes
    ----------
    all, last
        Mean losses over seeds: of all rounds, and of the last.
    to_restarted
        Loss of the last rounds over that of the same policy begun anew at the change.
    to_plain
        Loss of all rounds over that of the same policy as it is; None for one that began anew,
        as it has not played them.
    curve
        Mean losses of consecutive windows, over seeds; empty where it is not known.
    changes
        For each seed, after how many rounds changes were found.
    """

    all: float
    last: float
    to_restarted: Estimate
    to_plain: Estimate | None
    curve: tuple[float, ...]
    changes: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Score:
    """A policy in a world; ratios are geometric means over tables."""

    world: str
    policy: str
    to_restarted: Estimate
    to_plain: Estimate | None
    places: dict[str, Place]


class Changes(TableScores[ChangeSettings, Score]):
    """The finished study, with a score per world and policy."""


def make_scores(found: Iterable[Run]) -> list[Score]:
    """All scores that the runs allow, in the order of worlds and policies."""
    runs: dict[tuple[str, str], dict[str, list[Result]]] = {}
    for cell, result, _ in sorted(found, key=lambda run: run.cell.seed):
        tables = runs.setdefault((cell.settings["world"], cell.policy), {})
        tables.setdefault(cell.dataset, []).append(result)
    return [
        make_score(world, policy, runs)
        for world in WORLDS
        for policy in POLICIES
        if (world, policy) in runs
    ]


def make_score(world: str, policy: str, runs: dict[Any, dict[str, list[Result]]]) -> Score:
    """One policy against the two of its family."""
    known = POLICIES[policy]
    places: dict[str, Place] = {}
    late: list[Ratio] = []
    whole: list[Ratio] = []
    for table, results in runs[world, policy].items():
        anew = runs[world, known.family + RESTARTED][table]
        late.append(ratio_of(by_seed(results, "last"), by_seed(anew, "last")))
        if not known.restarted:
            plain = runs[world, known.family][table]
            whole.append(ratio_of(by_seed(results, "all"), by_seed(plain, "all")))
        places[table] = Place(
            all=float(by_seed(results, "all").mean()),
            last=float(by_seed(results, "last").mean()),
            to_restarted=late[-1].estimate(),
            to_plain=whole[-1].estimate() if whole else None,
            curve=tuple(np.mean([result["curve"] for result in results], axis=0).tolist()),
            changes=tuple(tuple(result["changes"]) for result in results),
        )
    to_plain = geometric_mean(whole) if whole else None
    return Score(world, policy, geometric_mean(late), to_plain, places)


def by_seed(results: list[Result], name: str) -> Floats:
    """One number of each run."""
    return np.array([result[name] for result in results])
