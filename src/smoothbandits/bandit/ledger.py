"""Which decisions were learned, and which still wait for their loss."""

from collections import OrderedDict
from typing import Any

import numpy as np

from smoothbandits.bandit.bits import Bits
from smoothbandits.bandit.decision import Decision
from smoothbandits.bandit.lineage import Run, Runs, lineage_of, replica_start
from smoothbandits.errors import (
    AlreadyLearned,
    CorruptSave,
    ExpiredDecision,
    ForeignDecision,
    InvalidParameter,
    UnknownDecision,
)

__all__ = ["Ledger"]

LEARNED, EXPIRED = "learned", "expired"
LONGEST_RUN = 10**8  # decisions of a replica between two loads


class Ledger:
    """What was learned, and a bounded table of decisions that wait by id.

    Decision objects can be learned at any time; learning by id works for the ``limit`` most
    recent decisions that wait.  Of ids that users chose, the ``limit`` last ones that left
    the table are remembered too, so that learning them again is refused with the reason.

    Attributes
    ----------
    own
        Which of its decisions were learned.
    replicas
        Which decisions of its replicas were, by their names.
    pending, gone
        Decisions that wait by id; ids of the user's that left, and why.
    """

    def __init__(self, name: str, limit: int) -> None:
        self.runs = Runs([Run(name, 0)])
        self.limit = limit
        # ordered: a plain dict looks through all that left before it finds its oldest
        self.pending: OrderedDict[Any, Decision] = OrderedDict()
        self.gone: OrderedDict[Any, str] = OrderedDict()  # own ids: LEARNED or EXPIRED
        self.own = Bits()
        self.replicas: dict[str, Bits] = {}

    @property
    def runs(self) -> Runs:
        """The names under which the bandit has made decisions."""
        return self._runs

    @runs.setter
    def runs(self, runs: Runs) -> None:
        self._runs = runs
        # with these begin the ids that the bandit makes up, and its replicas
        self._kept = (f"{runs.lineage}-", f"{runs.lineage}.")

    @property
    def name(self) -> str:
        """The name under which decisions are made now."""
        return self.runs[-1].name

    @property
    def lineage(self) -> str:
        """What all copies of the bandit share."""
        return self.runs.lineage

    def waiting(self) -> list[Decision]:
        """Decisions that wait by id, oldest first."""
        # the dict beneath has the same order; an OrderedDict of 100,000 takes 20 ms to walk
        return list(dict.values(self.pending))

    def saved(self) -> list[Decision]:
        """Those of them that a file keeps."""
        return self.waiting()

    # ------------------------------------------------------------------------ ids

    def check_id(self, id: Any) -> Any:
        """Return an id of the user's own that can be used, or raise."""
        if isinstance(id, np.integer) and not isinstance(id, np.timedelta64):
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
        if self.limit:
            self.pending[decision.id] = decision

    def cancel(self, decision: Decision) -> None:
        """Forget a decision that nobody got to see."""
        if self.holds(decision):
            del self.pending[decision.id]

    def tidy(self) -> None:
        """Let those go that have waited too long.

        It is done before the next step, not after `open`: a decision that is cancelled pushes
        nobody out.
        """
        while len(self.pending) > self.limit:
            oldest = next(iter(self.pending))
            if self._own(oldest):
                self._leave(oldest, EXPIRED)
            self.pending.pop(oldest, None)

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
        there, here = waiting.encoded, decision.encoded
        alike = there is here or np.array_equal(
            np.asarray(there), np.asarray(here), equal_nan=True
        )
        if waiting.point != decision.point or not alike:
            raise ForeignDecision(
                f"decision {decision.id!r} differs from the one that waits under this id; "
                "learn decisions as they were made"
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
        name, _, digits = ("", "", "") if self._own(id) else id.rpartition("-")
        if digits.isdecimal() and len(digits) < 19:
            if self.made(name, int(digits), decided):
                reason = LEARNED if self.own.learned(int(digits)) else EXPIRED
            elif not self.was(name):
                self.refuse_foreign(name, int(digits), id, decided)
        if reason == LEARNED:
            raise AlreadyLearned(f"decision {id!r} was learned before; each learns once")
        if reason == EXPIRED:
            raise ExpiredDecision(
                f"decision {id!r} does not wait by id: only the last {self.limit} of act do, and "
                "none of act_many; pass the Decision itself or raise the bandit's pending limit"
            )
        raise UnknownDecision(
            f"no decision with id {id!r} waits: it was never made, a replica made it, or it left "
            f"the table of the last {self.limit} long ago; pass the Decision itself"
        )

    def _own(self, id: Any) -> bool:
        """Whether the user chose this id."""
        return not isinstance(id, str) or not id.startswith(self._kept)

    def _leave(self, id: Any, reason: str) -> None:
        """Remember why an own id left the table."""
        self.gone[id] = reason
        self.gone.move_to_end(id)
        while len(self.gone) > self.limit:
            self.gone.popitem(last=False)

    def was_learned(self, id: Any) -> bool:
        """Whether a decision under an own id was learned not long ago."""
        return self.gone.get(id) == LEARNED

    # ------------------------------------------------------------------ whose they are

    def made(self, name: str, number: int, decided: int) -> bool:
        """Whether this bandit made a decision of this number under this name."""
        return 0 <= number < decided and self.runs.at(number) == name

    def was(self, name: Any) -> bool:
        """Whether this is a name that the bandit has or has had."""
        return any(run.name == name for run in self.runs)

    def refuse_foreign(self, name: Any, number: int, id: Any, decided: int) -> None:
        """Raise unless this bandit, or a replica of it, made the decision with this number."""
        if isinstance(name, str) and self.made(name, number, decided):
            return
        if isinstance(name, str) and self.was(name):
            raise ForeignDecision(
                f"decision {id!r} has number {number}, but only {decided} were made; "
                "it was made after this bandit was saved; call act with its context and id to "
                "make it again"
            )
        if not isinstance(name, str) or lineage_of(name) != self.lineage:
            raise ForeignDecision(
                f"decision {id!r} was made by another bandit ({name}); "
                "teach the bandit that made it"
            )
        start = replica_start(name)
        if start is None or replica_start(self.name) is not None:
            raise ForeignDecision(
                f"decision {id!r} was made by another copy of this bandit ({name}), in a run that "
                "was lost or goes on; give decisions ids of your own and call act again, or load "
                "copies that decide with load(path, replica=k) and teach the one without"
            )
        if not start <= number < start + LONGEST_RUN:
            raise ForeignDecision(
                f"decision {id!r} has number {number}, which {name} did not make; "
                "learn decisions as they were made"
            )

    # ---------------------------------------------------------------------- learned

    def learned(self, name: str, number: int) -> bool:
        """Whether this decision was learned."""
        if self.by_replica(name):
            return name in self.replicas and self.replicas[name].learned(number)
        return self.own.learned(number)

    def by_replica(self, name: str) -> bool:
        """Whether this is the name of a replica, and of none that became this bandit."""
        return replica_start(name) is not None and not self.was(name)

    def first_learned(self, name: str, first: int, n: int) -> int | None:
        """The first of ``n`` numbers from ``first`` on that was learned, if any was."""
        if self.by_replica(name):
            return self.replicas[name].first_learned(first, n) if name in self.replicas else None
        return self.own.first_learned(first, n)

    # all of these can be done again where they were interrupted

    def close(self, decision: Decision) -> None:
        """Mark a decision of this bandit as learned."""
        number, id = decision.number, decision.id
        self.own.close(number)
        waiting = self.pending.get(id)
        if waiting is not None and waiting.number == number:  # else the id was used again
            if type(id) is not str or self._own(id):
                self._leave(id, LEARNED)
            self.pending.pop(id, None)

    def close_replica(self, decision: Decision, taken: int) -> None:
        """Mark a decision of a replica as learned; it counts as one of number ``taken`` here."""
        self.close_range(decision.bandit, decision.number, 1, taken)

    def close_range(self, name: str, first: int, n: int, taken: int) -> None:
        """Mark ``n`` decisions from ``first`` on, none of which waits by id, as learned."""
        if self.by_replica(name):
            self.replicas.setdefault(name, Bits(replica_start(name) or 0)).close_range(first, n)
            self.own.close_range(taken, n)
        else:
            self.own.close_range(first, n)

    def close_numbers(self, numbers: list[int]) -> None:
        """Mark decisions of this bandit, none of which waits by id, as learned."""
        for one in numbers:
            self.own.close(one)

    # --------------------------------------------------------------------- saving

    def restore_gone(self, rows: Any) -> None:
        """Take over ids that left, from a file."""
        gone = OrderedDict((id, reason) for id, reason in rows)
        plain = all(type(id) in (str, int) and self._own(id) for id in gone)
        if not plain or not set(gone.values()) <= {LEARNED, EXPIRED} or len(gone) > self.limit:
            raise CorruptSave("the ids in the file that left the table are damaged; load another")
        self.gone = gone
