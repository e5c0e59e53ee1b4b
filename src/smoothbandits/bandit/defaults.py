"""What a bandit uses where no oracle or explorer is given: ``policy="fast"`` or ``"best"``.

One setting per kind of space; nothing depends on the data set.  Settings were chosen on other
draws of the networks that Table 1 scores, on the tables of the UCI repository, on ``flights``,
which Table 1 scores too, and the catalogue's on a twin made from the caption contest's own
numbers (``lab/studies/fast.md``, ``best.md``).  Nothing was chosen on ``diamonds`` and
``txhousing``, which are there to be scored.
"""

from dataclasses import replace
from typing import Any

from smoothbandits.errors import InvalidParameter
from smoothbandits.explorers import AdaptiveIGW, Anytime, CappedIGW, Explorer, SmoothIGW
from smoothbandits.oracles import (
    AdditiveOracle,
    BoostedOracle,
    BoostedOutcomeOracle,
    CurveOracle,
    ForgettingOracle,
    HarmonicOracle,
    Oracle,
    OutcomeOracle,
    ScaledOracle,
    TableOracle,
    WatchedOracle,
)
from smoothbandits.spaces import Space

__all__ = [
    "POLICIES",
    "best_explorer",
    "best_oracle",
    "explorer_for",
    "fast_explorer",
    "fast_oracle",
    "forgetting",
    "movable",
    "oracle_for",
    "outcome_explorer",
    "outcome_oracle",
    "policy_for",
    "reusable_explorer",
    "spread",
    "watched",
    "watches",
]

POLICIES = ("fast", "best")
WITH_TREES = BoostedOracle | BoostedOutcomeOracle  # those that are fitted to examples they keep

# one item in a thousand may be good: the grid goes from nearly random play to nearly greedy play
ON_A_CATALOG = AdaptiveIGW(lowest=0.003, highest=30.0, bases=12, anytime=True)
# one valley needs few explored rounds once it is found: exploration fades from the start
ON_AN_INTERVAL = AdaptiveIGW(lowest=1.0, highest=16.0, bases=5, anytime=True)

# share of uniform play over the bases where examples are forgotten
MIXING = 0.05

# h gamma / sqrt(t) over trees: a valley is found with less exploration than a surface
ON_A_VALLEY, ON_A_SURFACE = 32.0, 4.0
# the same where outcomes of a payoff are predicted
ON_OUTCOMES = {"fast": 16.0, "best": 8.0}

# where every round is to be used again (``lab/studies/reusable.md``): what is played spreads over
# a share h of mu, and h gamma / sqrt(t) is smaller than where exploring only has to learn
REUSABLE_H, REUSABLE_RATE = 1 / 64, 1.5


def policy_for(policy: str | None, oracle: Any) -> str:
    """The policy that fills in what is left out, where none is named.

    Beside another oracle than that of best it is fast: its explorers suit any oracle.

    Examples
    --------
    >>> policy_for(None, None)
    'best'
    >>> policy_for(None, HarmonicOracle())
    'fast'
    """
    if policy is not None:
        return check_policy(policy)
    return "best" if oracle is None or isinstance(oracle, WITH_TREES) else "fast"


def oracle_for(policy: str, space: Space, *, contexts: bool = True) -> Any:
    """The oracle of a policy, with contexts or without.

    Examples
    --------
    >>> from smoothbandits.spaces import Interval
    >>> oracle_for("best", Interval(0, 1)).trees
    150
    """
    chosen = best_oracle if check_policy(policy) == "best" else fast_oracle
    return chosen(space, contexts=contexts)


def explorer_for(policy: str, space: Space, *, contexts: bool = True) -> Explorer:
    """The explorer of a policy, with contexts or without.

    Examples
    --------
    >>> from smoothbandits.spaces import Interval
    >>> explorer_for("best", Interval(0, 1))
    SmoothIGW(h=1.0, gamma=Anytime(constant=32.0))
    """
    if check_policy(policy) == "fast":
        return fast_explorer(space)
    return best_explorer(space, contexts=contexts)


def check_policy(policy: str) -> str:
    """Refuse a name that is none of `POLICIES`."""
    if not isinstance(policy, str) or policy not in POLICIES:
        names = " or ".join(map(repr, POLICIES))
        raise InvalidParameter(f"policy is {policy!r}; give {names}, or an oracle and explorer")
    return policy


def fast_oracle(space: Space, *, contexts: bool = True) -> Any:
    """Means per item, any shape on a box or a product, one valley on an interval.

    Without contexts it is any shape on an interval too, unless the user brings a sampler: its
    cells do not have equal mass.

    Examples
    --------
    >>> from smoothbandits.spaces import Interval
    >>> fast_oracle(Interval(0, 1))
    AdditiveOracle(knots=None, prior=1.0)
    >>> fast_oracle(Interval(0, 1), contexts=False)
    CurveOracle(cells=64)
    """
    if space.size is not None:
        return TableOracle()
    if space.parts.only_number is None:
        blind = not contexts and not space.parts.categories
        return HarmonicOracle() if blind else ScaledOracle(HarmonicOracle())
    return AdditiveOracle() if contexts or not space.compilable else CurveOracle()


def fast_explorer(space: Space) -> Explorer:
    """CORRAL over how much to explore.

    Examples
    --------
    >>> from smoothbandits.spaces import Catalog
    >>> fast_explorer(Catalog(1_000_000)).anytime
    True
    """
    if space.size is not None:
        return ON_A_CATALOG
    return AdaptiveIGW() if space.parts.only_number is None else ON_AN_INTERVAL


