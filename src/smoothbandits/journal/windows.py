"""Outcomes that come late or never: those of one age are learned together, when it is over.

What comes early is rarely what would come late: purchases come, "no purchase" never does.  So an
outcome waits until the window of its decision has closed, and what has not come then is missing.
"""

import threading
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from smoothbandits.bandit.bits import Bits
from smoothbandits.bandit.decision import Decision, Decisions
from smoothbandits.bandit.learner import Learner
from smoothbandits.checks import Floats
from smoothbandits.errors import AlreadyLearned, ExpiredDecision, InvalidParameter
from smoothbandits.journal.coding import Coding
from smoothbandits.journal.events import DECISIONS, LATE, LEARNED, LESSONS, OUTCOME, WINDOW, Event
from smoothbandits.journal.keeping import Clock
from smoothbandits.journal.recent import Recent, rows_of
from smoothbandits.journal.replaying import released_of
from smoothbandits.journal.store import Store
from smoothbandits.journal.writer import Writer

__all__ = ["Answer", "Windows", "value_told"]

#: what became of an outcome that was told by its id
Answer = Literal["accepted", "duplicate", "conflicting", "late", "unknown"]

END = 2**62
TOGETHER = 20_000  # decisions that are released at a time
LOOKS = 100  # times per window that one is closed while decisions are made


