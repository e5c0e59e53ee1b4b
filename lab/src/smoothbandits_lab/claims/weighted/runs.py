"""Weighted games of regression: drawn, realizable, and the counterexample."""

import itertools
import math
from typing import Any

import numpy as np

from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.claims.weighted.games import (
    CONSTANTS,
    LABELS,
    WEIGHTS,
    Game,
    weighted_model,
)

__all__ = ["ERRORS", "play_adversary", "play_counterexample", "play_realizable"]

#: a mean counts as above its bound beyond this many standard errors: over all means of the full
#: size, chance alone exceeds it once in 200 times if every bound were reached exactly
ERRORS = 4.0
FAIL_WEIGHTS, FAIL_LABELS = "step", "ones, then zeros"


def unit(reduction: str, largest: float) -> float:
    """What the bound multiplies: the weight promised to A, which is 1, else the largest seen."""
    return 1.0 if reduction == "A" else largest


def shares(reduction: str, game: Game, seeds: int) -> Any:
    """Weighted regret over its bound, of shape (seeds, constants)."""
    found = []
    for seed in range(seeds):
        model = weighted_model(reduction, seed)
        excess, largest = game.excess(model, seed)
        bound = model.require_bound(game.rounds)
        found.append(excess / (unit(reduction, largest) * bound))
    return np.array(found)


def play_adversary(cell: Cell) -> Result:
    """Every way of weighing with every way of labelling."""
    rounds, seeds = cell.settings["rounds"], cell.settings["seeds"]
    games = []
    for weights, labels in itertools.product(WEIGHTS, LABELS):
        found = shares(cell.policy, Game(weights, labels, rounds), seeds)
        mean = found.mean(axis=0)
        error = found.std(axis=0, ddof=1) / math.sqrt(seeds)
        games.append(
            {
                "weights": weights,
                "labels": labels,
                "share": float(mean.max()),
                "error": float(error[mean.argmax()]),
                "surely_above": float((mean - ERRORS * error).max()),  # of the bound, if over 1
                "worst": float(found.max()),
            }
        )
    return {"reduction": cell.policy, "games": games}


def play_realizable(cell: Cell) -> Result:
    """Labels whose mean is in the class: regret against that mean, of every run."""
    rounds, seeds = cell.settings["rounds"], cell.settings["seeds"]
    games = []
    for weights in WEIGHTS:
        found = np.concatenate(
            [
                shares(cell.policy, Game(weights, None, rounds, float(truth)), seeds)[:, place]
                for place, truth in enumerate(CONSTANTS)
            ]
        )
        games.append(
            {
                "weights": weights,
                "runs": found.size,
                "share": float(found.mean()),
                "error": float(found.std(ddof=1) / math.sqrt(found.size)),
                "above": int((found > 1.0).sum()),
                "worst": float(found.max()),
            }
        )
    return {"reduction": cell.policy, "rounds": rounds, "games": games}


def play_counterexample(cell: Cell) -> Result:
    """Labels 1 at weight 0.01, then labels 0 at weight 1, at growing length; regret against 0."""
    regrets, bounds = [], []
    for half in cell.settings["halves"]:
        game = Game(FAIL_WEIGHTS, FAIL_LABELS, 2 * half)
        bounds.append(weighted_model(cell.policy, 0).require_bound(game.rounds))
        runs = range(cell.settings["seeds"])
        excess = [game.excess(weighted_model(cell.policy, seed), seed)[0] for seed in runs]
        regrets.append([float(one[0]) for one in excess])
    return {
        "reduction": cell.policy,
        "halves": cell.settings["halves"],
        "regrets": regrets,
        "bounds": bounds,
    }
