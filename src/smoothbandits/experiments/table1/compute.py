"""One cell of the table: a policy with given settings on a dataset, once."""

from typing import Any

from smoothbandits.experiments.cells import Cell
from smoothbandits.experiments.table1.intervals import group_means, paper_interval
from smoothbandits.experiments.table1.policies import POLICIES
from smoothbandits.experiments.table1.problem import Problem

__all__ = ["compute"]

DIGITS = 7  # of losses that are kept


def compute(cell: Cell) -> dict[str, Any]:
    """Loss, rounds and seconds; means of groups of rows and the paper's interval if known."""
    where = cell.settings
    problem = Problem.load(
        cell.dataset,
        rows=where["rows"],
        data_dir=where["data_dir"],
        seed=cell.seed,
        settings=where["policy"],
    )
    outcome = POLICIES[cell.policy](problem)
    result: dict[str, Any] = {
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
        batch = where["policy"].get("batch", 8)
        result["paper_interval"] = list(paper_interval(outcome.losses, batch))
    return result
