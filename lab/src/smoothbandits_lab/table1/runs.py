"""One cell of the table: a policy with given settings on a dataset, once."""

from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.table1.policies import POLICIES
from smoothbandits_lab.table1.problem import Problem
from smoothbandits_lab.table1.row_losses import group_means, paper_interval

__all__ = ["play"]

DIGITS = 7  # of losses that are kept


def play(cell: Cell) -> Result:
    """Loss, rounds and seconds; means of groups of rows and the paper's interval if known."""
    problem = Problem.of(cell)
    outcome = POLICIES[cell.policy](problem)
    result: Result = {
        "loss": outcome.loss,
        "rounds": outcome.rounds,
        "seconds": outcome.seconds,
        "groups": None,
        "paper_interval": None,
        "note": problem.table.note,
    }
    if outcome.losses is not None and outcome.rows is not None:
        groups = group_means(outcome.losses, outcome.rows)
        result["groups"] = [round(value, DIGITS) for value in groups.tolist()]
        batch = problem.settings.get("batch", 8)
        result["paper_interval"] = list(paper_interval(outcome.losses, batch))
    return result
