"""Policies for an interval by name: what commands offer and compare."""

from collections.abc import Callable
from dataclasses import dataclass

from smoothbandits.bandit import Bandit
from smoothbandits.baselines import (
    CATS,
    Baseline,
    Constant,
    DiscretisedGreedy,
    GreedyTrees,
    best_constant,
)
from smoothbandits.environments import RegressionEnvironment, SalesEnvironment
from smoothbandits.errors import InvalidParameter
from smoothbandits.explorers import AdaptiveIGW, EpsilonGreedy, Explorer, Greedy, RandomPlay
from smoothbandits.features import RandomFourier
from smoothbandits.oracles import Adam, DispersionOracle, KernelOracle, Oracle
from smoothbandits.payoffs import KnownPayoff
from smoothbandits.spaces import Interval
from smoothbandits.tables.reading import nearest

__all__ = ["POLICIES", "Policy", "check_policy", "make_policy"]

#: the payoff that bandits are told, if there is one
Told = KnownPayoff | None
#: space, context_size, seed, payoff
Maker = Callable[[Interval, int, int, Told], Bandit | Baseline]


@dataclass(frozen=True)
class Policy:
    """How a policy is made, and what it is in a few words."""

    make: Maker
    meaning: str


def bandit_of(oracle: Oracle | None = None, explorer: Explorer | None = None) -> Maker:
    """A maker of bandits with this oracle and explorer; those of fast where they are left out.

    An oracle of its own learns losses, also where the payoff is known.
    """

    def make(space: Interval, context_size: int, seed: int, payoff: Told) -> Bandit:
        return Bandit(
            space,
            oracle=oracle,
            explorer=explorer,
            policy="fast",
            context_size=context_size,
            payoff=payoff if oracle is None else None,
            seed=seed,
        )

    return make


def best(
    space: Interval, context_size: int, seed: int, payoff: KnownPayoff | None
) -> Bandit | Baseline:
    """Boosted trees."""
    return Bandit(space, policy="best", context_size=context_size, payoff=payoff, seed=seed)


def rival(space: Interval, context_size: int, seed: int, payoff: Told) -> Baseline:
    """Boosted trees in twenty lines."""
    return GreedyTrees(space, context_size, seed=seed)


def cats(space: Interval, context_size: int, seed: int, payoff: Told) -> Baseline:
    """CATS with its own defaults."""
    return CATS(space, context_size, seed=seed)


def discretised(
    space: Interval, context_size: int, seed: int, payoff: KnownPayoff | None
) -> Baseline:
    """Epsilon-greedy over equal cells."""
    return DiscretisedGreedy(space, context_size, seed=seed)


def middle(space: Interval, context_size: int, seed: int, payoff: Told) -> Baseline:
    """The middle of the range for ever; `make_policy` puts the best action in its place."""
    low, high = space.support
    return Constant(space, 0.5 * (low + high), context_size=context_size)


FOURIER = DispersionOracle(RandomFourier(512), Adam(0.005, tzero=300.0))
WIDE = AdaptiveIGW(lowest=16.0, highest=4096.0, bases=12, eta=0.3)

POLICIES: dict[str, Policy] = {
    "best": Policy(best, "the default of Bandit: boosted trees, refitted as examples grow"),
    "fast": Policy(
        bandit_of(), "one valley that is a sum over the columns, learned in microseconds"
    ),
    "rival": Policy(rival, "twenty lines: LightGBM on context and action, 5 % random"),
    "linear": Policy(bandit_of(DispersionOracle()), "the paper's model, linear in the context"),
    "rff": Policy(bandit_of(FOURIER, WIDE), "the paper's model on 512 random Fourier features"),
    "kernel": Policy(bandit_of(KernelOracle()), "losses of any shape in the action"),
    "epsilon-greedy": Policy(
        bandit_of(explorer=EpsilonGreedy(0.05)), "the oracle of fast, 5 % random actions"
    ),
    "greedy": Policy(bandit_of(explorer=Greedy()), "the oracle of fast, never explores"),
    "random": Policy(bandit_of(explorer=RandomPlay()), "any action, never learns"),
    "constant": Policy(middle, "the best single action, known only in hindsight"),
    "cats": Policy(cats, "a tree of classifiers over 64 cells, smoothed"),
    "discretised": Policy(discretised, "16 actions, a regressor each, 5 % random"),
}


def check_policy(name: str) -> str:
    """Refuse a name that no policy has.

    Examples
    --------
    >>> check_policy("kernel")
    'kernel'
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
    payoff: KnownPayoff | None = None,
) -> Bandit | Baseline:
    """An untaught policy.

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
    payoff
        What bandits are told, of those that can use it.

    Examples
    --------
    >>> make_policy("cats", Interval(0, 1), context_size=2, seed=0, rounds=100).leaves
    64
    """
    check_policy(name)
    if name == "constant" and environment is not None:
        action = best_constant(environment, space, rounds=rounds)
        return Constant(space, action, context_size=context_size)
    return POLICIES[name].make(space, context_size, seed, payoff)
