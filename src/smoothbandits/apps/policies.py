"""Policies for an interval by name: what commands offer and compare."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from smoothbandits.bandit.facade import Bandit
from smoothbandits.baselines import (
    CATS,
    Baseline,
    Constant,
    DiscretisedGreedy,
    GreedyTrees,
    best_constant,
)
from smoothbandits.checks import nearest
from smoothbandits.environments import RegressionEnvironment, SalesEnvironment
from smoothbandits.errors import InvalidParameter
from smoothbandits.explorers import AdaptiveIGW, EpsilonGreedy, Explorer, Greedy, RandomPlay
from smoothbandits.features import RandomFourier
from smoothbandits.oracles import Adam, DispersionOracle, HarmonicOracle, Oracle
from smoothbandits.payoffs import KnownPayoff
from smoothbandits.scale import Scale
from smoothbandits.spaces import Interval

__all__ = ["POLICIES", "Policy", "check_policy", "make_policy"]


class Task(NamedTuple):
    """What a policy is made for: the arguments of a bandit that depend on the problem."""

    space: Interval
    context_size: int
    seed: int
    scale: Scale | None
    payoff: KnownPayoff | None


Maker = Callable[[Task], Bandit | Baseline]


@dataclass(frozen=True)
class Policy:
    """How a policy is made, and what it is in a few words."""

    make: Maker
    meaning: str


def bandit_of(
    oracle: Oracle | None = None,
    explorer: Explorer | None = None,
    policy: Literal["best", "fast"] = "fast",
) -> Maker:
    """A maker of bandits; the policy fills in an oracle or explorer that is left out.

    An oracle that is given learns losses, also where the payoff is known.
    """

    def make(task: Task) -> Bandit:
        payoff = task.payoff if oracle is None else None
        return Bandit(
            task.space,
            oracle=oracle,
            explorer=explorer,
            policy=policy,
            context_size=task.context_size,
            scale=task.scale if payoff is None else None,
            payoff=payoff,
            seed=task.seed,
        )

    return make


def baseline_of(kind: Callable[..., Baseline]) -> Maker:
    """A maker of baselines of this kind, with their own defaults."""
    return lambda task: kind(task.space, task.context_size, seed=task.seed)


def middle(task: Task) -> Baseline:
    """The middle of the range in every round; `make_policy` knows a better constant."""
    low, high = task.space.support
    return Constant(task.space, 0.5 * (low + high), context_size=task.context_size)


FOURIER = DispersionOracle(RandomFourier(512), Adam(0.005, tzero=300.0))
WIDE = AdaptiveIGW(lowest=16.0, highest=4096.0, bases=12, eta=0.3)

POLICIES: dict[str, Policy] = {
    "best": Policy(
        bandit_of(policy="best"), "the default of Bandit: boosted trees, refitted as examples grow"
    ),
    "fast": Policy(
        bandit_of(), "one valley that is a sum over the columns, learned in microseconds"
    ),
    "rival": Policy(
        baseline_of(GreedyTrees), "twenty lines: LightGBM on context and action, 5 % random"
    ),
    "dispersion": Policy(
        bandit_of(DispersionOracle()), "the paper's dispersion model, linear in the context"
    ),
    "rff": Policy(bandit_of(FOURIER, WIDE), "the dispersion model on 512 random Fourier features"),
    "harmonic": Policy(bandit_of(HarmonicOracle()), "losses of any shape in the action"),
    "epsilon-greedy": Policy(
        bandit_of(explorer=EpsilonGreedy(0.05)), "the oracle of fast, 5 % random actions"
    ),
    "greedy": Policy(bandit_of(explorer=Greedy()), "the oracle of fast, never explores"),
    "random": Policy(bandit_of(explorer=RandomPlay()), "any action, never learns"),
    "constant": Policy(middle, "the best single action, known only in hindsight"),
    "cats": Policy(baseline_of(CATS), "a tree of classifiers over 64 cells, smoothed"),
    "discretised": Policy(
        baseline_of(DiscretisedGreedy), "16 actions, a regressor each, 5 % random"
    ),
}


def check_policy(name: str) -> str:
    """Refuse a name that no policy has.

    Examples
    --------
    >>> check_policy("harmonic")
    'harmonic'
    """
    if name not in POLICIES:
        raise InvalidParameter(
            f"no policy is called {name!r}{nearest(name, POLICIES)}; give one of "
            f"{', '.join(POLICIES)}"
        )
    return name


def make_policy(
    name: str,
    space: Interval,
    *,
    context_size: int,
    seed: int,
    rounds: int,
    environment: RegressionEnvironment | SalesEnvironment | None = None,
    scale: Scale | None = None,
    payoff: KnownPayoff | None = None,
) -> Bandit | Baseline:
    """A policy that has learned nothing yet.

    Parameters
    ----------
    name
        One of `POLICIES`.
    space, context_size, seed
        As for `Bandit`.
    rounds
        How many will be played: "constant" is the best for those.
    environment
        Where "constant" looks for its action.
    scale, payoff
        As for `Bandit`.  Policies that can use a payoff take it and leave the scale.

    Examples
    --------
    >>> make_policy("cats", Interval(0, 1), context_size=2, seed=0, rounds=100).leaves
    64
    """
    check_policy(name)
    if name == "constant" and environment is not None:
        action = best_constant(environment, space, rounds=rounds)
        return Constant(space, action, context_size=context_size)
    return POLICIES[name].make(Task(space, context_size, seed, scale, payoff))
