"""What a decision was allowed to use: from its record, or from the rule where that is a digest."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from smoothbandits.bandit.decision import Decision, holds_digest
from smoothbandits.errors import InvalidParameter
from smoothbandits.spaces.allowed import Allowed

if TYPE_CHECKING:
    from smoothbandits.bandit.facade import Bandit

__all__ = ["Recalled", "recalled"]


class Recalled(NamedTuple):
    """What a decision was allowed to use.

    Attributes
    ----------
    allowed
        The part of the space; None for the whole space, and where it is not known.
    unknown
        Why it is not known; empty where it is.
    """

    allowed: Allowed | None
    unknown: str = ""


def recalled(bandit: "Bandit", decision: Decision, within: Any) -> Recalled:
    """What a decision was allowed to use.

    Of many items a record keeps a digest.  The rule that is given is held against it, and if none
    is given the bandit's own.

    Parameters
    ----------
    bandit, decision
        The decision was checked.
    within
        What `act` was given, or all that the decision was allowed; None to do without.
    """
    if within is None and not holds_digest(decision.within):
        rule = decision.within
        return Recalled(None if rule is None else bandit.space.allowed(rule))
    for part in candidates(bandit, decision, within):
        if part is not None and part.within == decision.within:
            return Recalled(part)
    if within is not None:
        raise InvalidParameter(
            f"within is not what decision {decision.id!r} was allowed, {decision.within!r}; give "
            "the rule as it was then"
        )
    return Recalled(None, "the record keeps a digest alone of the many items that were allowed")


def candidates(bandit: "Bandit", decision: Decision, within: Any) -> Iterator[Allowed | None]:
    """What may have been allowed: the rule that is given, and with it the bandit's own."""
    if within is not None:
        yield bandit.space.allowed(within)
    try:
        yield bandit._rules.of(bandit._contexts.named(decision.context), within)
    except Exception:  # a law of today need not know a context of then
        return