def best_oracle(space: Space, *, contexts: bool = True) -> Any:
    """Boosted trees on an interval with contexts or on a product, else that of fast.

    One curve is learned sooner by cells than by trees.

    Examples
    --------
    >>> from smoothbandits.spaces import Interval
    >>> from smoothbandits.spaces import Box
    >>> type(best_oracle(Box([0, 0], [1, 1]))).__name__
    'ScaledOracle'
    >>> best_oracle(Interval(0, 1), contexts=False)
    CurveOracle(cells=64)
    """
    one_curve = space.parts.only_number is not None and not contexts
    if has_trees(space) and not one_curve:
        return BoostedOracle()
    return fast_oracle(space, contexts=contexts)


def best_explorer(space: Space, *, contexts: bool = True) -> Explorer:
    """On an interval or a product h gamma grows like sqrt(t); elsewhere the explorer of fast.

    Without contexts, and on a product, there is no valley, so more is explored.

    Examples
    --------
    >>> from smoothbandits.spaces import Box
    >>> best_explorer(Box([0, 0], [1, 1]))
    AdaptiveIGW(...)
    """
    if not has_trees(space):
        return fast_explorer(space)
    one_valley = space.parts.only_number is not None and contexts
    return SmoothIGW(h=1.0, gamma=Anytime(ON_A_VALLEY if one_valley else ON_A_SURFACE))


def reusable_explorer() -> Explorer:
    """The explorer of ``reusable=True``: every round has a density.

    Examples
    --------
    >>> reusable_explorer().has_atom
    False
    """
    return CappedIGW(h=REUSABLE_H, gamma=Anytime(REUSABLE_RATE / REUSABLE_H))


def spread(oracle: Any, present: float) -> Any:
    """The oracle where a share of a context's entries says something at a time.

    The prior is the variance of the sum of all functions; it belongs to those that are there.

    Examples
    --------
    >>> spread(AdditiveOracle(), 0.25)
    AdditiveOracle(knots=None, prior=4.0)
    """
    if present < 1.0 and isinstance(oracle, AdditiveOracle | OutcomeOracle):
        return replace(oracle, prior=oracle.prior / present)
    return oracle


def forgetting(oracle: Any, rounds: int) -> Oracle:
    """The oracle with a half-life.

    Examples
    --------
    >>> forgetting(TableOracle(), 1000)
    ForgettingOracle(oracle=TableOracle(unseen=1.0), rounds=1000)
    """
    if not isinstance(oracle, Oracle):
        raise InvalidParameter(
            f"oracle is {oracle!r} with forget {rounds!r}; give a built-in oracle, or leave "
            "forget out"
        )
    if isinstance(oracle, WITH_TREES):
        return replace(oracle, forget=rounds)
    return ForgettingOracle(oracle, rounds)


def movable(explorer: Explorer) -> Explorer:
    """The explorer for a world that drifts: no base becomes so unlikely that it never returns.

    Examples
    --------
    >>> movable(AdaptiveIGW()).mixing
    0.05
    """
    return replace(explorer, mixing=MIXING) if isinstance(explorer, AdaptiveIGW) else explorer


def watches(drift: Any, space: Space, *, own: bool, contexts: bool) -> bool:
    """Whether to look for changes; "auto" does so where it was measured to cost nothing.

    That is an interval with contexts (``docs/how-to/change.md``), and never where oracle,
    explorer, payoff or forgetting are one's ``own`` choice.

    Examples
    --------
    >>> from smoothbandits.spaces import Interval
    >>> watches("auto", Interval(0, 1), own=False, contexts=True)
    True
    >>> watches("auto", Interval(0, 1), own=True, contexts=True)
    False
    """
    if drift is None or (isinstance(drift, str) and drift == "watch"):
        return drift is not None
    if not (isinstance(drift, str) and drift == "auto"):
        raise InvalidParameter(f"drift is {drift!r}; give 'auto', 'watch' or None")
    measured = space.parts.only_number is not None and space.compilable
    return measured and contexts and not own


def watched(oracle: Any) -> Oracle:
    """The oracle with a challenger beside it.

    Examples
    --------
    >>> watched(TableOracle())
    WatchedOracle(oracle=TableOracle(unseen=1.0), alpha=0.01)
    """
    if not isinstance(oracle, Oracle):
        raise InvalidParameter(
            f"oracle is {oracle!r} with drift 'watch'; give a built-in oracle, or leave drift out"
        )
    if isinstance(oracle, WITH_TREES):
        return replace(oracle, watch=True)
    return oracle if isinstance(oracle, WatchedOracle) else WatchedOracle(oracle)


def outcome_oracle(policy: str, monotone: int | None, *, contexts: bool = True) -> Any:
    """The oracle of a bandit with a payoff; without contexts one curve needs no trees.

    Examples
    --------
    >>> outcome_oracle("fast", -1)
    OutcomeOracle(monotone=-1, knots=None, prior=4.0)
    """
    if check_policy(policy) == "best" and contexts:
        return BoostedOutcomeOracle(monotone)
    return OutcomeOracle(monotone)


def outcome_explorer(policy: str) -> Explorer:
    """The explorer of a bandit with a payoff.

    Examples
    --------
    >>> outcome_explorer("best").h
    1.0
    """
    return SmoothIGW(h=1.0, gamma=Anytime(ON_OUTCOMES[check_policy(policy)]))


def has_trees(space: Space) -> bool:
    """Whether "best" takes boosted trees; with a sampler of the user's they would be slow."""
    return space.parts.number is not None and space.compilable