class Windows:
    """Takes outcomes in, and lets the bandit learn them when their window closes.

    Attributes
    ----------
    closed
        The windows of all decisions before this number have closed.
    due
        When the next one closes, or None while no decision waits.
    """

    def __init__(
        self,
        learner: Learner,
        store: Store,
        writer: Writer,
        coding: Coding,
        recent: Recent,
        clock: Clock,
        window: float,
        missing: float | None,
    ) -> None:
        self._learner, self._store, self._writer = learner, store, writer
        self._coding, self._recent, self._clock = coding, recent, clock
        self.window, self.missing = window, missing
        self._releasing = threading.Lock()
        last = store.covering([WINDOW], END)
        self.closed = 0 if last is None or last.number is None else last.number
        self.due: float | None = None
        self.read_again()

    def read_again(self) -> None:
        """Find out which outcomes came, and when the next window closes."""
        self._received = Bits(self.closed)
        for event in self._store.between([OUTCOME], self.closed, END):
            self._received.close(int(event.number or 0))
        self._look_again(0.0)

    # ------------------------------------------------------------------------ outcomes

    def learn(self, decision: Decision | Any, value: float) -> None:
        """Take the outcome of a decision, or raise why it cannot be."""
        with self._learner.lock:
            number = self._number_of(decision)
            self._refuse(decision, number)
            self._receive(number, value)

    def learn_many(self, decisions: Decisions | list[Any], values: Floats) -> None:
        """Take many, or none."""
        with self._learner.lock:
            if isinstance(decisions, Decisions):
                numbers = self._numbers_of(decisions)
            else:
                numbers = [self._number_of(decision) for decision in decisions]
            if len(set(numbers)) < len(numbers):
                raise AlreadyLearned("a decision is given twice; give each its outcome once")
            for decision, number in zip(decisions, numbers, strict=True):
                self._refuse(decision, number)
            for number, value in zip(numbers, values.tolist(), strict=True):
                self._receive(number, value)

    def _number_of(self, decision: Decision | Any) -> int:
        """The number of a decision that is known here."""
        learner, name = self._learner, getattr(decision, "bandit", None)
        if isinstance(decision, Decision) and learner.ledger.by_replica(str(name)):
            raise InvalidParameter(
                f"decision {decision.id!r} is a replica's, and the journal does not know when it "
                "was made; use a journal without window to learn it"
            )
        id = decision.id if isinstance(decision, Decision) else decision
        ledger: Any = learner.ledger
        number = ledger.number_of(id, learner.counts.decided)
        if number is not None and number < self.closed:
            raise self._late(id)
        return learner.admit(decision).number

    def _numbers_of(self, decisions: Decisions) -> list[int]:
        """The numbers of a block, which is as it was decided."""
        first, n, learner = decisions.first, len(decisions), self._learner
        for number in (first, first + n - 1) if n else ():
            learner.ledger.refuse_foreign(decisions.bandit, number, number, learner.counts.decided)
        if learner.ledger.by_replica(decisions.bandit):
            return [self._number_of(decision) for decision in decisions]
        learner.witness.check_block(decisions)
        return list(range(first, first + n))

    def _refuse(self, decision: Any, number: int) -> None:
        """Raise unless an outcome is still expected."""
        id = decision.id if isinstance(decision, Decision) else decision
        if number < self.closed:
            raise self._late(id)
        if self._received.learned(number):
            raise AlreadyLearned(
                f"decision {id!r} has its outcome, which is learned when its window closes; "
                "each has one"
            )

    def _late(self, id: Any) -> ExpiredDecision:
        return ExpiredDecision(
            f"the window of decision {id!r} has closed; raise the journal's window, or tell "
            "outcomes with journal.outcome, which keeps late ones without learning them"
        )

    def _receive(self, number: int, value: float) -> None:
        # kept first: an outcome that is kept twice is one, one that is only noted is lost
        self._writer.put(Event(0, OUTCOME, self._clock(), number, value=value))
        self._received.close(number)

    def answer(self, number: int, value: float) -> Answer:
        """Take an outcome, and say what becomes of it."""
        with self._learner.lock:
            if number < self.closed or self._learner.ledger.own.learned(number):
                return self._answer_late(number, value)
            if self._received.learned(number):
                return compared(self._told(number), value)
            self._receive(number, value)
            return "accepted"

    def _answer_late(self, number: int, value: float) -> Answer:
        """An outcome after its window: one that repeats what was known, or comes too late."""
        told = self._told(number)
        if told is not None:
            return compared(told, value)
        self._writer.put(Event(0, LATE, self._clock(), number, value=value))
        return "late"

    def _told(self, number: int) -> float | None:
        """The outcome that came in time."""
        self._writer.sync()
        found = next(iter(self._store.between([OUTCOME], number, number + 1)), None)
        return None if found is None else found.value

    # ------------------------------------------------------------------------ releases

    def before(self) -> None:
        """Close what is due; called before each step, without the lock."""
        now = self._clock()
        if self.due is None:
            self.due = now + self.window
        elif now >= self.due:
            self.release()

    def release(self) -> int:
        """Learn the outcomes of all decisions whose window is over; how many it was over for."""
        if not self._releasing.acquire(blocking=False):  # another thread is at it
            return 0
        try:
            before, now = self.closed, self._clock()
            while self._release_some(now - self.window):
                pass
            self._look_again(now + self.window / LOOKS)
            return self.closed - before
        finally:
            self._releasing.release()

    def _release_some(self, latest: float) -> bool:
        """Release decisions that were made until then; whether there may be more."""
        self._writer.sync()
        first = self.closed
        numbers: list[int] = []
        end = first
        for event in self._waiting(first):
            if event.at > latest:
                break
            start = int(event.number or 0)
            many = 1 if event.kind == DECISIONS[0] else int(event.many or 0)
            numbers += range(max(start, first), start + many)
            end = start + many
        if end == first:
            return False
        told: dict[int, float] = {}
        for event in self._store.between([OUTCOME], first, end):
            told.setdefault(int(event.number or 0), float(event.value or 0.0))
        if self.missing is not None:
            told = {number: told.get(number, self.missing) for number in numbers}
        ledger: Any = self._learner.ledger
        own = ledger.own
        learned = [n for n in numbers if n in told and not own.learned(n)]
        if learned:
            rows = rows_of(self._store, self._coding, np.array(learned, dtype=np.int64))
            block = self._coding.block(rows, self._learner.name)
            values = np.array([told[number] for number in learned])
            self._learner.learn_released(learned, block, values)
        with self._learner.lock:
            self._writer.put(Event(0, WINDOW, self._clock(), end))
            self.closed = ledger.closed = end
            received = Bits(end)
            for number in range(end, self._learner.counts.decided):
                if self._received.learned(number):
                    received.close(number)
            self._received = received
        return True

    def _waiting(self, first: int) -> Sequence[Event]:
        """Some decisions whose window is open, oldest first."""
        block = self._recent.event_of(first)
        found = [] if block is None else [block]
        found += self._store.between(DECISIONS, first + 1, first + TOGETHER)
        if not found:  # those between were deleted
            found += self._store.between(DECISIONS, first, END)
        return sorted({event.sequence: event for event in found}.values())

    def _look_again(self, earliest: float) -> None:
        """Find out when the next window closes."""
        found = self._waiting(self.closed)
        self.due = max(found[0].at + self.window, earliest) if found else None


def compared(told: float | None, value: float) -> Answer:
    """What a second outcome is beside the first."""
    return "duplicate" if told == value else "conflicting"


def value_told(store: Store, number: int) -> float | None:
    """What was told of a decision that was learned without a window."""
    event = store.covering(LESSONS, number)
    if event is None or event.number is None:
        return None
    place = number - event.number
    if event.kind == LEARNED:
        return event.value if place == 0 else None
    if event.kind == LESSONS[1]:
        values = np.frombuffer(event.payload or b"")
        return float(values[place]) if place < len(values) else None
    if event.kind == LESSONS[2]:
        numbers, values = released_of(event)
        at = np.flatnonzero(numbers == number)
        return float(values[at[0]]) if len(at) else None
    return event.value
