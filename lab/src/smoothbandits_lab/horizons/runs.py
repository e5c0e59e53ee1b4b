"""One cell: a policy on a table under a loss, once."""

import time

from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.horizons.policies import POLICIES
from smoothbandits_lab.horizons.problem import Problem

__all__ = ["play"]


def play(cell: Cell) -> Result:
    """By horizon its rounds and the mean loss of each setting; seconds of the whole."""
    problem, policy = Problem.of(cell), POLICIES[cell.policy]
    began = time.perf_counter()
    means = [policy.play(problem, setting) for setting in policy.settings]
    return {
        "ends": problem.ends,
        "losses": {
            horizon: list(map(float, losses))
            for horizon, losses in zip(problem.ends, zip(*means, strict=True), strict=True)
        },
        "seconds": time.perf_counter() - began,
        "note": problem.table.note,
    }
