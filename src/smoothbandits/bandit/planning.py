"""What the paper's theorems promise for an experiment that is still being planned."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from smoothbandits.checks import check_count, check_fraction
from smoothbandits.errors import InvalidParameter
from smoothbandits.explorers import StableBase, StableCorral
from smoothbandits.oracles import Model
from smoothbandits.oracles.base import bind
from smoothbandits.spaces import Space
from smoothbandits.spaces.base import check_space
from smoothbandits.theory.theorem import adaptive_regret, theorem_gamma, theorem_regret

__all__ = ["Plan", "Promise", "plan"]

LONGEST = 2**62  # rounds that a search looks at


class Promise(NamedTuple):
    """What is promised at one smoothness.

    Attributes
    ----------
    h
        Smoothness of the benchmark.
    gamma
        Exploration parameter; with several bases its value while all are equally likely.
    exploration
        Least share of rounds that play a draw from mu, 1/(1 + h gamma).
    bound
        Most smooth regret after all rounds, never above their number.
    """

    h: float
    gamma: float
    exploration: float
    bound: float


@dataclass(frozen=True, repr=False)
class Plan:
    """What `plan` found; print it.

    Attributes
    ----------
    model
        The oracle on its space, untaught.
    rounds
        Horizon T.
    h
        Smoothness, or None where all are covered at once.
    oracle_bound
        Reg_Sq(T) of the oracle, per unit of the largest weight where there are several bases.
    promises
        One per base, from coarse to fine.
    beta
        Of the promise for every h at once.
    """

    model: Model
    rounds: int
    h: float | None
    oracle_bound: float
    promises: tuple[Promise, ...]
    beta: float | None = None

    @property
    def bases(self) -> int:
        """How many bases the algorithm has: 1 where h is known."""
        return len(self.promises)

    @property
    def bound(self) -> float:
        """Promised smooth regret at `h`; where all are covered, at 1/2, the easiest."""
        return self.promises[0].bound

    @property
    def gamma(self) -> float:
        """Exploration parameter of that promise."""
        return self.promises[0].gamma

    @property
    def exploration(self) -> float:
        """Least share of rounds that explore under that promise."""
        return self.promises[0].exploration

    def at(self, h: float) -> Promise:
        """What is promised against every kernel of density at most 1/h."""
        return covering(self.promises, check_fraction("h", h), self.rounds)

    def rounds_for(self, regret: float, h: float | None = None) -> int:
        """Fewest rounds after which the promised regret per round is at most ``regret``.

        Parameters
        ----------
        regret
            Smooth regret per round, in (0, 1].
        h
            Smoothness of the benchmark; that of the plan, or 1/2, if left out.
        """
        target = check_fraction("regret", regret)
        level = check_fraction("h", h if h is not None else self.promises[0].h)

        def enough(rounds: int) -> bool:
            _, promises = promise(self.model, rounds, self.h, self.beta)
            return covering(promises, level, rounds).bound <= target * rounds

        return least_rounds(enough, target)

    def __repr__(self) -> str:
        smoothness = "every h" if self.h is None else f"h = {self.h:.4g}"
        return (
            f"<Plan of {self.rounds:,} rounds at {smoothness}: {self.bases} "
            f"base{'s' * (self.bases > 1)}, smooth regret at most {self.bound:,.0f}>"
        )

    def __str__(self) -> str:
        oracle = shorten(repr(self.model.oracle), 60)
        lines = [
            f"{self.rounds:,} rounds on {shorten(repr(self.model.space), 60)} with {oracle},",
            f"whose square-loss regret is at most {self.oracle_bound:.4g}",
            "Theorem 1: SmoothIGW(h=h, gamma=Theorem(rounds))"
            if self.h is not None
            else f"Theorem 2: {self.bases} stable bases under CORRAL (CorralBandit), "
            f"{'every h at once' if self.beta is None else f'beta = {self.beta:g}'}",
            f"{'h':>10} {'gamma':>10} {'explores':>10} {'smooth regret':>14} {'per round':>10}",
        ]
        for h, gamma, exploration, bound in self.promises:
            lines.append(
                f"{h:10.4g} {gamma:10.4g} {f'>= {exploration:.1%}':>10} "
                f"{f'<= {bound:,.0f}':>14} {f'<= {bound / self.rounds:.2g}':>10}"
            )
        return "\n".join(lines + self._caveats())

    def _caveats(self) -> list[str]:
        notes = ["in expectation, where the oracle's class holds the true expected losses"]
        if self.h is None:
            notes.append(
                "proved in order only: CORRAL's analysis leaves constants open, and they are loose"
            )
        if any(promise.bound >= self.rounds for promise in self.promises):
            notes.append("a regret of 1 per round is what any play has: no promise there")
        return notes


def plan(
    space: Space,
    rounds: int,
    oracle: Any,
    h: float | None = None,
    *,
    beta: float | None = None,
    context_size: int = 0,
) -> Plan:
    """Say what the theorems promise for a planned experiment.

    With ``h`` it is Theorem 1: SmoothIGW with gamma = sqrt(8 T/(h Reg_Sq)) has smooth regret of
    at most sqrt(4 T Reg_Sq/h).  Without, Theorem 2: `CorralBandit` with eta = 1/sqrt(T) and
    B = ceil(log2 T) bases, for every h at once about

        B ln(T)/eta + eta T + 20 eta ln(T) T Reg_Sq/h_b,

    h_b the base next below h, and with ``beta`` the form T^(1/(1+beta)) h^-beta of it
    (`theory.adaptive_regret`).  The order is proved.  The constants are read off CORRAL's
    analysis, whose factor before the first two parts is not stated: no proof promises them.  They
    are so large that nothing is said for most T of practice; `AdaptiveIGW` does far better,
    unproven.

    Parameters
    ----------
    space
        `Interval`, `Box`, `Catalog` or `Product`.
    rounds
        Horizon T.
    oracle
        With a regret bound: `TableOracle`, `LinearOracle`, `FiniteClassOracle`, ..., or an object
        of your own with ``regret_bound(rounds)``.
    h
        Smoothness in (0, 1]; every one if left out.
    beta
        In (0, 1], without ``h``: see `StableCorral`.
    context_size
        Number of entries of a context.

    Raises
    ------
    NoRegretBound
        If the oracle states no bound.

    Examples
    --------
    >>> from smoothbandits import Catalog, FiniteClassOracle
    >>> classes = FiniteClassOracle([[0.2, 0.8], [0.9, 0.4]])
    >>> promised = plan(Catalog(2), 10_000, classes, h=0.5)
    >>> round(promised.bound), round(promised.gamma), promised.rounds_for(0.01)
    (167, 679, 27726)
    """
    check_space(space)
    horizon = check_count("rounds", rounds)
    if oracle is None:
        raise InvalidParameter("oracle is None; a promise needs one with a regret bound")
    if h is None:
        oracle = StableCorral(rounds=max(horizon, 2), beta=beta).suited(oracle)
    elif beta is not None:
        raise InvalidParameter(f"h is {h!r} and beta {beta!r}; beta is for where h is left out")
    model = bind(oracle, space, context_size=context_size, engine="python")
    level = None if h is None else check_fraction("h", h)
    bound, promises = promise(model, horizon, level, beta)
    return Plan(model, horizon, h, bound, promises, beta)


def promise(
    model: Model, rounds: int, h: float | None, beta: float | None
) -> tuple[float, tuple[Promise, ...]]:
    """The oracle's bound, and what it implies for each base."""
    if h is None:
        return unknown(model, max(rounds, 2), beta)
    bound = model.require_bound(rounds)
    return bound, (known(rounds, h, bound),)


