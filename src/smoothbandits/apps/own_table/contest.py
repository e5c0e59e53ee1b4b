"""Policies on the same rows: one of them in detail, or several with several seeds each."""

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from smoothbandits.apps.own_table.playing import Played, Progress, play
from smoothbandits.apps.own_table.problem import TableProblem
from smoothbandits.apps.policies import check_policy
from smoothbandits.apps.reports import cores
from smoothbandits.apps.reports.surface import Surface, learned_surface
from smoothbandits.apps.statistics import (
    Estimate,
    RunningMeans,
    mean_interval,
    running_means,
)
from smoothbandits.bandit.facade import Bandit
from smoothbandits.baselines import Baseline
from smoothbandits.checks import Floats, check_count, check_seed
from smoothbandits.errors import InvalidParameter

__all__ = [
    "DEFAULT_POLICIES",
    "LATE_ROWS",
    "Comparison",
    "Contest",
    "Contestant",
    "TableRun",
    "check_contest",
    "compare_policies",
    "run_policy",
    "runs_of",
]

DEFAULT_POLICIES = (
    "best",
    "fast",
    "rival",
    "cats",
    "discretised",
    "epsilon-greedy",
    "random",
    "constant",
)
ONCE = ("constant",)  # nothing about them is random
CONSTANT = "best constant"  # beside the policy of a run
LATE_ROWS = 1_000  # of which a run shows contexts and actions


@dataclass(frozen=True, eq=False)
class Contestant:
    """One policy over all seeds.

    Attributes
    ----------
    losses
        Mean of each seed.
    loss, difference
        Mean with its interval; and minus that of the best policy, or in a run of the best
        constant, on the same rows and seeds.
    curve, regret
        Progressive loss; and cumulative loss minus that of the best single action.
    ends, recent, exploration
        Per window: rounds done at its end, mean loss and share of exploring rounds, a row per
        seed.
    explores
        Whether it says when it explores.
    seconds
        Time of the loops, all seeds together.
    sold
        Share of rounds whose price was paid; None where actions are no prices.
    changes
        For each seed, after how many rounds it found the world changed.
    """

    losses: Floats
    loss: Estimate
    difference: Estimate
    curve: RunningMeans
    regret: RunningMeans
    ends: Floats
    recent: Floats
    exploration: Floats
    explores: bool
    seconds: float
    sold: float | None = None
    changes: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, eq=False)
class Contest:
    """What figures and sentences are about.

    Attributes
    ----------
    problem, seeds
        What was played, and the seeds of the policies.
    contestants
        By name, in the order of the report.
    seconds
        Wall clock, compiling included.
    """

    problem: TableProblem
    seeds: list[int]
    contestants: Mapping[str, Contestant]
    seconds: float


@dataclass(frozen=True, eq=False)
class Comparison(Contest):
    """What `compare_policies` returns; contestants are sorted by loss."""

    @property
    def best(self) -> str:
        """The policy with the least loss."""
        return next(iter(self.contestants))


