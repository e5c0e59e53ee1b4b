"""From cells to scores: a policy at a horizon against the rival and the best constant.

What is compared is a mean loss, of which less is better, or with prices a mean revenue, of which
more is; a score says which.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits_lab.cells import Result
from smoothbandits_lab.horizons.policies import CONSTANT, POLICIES, RIVAL
from smoothbandits_lab.horizons.problem import ALL, HORIZONS, LOSSES, PRICE
from smoothbandits_lab.horizons.settings import HorizonsSettings
from smoothbandits_lab.statistics import Estimate, Ratio, geometric_mean, ratio_of
from smoothbandits_lab.study import Run
from smoothbandits_lab.table_study import TableScores

__all__ = ["Horizons", "BEHIND", "Place", "Score", "make_scores", "measure_of"]

BEHIND = 1.05  # times the loss, or a part of the revenue: lost if the whole interval is beyond


@dataclass(frozen=True)
class Place:
    """A policy on one table.

    Attributes
    ----------
    mean, by_seed
        Loss or revenue: its mean over seeds, and that of each.
    rounds
        Of a run.
    setting
        The best in hindsight, where there were several.
    to_rival, to_constant
        Ratios on the same rows.
    """

    mean: float
    by_seed: tuple[float, ...]
    rounds: int
    setting: dict[str, Any]
    to_rival: Estimate
    to_constant: Estimate


@dataclass(frozen=True)
class Score:
    """A policy under a loss at a horizon.

    Attributes
    ----------
    loss, horizon, policy
        Names; the horizon is a number of rounds or "all".
    to_rival, to_constant
        Geometric means over tables.
    places
        By table.
    """

    loss: str
    horizon: str
    policy: str
    to_rival: Estimate
    to_constant: Estimate
    places: dict[str, Place]

    @property
    def measure(self) -> str:
        """What its numbers are: loss or revenue."""
        return measure_of(self.loss)

    @property
    def behind(self) -> list[str]:
        """Tables on which the rival is better beyond doubt."""
        return [name for name, place in self.places.items() if self.is_behind(place.to_rival)]

    def is_behind(self, ratio: Estimate) -> bool:
        """Whether a whole interval is on the rival's side."""
        if self.measure == "revenue":
            return ratio.high < 1.0 / BEHIND
        return ratio.low > BEHIND


def measure_of(loss: str) -> str:
    """What is compared: revenue with prices, of which more is better, else loss."""
    return "revenue" if loss == PRICE else "loss"


class Horizons(TableScores[HorizonsSettings, Score]):
    """The finished study, with a score per loss, horizon and policy."""


def make_scores(found: Iterable[Run]) -> list[Score]:
    """All scores that the runs allow, in the order of losses, horizons and policies."""
    runs: dict[tuple[str, str, str], dict[str, list[Result]]] = {}
    for cell, result, _ in sorted(found, key=lambda run: run.cell.seed):
        for horizon in result["ends"]:
            key = (cell.settings["loss"], horizon, cell.policy)
            runs.setdefault(key, {}).setdefault(cell.dataset, []).append(result)
    return [
        make_score(loss, horizon, policy, runs)
        for loss in LOSSES
        for horizon in (*map(str, HORIZONS), ALL)
        for policy in POLICIES
        if (loss, horizon, policy) in runs
    ]


def make_score(loss: str, horizon: str, policy: str, runs: dict[Any, Any]) -> Score:
    """One policy against the two that everyone is compared with."""
    places: dict[str, Place] = {}
    ratios: dict[str, list[Ratio]] = {RIVAL: [], CONSTANT: []}
    for table, results in runs[loss, horizon, policy].items():
        own, which = best_in_hindsight(results, horizon, loss)
        for name, gathered in ratios.items():
            other, _ = best_in_hindsight(runs[loss, horizon, name][table], horizon, loss)
            gathered.append(ratio_of(own, other))
        places[table] = Place(
            mean=float(own.mean()),
            by_seed=tuple(own.tolist()),
            rounds=int(results[0]["ends"][horizon]),
            setting=dict(POLICIES[policy].settings[which]),
            to_rival=ratios[RIVAL][-1].estimate(),
            to_constant=ratios[CONSTANT][-1].estimate(),
        )
    return Score(
        loss,
        horizon,
        policy,
        geometric_mean(ratios[RIVAL]),
        geometric_mean(ratios[CONSTANT]),
        places,
    )


def best_in_hindsight(results: list[Result], horizon: str, loss: str) -> tuple[Floats, int]:
    """Losses or revenues by seed of the setting with the least mean loss, and its number."""
    losses = np.array([result["losses"][horizon] for result in results])
    which = int(np.argmin(losses.mean(axis=0)))
    own = losses[:, which]
    return (1.0 - own if measure_of(loss) == "revenue" else own), which
