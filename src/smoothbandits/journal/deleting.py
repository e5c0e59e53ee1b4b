"""What is known of a person leaves the journal, and the bandit is what it would be without it.

A bandit that learned keeps traces in every number of its state.  So the rest is learned again,
from the first snapshot on, which knows nothing but what `prune` kept; fits are made anew.
"""

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from smoothbandits.bandit.facade import Bandit
from smoothbandits.bandit.persistence import content_of, from_bytes, restore
from smoothbandits.checks import Floats
from smoothbandits.journal.coding import Coding, Rows, inflated
from smoothbandits.journal.events import (
    DECIDED,
    DECISIONS,
    DELETED,
    LATE,
    LEARNED,
    OUTCOME,
    PLACED,
    PRUNED,
    RELEASED,
    SNAPSHOT,
    TURNED,
    Event,
)
from smoothbandits.journal.keeping import snapshot_of
from smoothbandits.journal.replaying import Replaying, go_on_as, read_places, released_of
from smoothbandits.journal.store import Store

__all__ = ["Deleted", "Pruned", "delete_person", "prune_before"]


class Deleted(NamedTuple):
    """What was deleted.

    Attributes
    ----------
    decisions, learned
        How many decisions were about the person, and how many of them had been learned.
    until
        Versions before this event can no longer be made again.
    """

    decisions: int
    learned: int
    until: int


class Pruned(NamedTuple):
    """What was deleted because of its age.

    Attributes
    ----------
    decisions
        How many decisions.
    until
        Versions before this event can no longer be made again.
    """

    decisions: int
    until: int


class Relearning(Replaying):
    """Learns what is left, with fits of its own."""

    def __init__(self, bandit: Bandit, store: Store, coding: Coding) -> None:
        super().__init__(bandit, store, coding)
        self._verbs[TURNED] = lambda event: None

    def run(self, events: Iterable[Event], progress: Any = None) -> None:
        """Learn; nothing is asleep."""
        super().run(events, progress)
        self._fit()

    def _sleep(self, asleep: bool) -> None:
        """Fits are made."""

    def _fit(self) -> None:
        self._learner.refit_if_due("waiting")

    def _count(self, rows: Rows) -> None:
        super()._count(rows)
        counts = self._learner.counts
        last = int(rows.numbers[-1]) + 1  # numbers of what was deleted are counted too
        self._learner.counts = counts._replace(decided=max(counts.decided, last))

    def _learn_rows(self, rows: Rows, values: Floats, close: Any) -> None:
        done, n = 0, len(values)
        while done < n:
            self._fit()
            part = slice(done, min(n, done + (self._learner.states.until_refit() or n)))
            last = close if part.stop == n else nothing
            super()._learn_rows(rows.take(part), values[part], last)
            done = part.stop
            self._fit()

    def _teach(self, event: Event) -> None:
        self._fit()
        super()._teach(event)
        self._fit()


def nothing() -> None:
    """Decisions are closed together, at the end."""


def delete_person(
    store: Store, bandit: Bandit, coding: Coding, person: str, at: float, own: dict[str, Any]
) -> Deleted:
    """Delete, learn the rest again, and let the live bandit go on with that."""
    found = store.of_person(person)
    if not found:
        return Deleted(0, 0, 0)
    numbers = np.array([event.number for event in found], dtype=np.int64)
    remove = [event.sequence for event in found]
    learned = [int(n) for n in numbers if bandit._learner.ledger.own.learned(int(n))]
    changed: list[Event] = []
    for number in numbers.tolist():
        kinds = (LEARNED, OUTCOME, LATE)
        remove += [event.sequence for event in store.between(kinds, number, number + 1)]
    for event in store.read(kinds=[RELEASED]):
        some, values = released_of(event)
        stay = ~np.isin(some, numbers)
        if not stay.all():
            some, values = some[stay], values[stay]
            remove.append(event.sequence)
            if len(some):
                payload = some.tobytes() + values.tobytes()
                one = event._replace(number=int(some[0]), many=len(some), payload=payload)
                changed.append(one)
    changed += places_left(store, found)
    origin = next(store.read(kinds=[SNAPSHOT]))
    old = [event.sequence for event in store.read(origin.sequence, kinds=[SNAPSHOT])]
    store.rewrite([*remove, *old], [TURNED], changed)
    relearned = relearned_from(store, bandit, coding, origin, own)
    take_over(bandit, relearned)
    events = [
        Event(0, DELETED, at, many=len(numbers)),
        snapshot_of(bandit, at)(),
    ]
    last = store.write(events)
    return Deleted(len(numbers), len(learned), last - 1)


def places_left(store: Store, gone: list[Event]) -> list[Event]:
    """Places of levels that came with these decisions: later rows depend on where they are.

    The name of a level that nobody else had goes.
    """
    found = []
    sequences = {event.sequence for event in gone}
    granting = [event for event in gone if event.many is not None and read_places(event)]
    if not granting:
        return []
    used: set[str] = set()
    for event in store.read(kinds=DECISIONS):
        if event.sequence not in sequences and event.extra is not None:
            contexts = json.loads(event.extra).get("context") or {}
            for context in [contexts] if isinstance(contexts, dict) else contexts:
                used.update(str(value) for value in context.values())
    for event in granting:
        places = [
            [name, level if level in used else f"deleted {event.number}.{i}"]
            for i, (name, level) in enumerate(read_places(event))
        ]
        extra = json.dumps({"places": places})
        found.append(Event(event.sequence, PLACED, event.at, extra=extra))
    return found


def relearned_from(
    store: Store, bandit: Bandit, coding: Coding, origin: Event, own: dict[str, Any]
) -> Bandit:
    """A bandit that learned what is in the store, and nothing else."""
    found = from_bytes(inflated(origin), engine=bandit.engine, **own)
    go_on_as(found, str(origin.id), int(origin.many or 0))
    with found._lock:
        Relearning(found, store, coding).run(store.read(origin.sequence))
        counts = found._learner.counts
        decided = bandit._learner.counts.decided
        found._learner.counts = counts._replace(decided=decided)
    return found


def take_over(bandit: Bandit, other: Bandit) -> None:
    """Let a live bandit go on with the states, counts and places of another one."""
    manifest, arrays = content_of(other)
    restore(bandit, manifest, arrays)
    learner, there = bandit._learner, other._learner
    bandit._contexts.forget(0)
    bandit._contexts.restore([tuple(pair) for pair in other._contexts.to_list()], grows=True)
    learner.ledger.own, learner.ledger.replicas = there.ledger.own, there.ledger.replicas
    learner.ledger.pending.clear()
    learner.counts = there.counts
    bandit._teaching.numbers = other._teaching.numbers
    bandit._teaching.variety = other._teaching.variety


def prune_before(store: Store, base: Bandit, until: int, at: float) -> Pruned:
    """Delete what is older than an event; ``base`` is the bandit as it was after it.

    Decisions that waited then stay, because later events learn them.
    """
    own = base._learner.ledger.own
    remove, decisions = [], 0
    for event in store.read(0, until):
        if event.kind in DECISIONS:
            many = 1 if event.kind == DECIDED else int(event.many or 0)
            numbers = range(int(event.number or 0), int(event.number or 0) + many)
            if not all(own.learned(number) for number in numbers):
                continue
            decisions += many
        remove.append(event.sequence)
    if not decisions:
        return Pruned(0, 0)
    with base._lock:
        snapshot = snapshot_of(base, at)()._replace(sequence=until)
    store.rewrite(remove, [], [snapshot])
    last = store.write([Event(0, PRUNED, at, many=decisions)])
    assert last > until
    return Pruned(decisions, until)
