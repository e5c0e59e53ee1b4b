"""What a bandit is made of: oracle and explorer that are given, and defaults for the rest."""

from typing import Any, Literal

from smoothbandits.bandit.defaults import (
    explorer_for,
    forgetting,
    movable,
    oracle_for,
    outcome_explorer,
    outcome_oracle,
    policy_for,
    reusable_explorer,
    spread,
    watched,
    watches,
)
from smoothbandits.errors import InvalidParameter
from smoothbandits.explorers import Explorer
from smoothbandits.payoffs import KnownPayoff
from smoothbandits.spaces import Space

__all__ = ["EngineChoice", "choose"]

EngineChoice = Literal["auto", "compiled", "python"]


def choose(
    space: Space,
    *,
    oracle: Any,
    explorer: Any,
    policy: Literal["best", "fast"] | None,
    contexts: bool,
    present: float = 1.0,
    payoff: KnownPayoff | None,
    forget: int | None,
    drift: Literal["auto", "watch"] | None,
    reusable: bool = False,
) -> tuple[Any, Explorer]:
    """Oracle and explorer, from what `Bandit` is given.

    ``contexts`` is whether there are any, ``present`` which share of their entries says something
    at a time.

    Examples
    --------
    >>> from smoothbandits.spaces import Catalog
    >>> rest = dict(policy=None, contexts=False, payoff=None, forget=None, drift=None)
    >>> choose(Catalog(3), oracle=None, explorer=None, **rest)[0]
    TableOracle(unseen=1.0)
    """
    chosen = policy_for(policy, oracle)
    used_explorer = explorer
    if reusable and explorer is not None:
        raise InvalidParameter(
            f"explorer is {explorer!r} and reusable is True; leave one of them out, as reusable "
            "takes an explorer of its own"
        )
    if reusable:
        used_explorer = reusable_explorer()
    elif explorer is None and payoff is not None:
        used_explorer = outcome_explorer(chosen)
    elif explorer is None:
        used_explorer = explorer_for(chosen, space, contexts=contexts)
    if not isinstance(used_explorer, Explorer):
        raise InvalidParameter(
            f"explorer is {explorer!r}; give SmoothIGW, CappedIGW, AdaptiveIGW, "
            "EpsilonGreedy, Greedy or RandomPlay"
        )
    used = oracle
    if oracle is None and payoff is not None:
        used = outcome_oracle(chosen, payoff.monotone, contexts=contexts)
    elif oracle is None:
        used = oracle_for(chosen, space, contexts=contexts)
    if oracle is None:
        used = spread(used, present)
    if forget is not None:
        used = forgetting(used, forget)
        used_explorer = used_explorer if explorer is not None else movable(used_explorer)
    own = any(given is not None for given in (oracle, explorer, payoff, forget))
    if watches(drift, space, own=own, contexts=contexts):
        used = watched(used)
    return used_explorer.suited(used), used_explorer
