"""A user's own table as a bandit problem: behind ``smoothbandits run`` and ``compare``."""

from smoothbandits.apps.own_table.contest import (
    Comparison,
    Contest,
    Contestant,
    TableRun,
    compare_policies,
    run_policy,
)
from smoothbandits.apps.own_table.loss import TableLoss, parse_loss
from smoothbandits.apps.own_table.problem import TableProblem, load_problem
from smoothbandits.apps.own_table.sale import TableSale, parse_payoff
from smoothbandits.apps.own_table.settings import TableSettings

__all__ = [
    "Comparison",
    "Contest",
    "Contestant",
    "TableLoss",
    "TableProblem",
    "TableRun",
    "TableSale",
    "TableSettings",
    "compare_policies",
    "load_problem",
    "parse_loss",
    "parse_payoff",
    "run_policy",
]
