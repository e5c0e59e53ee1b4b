"""Decisions by their numbers and ids: from the store, and what may not be in it yet."""

from typing import Any

import numpy as np

from smoothbandits.bandit.decision import Decision, Decisions
from smoothbandits.errors import UnknownDecision
from smoothbandits.journal.coding import Coding, Rows, read_extra
from smoothbandits.journal.events import DECISIONS, Event
from smoothbandits.journal.store import Store
from smoothbandits.journal.writer import Writer

__all__ = ["Recent", "rows_of"]

MOST_IDS, MOST_BLOCKS = 10_000, 4
LAST = 2**62
NEAR = 64  # numbers further apart are asked for apart


class Recent:
    """Finds decisions; waits for the writer where it must.

    Attributes
    ----------
    ids
        Own ids that may not be in the store yet, with the numbers of their decisions.
    """

    def __init__(self, store: Store, writer: Writer, coding: Coding) -> None:
        self._store, self._writer, self._coding = store, writer, coding
        self.ids: dict[Any, int] = {}
        self._blocks: list[Event] = []

    def remember(self, block: Event) -> None:
        """A block that has just been decided: the last ones are at hand."""
        self._blocks = [*self._blocks[1 - MOST_BLOCKS :], block]

    def block(self, first: int, n: int, name: str) -> Decisions:
        """Decisions from ``first`` on, as they were made together."""
        for event in reversed(self._blocks):
            start = first - int(event.number or 0)
            if start >= 0 and start + n <= int(event.many or 0):
                rows = self._coding.rows([event]).take(slice(start, start + n))
                return self._coding.block(rows, name)
        return self._coding.block(self.rows(list(range(first, first + n))), name)

    def number_of(self, id: Any) -> int | None:
        """The number of the decision with an own id."""
        if id in self.ids:
            return self.ids[id]
        if len(self.ids) > MOST_IDS:
            self._writer.sync()
            self.ids.clear()
        found = self._store.with_id(id)
        return None if found is None else found.number

    def event_of(self, number: int) -> Event | None:
        """The event that holds a decision."""
        found = held_by(self._store.covering(DECISIONS, number), number)
        if found is None:
            self._writer.sync()
            found = held_by(self._store.covering(DECISIONS, number), number)
        return found

    def decision(self, number: int, name: str) -> Decision | None:
        """A decision as it was made under a name."""
        event = self.event_of(number)
        if event is None or event.number is None:
            return None
        place = number - event.number
        rows, extra = self._coding.rows([event]), read_extra(event, place)
        return self._coding.decision(rows, place, name, event.id, extra)

    def last(self) -> int:
        """The number of the last decision; -1 where there is none."""
        self._writer.sync()
        event = self._store.covering(DECISIONS, LAST)
        if event is None or event.number is None:
            return -1
        return event.number + (event.many or 1 if event.kind != DECISIONS[0] else 1) - 1

    def rows(self, numbers: list[int]) -> Rows:
        """Many decisions, in this order."""
        self._writer.sync()
        return rows_of(self._store, self._coding, np.array(numbers, dtype=np.int64))


def held_by(event: Event | None, number: int) -> Event | None:
    """The event if it holds this decision."""
    if event is None or event.number is None:
        return None
    many = 1 if event.kind == DECISIONS[0] else event.many or 0
    return event if number < event.number + many else None


def rows_of(store: Store, coding: Coding, numbers: "np.ndarray[Any, np.dtype[np.int64]]") -> Rows:
    """Decisions from the store in the order of ``numbers``."""
    if not len(numbers):
        return coding.rows([])
    wanted = np.unique(numbers)
    ends = np.flatnonzero(np.diff(wanted) > NEAR) + 1
    events: dict[int, Event] = {}
    for part in np.split(wanted, ends):
        first, end = int(part[0]), int(part[-1]) + 1
        block = store.covering(DECISIONS, first)
        found = [*([block] if block is not None else []), *store.between(DECISIONS, first, end)]
        events.update((event.sequence, event) for event in found)
    rows = coding.rows(events[sequence] for sequence in sorted(events))
    order = np.argsort(rows.numbers, kind="stable")
    rows = rows.take(order)
    places = np.searchsorted(rows.numbers, numbers)
    inside = places < len(rows.numbers)
    if not inside.all() or (rows.numbers[np.where(inside, places, 0)] != numbers).any():
        missing = numbers[~inside | (rows.numbers[np.where(inside, places, 0)] != numbers)]
        raise UnknownDecision(f"the journal has no decision of number {int(missing[0])}")
    return rows.take(places)