def known(rounds: int, h: float, bound: float) -> Promise:
    """The promise of Theorem 1 for a known h: gamma, exploration and sqrt(4 T Reg_Sq/h)."""
    gamma = theorem_gamma(rounds, h, bound)
    regret = min(float(rounds), theorem_regret(rounds, h, bound))
    return Promise(h, gamma, 1.0 / (1.0 + h * gamma), regret)


def unknown(model: Model, rounds: int, beta: float | None) -> tuple[float, tuple[Promise, ...]]:
    """The oracle's bound, and Theorem 2 for each base, with the constants of CORRAL's analysis."""
    corral = StableCorral(rounds=rounds, beta=beta)
    state = corral.build(model)
    rate = {"eta": corral.learning_rate(state.bound), "beta": beta or 1.0}
    promises = []
    for h in state.smoothness.tolist():
        gamma = StableBase(h=h, rounds=rounds, bound=state.bound).gamma(corral.bases)
        regret = adaptive_regret(rounds, h, state.bound, bases=corral.bases, **rate)
        promises.append(Promise(h, gamma, 1.0 / (1.0 + h * gamma), min(float(rounds), regret)))
    return state.bound, tuple(promises)


def covering(promises: tuple[Promise, ...], h: float, rounds: int) -> Promise:
    """The promise of the coarsest base that competes with all kernels of smoothness h."""
    for found in promises:
        if found.h <= h:
            return found
    return promises[-1]._replace(h=h, bound=float(rounds))


def shorten(text: str, most: int) -> str:
    """Leave out the rest of what is too long."""
    flat = " ".join(text.split())
    return flat if len(flat) <= most else flat[: most - 3] + "..."


def least_rounds(enough: Callable[[int], bool], target: float) -> int:
    """The least number that is enough, where all larger ones are enough too."""
    high = 1
    while not enough(high):
        high *= 2
        if high > LONGEST:
            raise InvalidParameter(
                f"regret is {target!r}; no number of rounds promises that with this oracle and h"
            )
    low = high // 2  # not enough, or the start
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