@dataclass(frozen=True, eq=False)
class TableRun(Contest):
    """What `run_policy` returns; contestants are the policy and the best constant.

    Attributes
    ----------
    policy, played
        The policy as it is afterwards, and what it did.
    constant
        What the best single action did.
    surface
        What the policy's oracle learned; None for baselines, which have none.
    """

    policy: Bandit | Baseline
    played: Played
    constant: Played
    surface: Surface | None

    @property
    def loss(self) -> Estimate:
        """Progressive loss of the policy."""
        return self.contestants[self.played.policy].loss

    @property
    def reference(self) -> Estimate:
        """Progressive loss of the best single action."""
        return self.contestants[CONSTANT].loss

    @property
    def difference(self) -> Estimate:
        """The policy's loss minus the best single action's, on the same rows."""
        return self.contestants[self.played.policy].difference


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
        One of `smoothbandits.apps.policies.POLICIES`.
    seed
        Source of the policy's randomness.
    progress
        Called after every window.
    """
    began = time.perf_counter()
    player, played = play(problem, check_policy(policy), check_seed(seed), progress)
    _, constant = play(problem, "constant", 0)
    surface = None
    if isinstance(player, Bandit):
        surface = learned_surface(player, *late_rows(problem))
    reference = constant.losses[None]
    return TableRun(
        problem=problem,
        seeds=[seed],
        contestants={
            policy: contestant([played], played.losses[None], reference, constant),
            CONSTANT: contestant([constant], reference, reference, constant),
        },
        policy=player,
        played=played,
        constant=constant,
        surface=surface,
        seconds=time.perf_counter() - began,
    )


def late_rows(problem: TableProblem) -> tuple[Floats, Floats]:
    """Contexts and targets of the last rows."""
    n = min(LATE_ROWS, problem.rounds)
    first = problem.rounds - n
    environment = problem.environment
    return environment.contexts(first, n), np.asarray(environment.targets(first, n))


def compare_policies(
    problem: TableProblem,
    *,
    policies: Sequence[str] = DEFAULT_POLICIES,
    seeds: int = 5,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Play the same rows with every policy; results do not depend on the number of threads.

    Parameters
    ----------
    problem
        What `load_problem` returned.
    policies
        Names of `smoothbandits.apps.policies.POLICIES`.
    seeds, seed
        Runs per policy, with seeds seed, seed + 1, ...
    threads
        By default one per core.
    progress
        Called after every window of every run.
    """
    check_contest(policies, seeds=seeds, seed=seed)
    began = time.perf_counter()
    numbers = list(range(seed, seed + seeds))
    jobs = [
        (n, name) for i, n in enumerate(numbers) for name in policies if i < runs_of(name, seeds)
    ]
    pool = ThreadPoolExecutor(threads or cores())
    done = False
    try:
        runs = list(pool.map(lambda job: play(problem, job[1], job[0], progress)[1], jobs))
        done = True
    finally:
        pool.shutdown(
            wait=done, cancel_futures=True
        )  # after an error or control-C, wait for no run
    by_name = {name: [run for run in runs if run.policy == name] for name in policies}
    constant = next(iter(by_name.get("constant", [])), None)
    if constant is None:
        _, constant = play(problem, "constant", 0)
    losses = {
        name: np.array([run.losses for run in (found * seeds)[:seeds]])
        for name, found in by_name.items()
    }
    order = sorted(losses, key=lambda name: float(losses[name].mean()))
    best = losses[order[0]]
    return Comparison(
        problem=problem,
        seeds=numbers,
        contestants={
            name: contestant(by_name[name], losses[name], best, constant) for name in order
        },
        seconds=time.perf_counter() - began,
    )


def runs_of(name: str, seeds: int) -> int:
    """How often a policy plays."""
    return 1 if name in ONCE else seeds


def check_contest(policies: Sequence[str], *, seeds: int, seed: int) -> None:
    """Refuse what cannot be run, before anything is."""
    if not policies:
        raise InvalidParameter("no policy is given; give at least one")
    for name in policies:
        check_policy(name)
    twice = [name for name in policies if list(policies).count(name) > 1]
    if twice:
        raise InvalidParameter(f"policy {twice[0]!r} is given twice; give it once")
    check_count("seeds", seeds)
    check_seed(seed)


def contestant(runs: list[Played], losses: Floats, best: Floats, constant: Played) -> Contestant:
    """Gather the runs of one policy."""
    gap = running_means(losses - constant.losses)
    shares = [np.nan if run.sold is None else run.sold for run in runs]
    return Contestant(
        losses=losses[: len(runs)].mean(axis=1),
        loss=mean_interval(losses),
        difference=mean_interval(losses - best),
        curve=running_means(losses),
        regret=RunningMeans(gap.rounds, *(gap.rounds * part for part in gap[1:])),
        ends=runs[0].ends.astype(np.float64),
        recent=np.array([run.recent for run in runs]),
        exploration=np.array([run.exploration for run in runs]),
        explores=any(run.explored.any() for run in runs),
        seconds=sum(run.seconds for run in runs),
        sold=None if np.isnan(shares).any() else float(np.mean(shares)),
        changes=tuple(run.changes for run in runs),
    )
