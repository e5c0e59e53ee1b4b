"""Which decisions were learned, and which still wait for their loss."""

from typing import Any

from smoothbandits.decision import Decision
from smoothbandits.errors import (
    AlreadyLearned,
    ExpiredDecision,
    InvalidParameter,
    UnknownDecision,
)

__all__ = ["Ledger"]

TRIM_AT = 4096  # bytes of the bitset before looking for a finished prefix


class Ledger:
    """One bit per decision number, and a bounded table of decisions that wait by id.

    Decision objects can be learned at any time; learning by id works for the ``limit`` most
    recent decisions that wait.
    """

    def __init__(self, bandit: str, limit: int) -> None:
        self.bandit = bandit
        self.limit = limit
        self.pending: dict[Any, Decision] = {}
        self.bits = bytearray()
        self.start = 0  # all decisions before this one are learned

    def refuse_taken(self, id: Any) -> None:
        """Raise if a decision that waits already has this id."""
        if id in self.pending:
            raise InvalidParameter(f"id {id!r} belongs to a decision that waits; use a new id")

    def open(self, decision: Decision) -> None:
        """Remember a decision until it is learned, or until ``limit`` newer ones wait."""
        if self.limit == 0:
            return
        pending = self.pending
        if len(pending) >= self.limit:
            del pending[next(iter(pending))]
        pending[decision.id] = decision

    def find(self, id: Any, decided: int) -> Decision:
        """The waiting decision with this id; ``decided`` is how many decisions there were."""
        try:
            found = self.pending.get(id)
        except TypeError:
            found = None
        if found is not None:
            return found
        number = self._number(id)
        if number is not None and number < decided:
            if self.learned(number):
                raise AlreadyLearned(f"decision {id!r} was learned before; each learns once")
            raise ExpiredDecision(
                f"decision {id!r} no longer waits: the last {self.limit} are kept; "
                "pass the Decision itself or raise the bandit's pending limit"
            )
        raise UnknownDecision(
            f"no decision with id {id!r} waits: it was never made, was learned, or is not among "
            f"the last {self.limit}; pass the Decision itself"
        )

    def _number(self, id: Any) -> int | None:
        """Decision number of an id that the bandit made itself."""
        prefix = f"{self.bandit}-"
        if isinstance(id, str) and id.startswith(prefix) and id[len(prefix) :].isdigit():
            return int(id[len(prefix) :])
        return None

    def learned(self, number: int) -> bool:
        """Whether this decision was learned."""
        place = number - self.start
        if place < 0:
            return True
        byte = place >> 3
        return byte < len(self.bits) and bool(self.bits[byte] >> (place & 7) & 1)

    def close(self, id: Any, number: int) -> None:
        """Mark a decision as learned."""
        place = number - self.start
        byte = place >> 3
        if byte >= len(self.bits):
            self.bits.extend(bytes(max(64, byte + 1 - len(self.bits))))
        self.bits[byte] |= 1 << (place & 7)
        self.pending.pop(id, None)
        if len(self.bits) >= TRIM_AT and self.bits[0] == 0xFF:
            self._trim()

    def close_range(self, first: int, n: int) -> None:
        """Mark ``n`` decisions from ``first`` on as learned, none of which waits by id."""
        if n == 0:
            return
        end = first + n - self.start
        self.bits.extend(bytes(max(0, (end + 7) // 8 - len(self.bits))))
        place = first - self.start
        while place < end and place & 7:
            self.bits[place >> 3] |= 1 << (place & 7)
            place += 1
        whole = (end - place) >> 3
        if whole > 0:
            self.bits[place >> 3 : (place >> 3) + whole] = b"\xff" * whole
            place += 8 * whole
        while place < end:
            self.bits[place >> 3] |= 1 << (place & 7)
            place += 1
        self._trim()

    def _trim(self) -> None:
        """Drop the bytes of a prefix that is learned throughout."""
        full = len(self.bits) - len(self.bits.lstrip(b"\xff"))
        if full >= TRIM_AT // 2:
            del self.bits[:full]
            self.start += 8 * full
