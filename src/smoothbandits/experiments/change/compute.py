"""One cell: a policy on a table in a world, once."""

import time
from typing import Any

from smoothbandits.experiments.cells import Cell
from smoothbandits.experiments.change.policies import POLICIES
from smoothbandits.experiments.change.problem import Problem

__all__ = ["compute"]


def compute(cell: Cell) -> dict[str, Any]:
    """Mean loss of all rounds and of the last, a curve, changes that were found, and seconds."""
    given = cell.settings
    problem = Problem.load(
        cell.dataset,
        world=given["world"],
        seed=cell.seed,
        rounds=given["rounds"],
        at=given["at"],
        last=given["last"],
        data_dir=given["data_dir"],
    )
    policy = POLICIES[cell.policy]
    began = time.perf_counter()
    played = policy.play(problem, problem.at if policy.restarted else 0)
    return {**played, "seconds": time.perf_counter() - began, "note": problem.table.note}
