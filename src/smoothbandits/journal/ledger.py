"""The ledger of a bandit with a journal: decisions wait in the store, not in memory."""

from typing import Any

import numpy as np

from smoothbandits.bandit.decision import Decision
from smoothbandits.bandit.ledger import Ledger
from smoothbandits.errors import (
    AlreadyLearned,
    ForeignDecision,
    InvalidParameter,
    UnknownDecision,
)
from smoothbandits.journal.recent import Recent

__all__ = ["JournalLedger"]

AT_HAND = 10_000  # of the decisions that wait, the last ones are kept in memory too


class JournalLedger(Ledger):
    """Knows what was learned; asks the journal for decisions.

    An own id belongs to one decision for ever: an outcome that comes late must find it.

    Attributes
    ----------
    closed
        No outcome is expected of decisions before this number: their window has closed.
    """

    def __init__(self, before: Ledger, recent: Recent) -> None:
        super().__init__(before.name, before.limit)
        self.runs, self.own, self.replicas = before.runs, before.own, before.replicas
        self.closed = 0
        self._recent, self._at_hand = recent, min(before.limit, AT_HAND)

    def check_id(self, id: Any) -> Any:
        """An own id that was never used."""
        id = super().check_id(id)
        if self._recent.number_of(id) is not None:
            raise InvalidParameter(f"id {id!r} belongs to a decision in the journal; use a new id")
        return id

    def open(self, decision: Decision) -> None:
        """Keep a decision at hand."""
        self.pending[decision.id] = decision
        if len(self.pending) > self._at_hand:
            self.pending.popitem(last=False)

    def cancel(self, decision: Decision) -> None:
        """Forget a decision that nobody got to see."""
        super().cancel(decision)
        self._recent.ids.pop(decision.id, None)

    def tidy(self) -> None:
        """Nothing is to be done: what leaves the table is in the journal."""

    def waiting(self) -> list[Decision]:
        """Every decision that was not learned, oldest first."""
        first = max(self.own.window.start, self.closed)
        end = max((one.number + 1 for one in self.pending.values()), default=0)
        end = max(end, self._recent.last() + 1)
        numbers = [number for number in range(first, end) if not self.own.learned(number)]
        found = (self._recent.decision(number, self.runs.at(number)) for number in numbers)
        return [decision for decision in found if decision is not None]

    def saved(self) -> list[Decision]:
        """None: they are in the journal."""
        return []

    def number_of(self, id: Any, decided: int) -> int | None:
        """The number of the decision with this id."""
        try:
            at_hand = self.pending.get(id)
        except TypeError:  # not even hashable
            return None
        if at_hand is not None:
            return at_hand.number
        if type(id) in (int, str) and self._own(id):
            return self._recent.number_of(id)
        name, _, digits = id.rpartition("-") if isinstance(id, str) else ("", "", "")
        if digits.isdecimal() and len(digits) < 19 and self.made(name, int(digits), decided):
            return int(digits)
        return None

    def find(self, id: Any, decided: int) -> Decision:
        """The decision with this id, unless it was learned."""
        number = self.number_of(id, decided)
        if number is None:
            return super().find(id, decided)  # says why not
        at_hand = self.pending.get(id)
        if at_hand is not None:
            return at_hand
        if self.own.learned(number):
            raise AlreadyLearned(f"decision {id!r} was learned before; each learns once")
        found = self._recent.decision(number, self.runs.at(number))
        if found is None:
            raise UnknownDecision(f"decision {id!r} was deleted from the journal")
        return found

    def refuse_double(self, decision: Decision) -> None:
        """Raise unless a decision of this bandit is as the journal has it."""
        if self.by_replica(decision.bandit):
            return
        kept = self._recent.decision(decision.number, decision.bandit)
        if kept is None:
            raise UnknownDecision(f"decision {decision.id!r} was deleted from the journal")
        if told(kept) != told(decision) or not np.array_equal(
            np.asarray(kept.encoded), np.asarray(decision.encoded), equal_nan=True
        ):
            raise ForeignDecision(
                f"decision {decision.id!r} differs from the one in the journal; "
                "learn decisions as they were made"
            )

    def _leave(self, id: Any, reason: str) -> None:
        """The journal knows what became of it."""


def told(decision: Decision) -> tuple[Any, ...]:
    """What is learned of a decision beside its context."""
    explored = decision.propensity.density > 0.0
    return (
        decision.point,
        decision.base,
        decision.base_probability,
        decision.weight,
        decision.key,
        explored,
    )
