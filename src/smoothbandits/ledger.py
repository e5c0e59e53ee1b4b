"""Which decisions were learned, and which still wait for their loss."""

from collections import OrderedDict
from typing import Any

import numpy as np

from smoothbandits.decision import Decision, decision_id
from smoothbandits.errors import (
    AlreadyLearned,
    ExpiredDecision,
    ForeignDecision,
    InvalidParameter,
    UnknownDecision,
)

__all__ = ["Ledger"]

TRIM_AT = 4096  # bytes learned throughout before the bitset drops them
LEARNED, EXPIRED = "learned", "expired"


class Ledger:
    """One bit per decision number, and a bounded table of decisions that wait by id.

    Decision objects can be learned at any time; learning by id works for the ``limit`` most
    recent decisions that wait.  Of ids that users chose, the ``limit`` last ones that left
    the table are remembered too, so that learning them again is refused with the reason.
    """

    def __init__(self, bandit: str, limit: int) -> None:
        self.prefix = decision_id(bandit, "")
        self.limit = limit
        # ordered: a plain dict looks through all that left before it finds its oldest
        self.pending: OrderedDict[Any, Decision] = OrderedDict()
        self.gone: OrderedDict[Any, str] = OrderedDict()  # own ids: LEARNED or EXPIRED
        self.bits = bytearray()
        self.start = 0  # number of the first bit; all decisions before it are learned
        self.full = 0  # leading bytes that are learned throughout

    # ------------------------------------------------------------------------ ids

    def check_id(self, id: Any) -> Any:
        """Return an id of the user's own that can be used, or raise."""
        if isinstance(id, np.integer):
            id = int(id)
        if isinstance(id, bool) or not isinstance(id, str | int):
            raise InvalidParameter(f"id is {id!r}; give a string or a whole number")
        if not self._own(id):
            raise InvalidParameter(f"id is {id!r}, a form that the bandit keeps for itself")
        if id in self.pending:
            raise InvalidParameter(f"id {id!r} belongs to a decision that waits; use a new id")
        return id

    def open(self, decision: Decision) -> None:
        """Remember a decision until it is learned, or until ``limit`` newer ones wait."""
        if self.limit == 0:
            return
        pending = self.pending
        if len(pending) >= self.limit:
            oldest, _ = pending.popitem(last=False)
            if self._own(oldest):
                self._leave(oldest, EXPIRED)
        pending[decision.id] = decision
        if self.gone:
            self.gone.pop(decision.id, None)

    def holds(self, decision: Decision) -> bool:
        """Whether this very object waits in the table."""
        try:
            return self.pending.get(decision.id) is decision
        except TypeError:  # not even hashable
            return False

    def refuse_double(self, decision: Decision) -> None:
        """Raise if another decision with the same number waits under the same id."""
        waiting = self.pending.get(decision.id)
        if waiting is None or waiting.number != decision.number:
            return
        there, here = waiting.context, decision.context
        alike = there is here or np.array_equal(
            np.asarray(there), np.asarray(here), equal_nan=True
        )
        if waiting.point != decision.point or not alike:
            raise ForeignDecision(
                f"decision {decision.id!r} differs from the one that waits under this id: it was "
                "made after this bandit was saved, in a run that was lost; give decisions ids of "
                "your own"
            )

    def find(self, id: Any, decided: int) -> Decision:
        """The waiting decision with this id; ``decided`` is how many decisions there were."""
        try:
            found = self.pending.get(id)
            reason = self.gone.get(id)
        except TypeError:  # not even hashable
            found = reason = None
        if found is not None:
            return found
        number = self._number(id)
        if number is not None and number < decided:
            reason = LEARNED if self.learned(number) else EXPIRED
        if reason == LEARNED:
            raise AlreadyLearned(f"decision {id!r} was learned before; each learns once")
        if reason == EXPIRED:
            raise ExpiredDecision(
                f"decision {id!r} does not wait by id: only the last {self.limit} of act do, and "
                "none of act_many; pass the Decision itself or raise the bandit's pending limit"
            )
        raise UnknownDecision(
            f"no decision with id {id!r} waits: it was never made, or left the table of the last "
            f"{self.limit} long ago; pass the Decision itself"
        )

    def _own(self, id: Any) -> bool:
        """Whether the user chose this id."""
        return not (isinstance(id, str) and id.startswith(self.prefix))

    def _number(self, id: Any) -> int | None:
        """Decision number of an id that the bandit made itself."""
        digits = "" if self._own(id) else id[len(self.prefix) :]
        return int(digits) if digits.isdecimal() else None

    def _leave(self, id: Any, reason: str) -> None:
        """Remember why an own id left the table."""
        if len(self.gone) >= self.limit:
            self.gone.popitem(last=False)
        self.gone[id] = reason

    # --------------------------------------------------------------------- saving

    def to_dict(self) -> dict[str, Any]:
        """All but the bits, ready for JSON."""
        return {
            "start": self.start,
            "waiting": [decision.to_dict() for decision in self.pending.values()],
            "gone": list(self.gone.items()),
        }

    def restore(self, fields: dict[str, Any], bits: bytes) -> None:
        """Take over what `to_dict` gave, and the bits."""
        waiting = [Decision.from_dict(item) for item in fields["waiting"]]
        self.pending = OrderedDict((decision.id, decision) for decision in waiting)
        self.gone = OrderedDict((id, reason) for id, reason in fields["gone"])
        self.start, self.bits = fields["start"], bytearray(bits)
        self.full = len(bits) - len(bits.lstrip(b"\xff"))

    # ----------------------------------------------------------------------- bits

    def learned(self, number: int) -> bool:
        """Whether this decision was learned."""
        place = number - self.start
        if place < 0:
            return True
        byte = place >> 3
        return byte < len(self.bits) and bool(self.bits[byte] >> (place & 7) & 1)

    def first_learned(self, first: int, n: int) -> int | None:
        """The first of ``n`` numbers from ``first`` on that was learned, if any was."""
        if n and first < self.start:
            return first
        low, high = (first - self.start) >> 3, (first + n - self.start + 7) >> 3
        if not any(self.bits[low:high]):
            return None
        return next((number for number in range(first, first + n) if self.learned(number)), None)

    def close(self, id: Any, number: int) -> None:
        """Mark a decision as learned."""
        place = number - self.start
        byte, bits = place >> 3, self.bits
        if byte >= len(bits):
            bits.extend(bytes(max(64, byte + 1 - len(bits))))
        bits[byte] |= 1 << (place & 7)
        waiting = self.pending.get(id)
        if waiting is not None and waiting.number == number:  # else the id was used again
            del self.pending[id]
            if not (type(id) is str and id.startswith(self.prefix)):
                self._leave(id, LEARNED)
        if byte == self.full and bits[byte] == 0xFF:
            self.full += 1
            while self.full < len(bits) and bits[self.full] == 0xFF:
                self.full += 1
            self._trim()

    def close_range(self, first: int, n: int) -> None:
        """Mark ``n`` decisions from ``first`` on as learned, none of which waits by id."""
        if n == 0:
            return
        place, end = first - self.start, first + n - self.start
        bits = self.bits
        bits.extend(bytes(max(0, (end + 7) // 8 - len(bits))))
        while place < end and place & 7:
            bits[place >> 3] |= 1 << (place & 7)
            place += 1
        whole = (end - place) >> 3
        if whole > 0:
            bits[place >> 3 : (place >> 3) + whole] = b"\xff" * whole
            place += 8 * whole
        while place < end:
            bits[place >> 3] |= 1 << (place & 7)
            place += 1
        self.full = len(bits) - len(bits.lstrip(b"\xff"))
        self._trim()

    def _trim(self) -> None:
        """Drop the bytes of a prefix that is learned throughout."""
        if self.full >= TRIM_AT:
            del self.bits[: self.full]
            self.start += 8 * self.full
            self.full = 0
