"""Who plays: each policy is a function from a problem to mean losses at its horizons."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from smoothbandits.bandit.facade import Bandit
from smoothbandits.baselines import (
    CATS,
    Baseline,
    DiscretisedGreedy,
    GreedyTrees,
    best_constant,
    vw,
)
from smoothbandits.checks import Floats
from smoothbandits.payoffs import KnownPayoff, Sale
from smoothbandits.simulation.play import simulate
from smoothbandits_lab.horizons.full_information import (
    progressive_guesses,
    progressive_prices,
)
from smoothbandits_lab.horizons.problem import LOSSES, PRICE, Problem
from smoothbandits_lab.table_problem import SPACE

__all__ = ["CONSTANT", "POLICIES", "RIVAL", "Policy"]

RIVAL, CONSTANT = "rival", "constant"

Setting = dict[str, Any]
Means = list[float]  # at each horizon of the problem


@dataclass(frozen=True)
class Policy:
    """How a policy plays, and what it is in a few words.

    Attributes
    ----------
    play
        Takes the problem and one of the settings.
    meaning
        In a few words.
    settings
        All are played, and the best in hindsight counts.
    losses
        Under which it plays.
    """

    play: Callable[[Problem, Setting], Means]
    meaning: str
    settings: tuple[Setting, ...] = ({},)
    losses: tuple[str, ...] = LOSSES


def prefix_means(losses: Floats, ends: Iterable[int]) -> Means:
    """Mean loss up to each end: no policy knows its horizon, so a long run holds all shorter ones.

    Examples
    --------
    >>> prefix_means(np.array([1.0, 0.0, 0.5, 0.1]), [2, 4])
    [0.5, 0.4]
    """
    return [float(losses[:end].mean()) for end in ends]


def played(problem: Problem, player: Bandit | Baseline) -> Means:
    """One pass over the rows."""
    trace = simulate(player, problem.environment(), rounds=problem.rounds, progress=False)
    return prefix_means(trace.losses, problem.ends.values())


def rival(problem: Problem, setting: Setting) -> Means:
    """The twenty-line rival."""
    return played(problem, GreedyTrees(SPACE, problem.context_size, seed=problem.seed))


def ours(
    policy: Literal["best", "fast"], payoff: KnownPayoff | None = None
) -> Callable[[Problem, Setting], Means]:
    """One of the policies of `Bandit`, with or without knowing what a price is."""

    def play(problem: Problem, setting: Setting) -> Means:
        size, seed = problem.context_size, problem.seed
        bandit = Bandit(SPACE, policy=policy, context_size=size, payoff=payoff, seed=seed)
        return played(problem, bandit)

    return play


def constant(problem: Problem, setting: Setting) -> Means:
    """At each horizon the best action for the rows until then."""
    environment, (_, y) = problem.environment(), problem.rows()
    ends = problem.ends.values()
    actions = [best_constant(environment, SPACE, rounds=end) for end in ends]
    return [losses_of(problem, y[:end], a).mean() for end, a in zip(ends, actions, strict=True)]


def full(problem: Problem, setting: Setting) -> Means:
    """Trees that are told every target."""
    X, y = problem.rows()
    if problem.loss == PRICE:
        prices = progressive_prices(X, y, problem.seed)
        return prefix_means(losses_of(problem, y, prices), problem.ends.values())
    guesses = progressive_guesses(X, y, problem.slopes.level, problem.seed)
    return prefix_means(losses_of(problem, y, guesses), problem.ends.values())


def losses_of(problem: Problem, y: Floats, actions: Floats | float) -> Floats:
    """Losses of actions where targets are known."""
    if problem.loss == PRICE:
        return np.where(actions <= y, 1.0 - np.asarray(actions), 1.0)
    under, over = np.array(problem.slopes) / max(problem.slopes)
    losses: Floats = np.maximum(under * (y - actions), over * (actions - y))
    return losses


def cats(problem: Problem, setting: Setting) -> Means:
    """Vowpal Wabbit's CATS; where its own simulation lacks the loss, ours, which is the same."""
    if problem.loss == "absolute":
        return in_vw(problem, lambda table: table.cats(**setting, seed=problem.seed))
    return played(problem, CATS(SPACE, problem.context_size, **setting, seed=problem.seed))


def discrete(problem: Problem, setting: Setting) -> Means:
    """Vowpal Wabbit's cells; where its own simulation lacks the loss, ours."""
    if problem.loss == "absolute":
        return in_vw(problem, lambda table: table.discrete(**setting, seed=problem.seed))
    player = DiscretisedGreedy(SPACE, problem.context_size, **setting, seed=problem.seed)
    return played(problem, player)


def in_vw(problem: Problem, run: Callable[[vw.Table], vw.VWRun]) -> Means:
    """One run of Vowpal Wabbit per horizon: a run reports one mean and repeats shorter ones."""
    X, y = problem.rows()
    means = []
    for end in problem.ends.values():
        with vw.Table(X[:end], y[:end], low=0.0, high=1.0) as table:
            means.append(run(table).loss)
    return means


CATS_SETTINGS = ((8, 1.0), (32, 2.0), (128, 4.0), (1024, 32.0))
ARMS = (4, 8, 16, 32)
HINDSIGHT = (
    "the best of {0} settings in hindsight; under 3:1 and with prices, which its own simulation "
    "lacks, {1}"
)

POLICIES: dict[str, Policy] = {
    RIVAL: Policy(rival, "twenty lines: LightGBM on context and action, 5 % random"),
    CONSTANT: Policy(constant, "the best single action for the same rows, in hindsight"),
    "vw-discrete": Policy(
        discrete,
        "Vowpal Wabbit's epsilon-greedy over equal cells (cb_discrete), "
        + HINDSIGHT.format(len(ARMS), "this package's"),
        tuple({"arms": arms} for arms in ARMS),
    ),
    "vw-cats": Policy(
        cats,
        "Vowpal Wabbit's CATS, "
        + HINDSIGHT.format(len(CATS_SETTINGS), "this package's, which takes the same steps"),
        tuple({"leaves": leaves, "bandwidth": width} for leaves, width in CATS_SETTINGS),
    ),
    "full": Policy(full, "the limit: the rival's trees, told every target after its round"),
    "fast": Policy(ours("fast"), "the policy of a few numbers per column, nothing set by hand"),
    "best": Policy(ours("best"), "the policy of boosted trees, nothing set by hand"),
    "fast-sale": Policy(
        ours("fast", Sale()), "fast with payoff=Sale(), which learns what sells", losses=(PRICE,)
    ),
    "best-sale": Policy(
        ours("best", Sale()), "best with payoff=Sale(), which learns what sells", losses=(PRICE,)
    ),
}
