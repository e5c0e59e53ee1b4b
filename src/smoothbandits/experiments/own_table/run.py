"""One policy on a table, with all that can be shown about it."""

import time
from dataclasses import dataclass

import numpy as np

from smoothbandits.bandit import Bandit
from smoothbandits.baselines import Baseline
from smoothbandits.checks import Floats, check_seed
from smoothbandits.experiments.bootstrap import Estimate, mean_interval
from smoothbandits.experiments.own_table.playing import Played, Progress, play
from smoothbandits.experiments.own_table.problem import TableProblem
from smoothbandits.experiments.policies import check_policy
from smoothbandits.reports.surface import Surface, learned_surface

__all__ = ["TableRun", "run_policy"]

LATE_ROWS = 1_000  # of which contexts are shown


@dataclass(frozen=True, eq=False)
class TableRun:
    """What `run_policy` returns.

    Attributes
    ----------
    problem, policy, played
        The table, the policy as it is afterwards, and what it did.
    loss, reference
        Progressive loss with its interval, of the policy and of the best single action.
    reference_losses, reference_action, reference_sold
        Losses of that action in each round, the action, and the share it sold, of prices.
    difference
        Policy minus reference, on the same rows.
    surface
        What the policy's oracle learned; None for baselines, which have none.
    seconds
        Wall clock, compiling included.
    """

    problem: TableProblem
    policy: Bandit | Baseline
    played: Played
    loss: Estimate
    reference: Estimate
    reference_losses: Floats
    reference_action: float
    difference: Estimate
    surface: Surface | None
    seconds: float
    reference_sold: float | None = None


def run_policy(
    problem: TableProblem,
    *,
    policy: str = "best",
    seed: int = 0,
    progress: Progress | None = None,
) -> TableRun:
    """Play a table once with one policy, and the best single action beside it.

    Parameters
    ----------
    problem
        What `load_problem` returned.
    policy
        One of `smoothbandits.experiments.policies.POLICIES`.
    seed
        Source of the policy's randomness.
    progress
        Told about every window.
    """
    began = time.perf_counter()
    player, played = play(problem, check_policy(policy), check_seed(seed), progress)
    _, constant = play(problem, "constant", 0)
    surface = None
    if isinstance(player, Bandit):
        surface = learned_surface(player, *late_rows(problem))
    return TableRun(
        problem=problem,
        policy=player,
        played=played,
        loss=mean_interval(played.losses),
        reference=mean_interval(constant.losses),
        reference_losses=constant.losses,
        reference_action=float(constant.actions[0]),
        difference=mean_interval(played.losses - constant.losses),
        surface=surface,
        seconds=time.perf_counter() - began,
        reference_sold=constant.sold,
    )


def late_rows(problem: TableProblem) -> tuple[Floats, Floats]:
    """Contexts and targets of the last rows."""
    n = min(LATE_ROWS, problem.rounds)
    first = problem.rounds - n
    environment = problem.environment
    return environment.contexts(first, n), np.asarray(environment.targets(first, n))
