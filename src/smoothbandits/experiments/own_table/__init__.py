"""A user's own table as a bandit problem: behind ``smoothbandits run`` and ``compare``."""

from smoothbandits.experiments.own_table.compare import Comparison, compare_policies
from smoothbandits.experiments.own_table.loss import TableLoss, parse_loss
from smoothbandits.experiments.own_table.problem import TableProblem, load_problem
from smoothbandits.experiments.own_table.run import TableRun, run_policy
from smoothbandits.experiments.own_table.settings import TableSettings

__all__ = [
    "Comparison",
    "TableLoss",
    "TableProblem",
    "TableRun",
    "TableSettings",
    "compare_policies",
    "load_problem",
    "parse_loss",
    "run_policy",
]
