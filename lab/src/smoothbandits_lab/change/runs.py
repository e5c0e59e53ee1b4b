"""One cell: a policy on a table in a world, once."""

import time

from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.change.policies import POLICIES
from smoothbandits_lab.change.problem import Problem

__all__ = ["play"]


def play(cell: Cell) -> Result:
    """Mean loss of all rounds and of the last, a curve, changes that were found, and seconds."""
    problem, policy = Problem.of(cell), POLICIES[cell.policy]
    began = time.perf_counter()
    played = policy.play(problem, problem.at if policy.restarted else 0)
    return {**played, "seconds": time.perf_counter() - began, "note": problem.table.note}
