"""What a journal holds, in numbers, and whether it holds together."""

import datetime
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from smoothbandits.bandit.bits import Bits
from smoothbandits.errors import SmoothBanditsError, UnsupportedSave
from smoothbandits.journal.events import (
    DECIDED,
    DECIDED_MANY,
    DECISIONS,
    DELETED,
    FOREIGN,
    KINDS,
    LATE,
    LEARNED,
    LEARNED_MANY,
    RELEASED,
    SNAPSHOT,
    TAKEN_BACK,
    Event,
)
from smoothbandits.journal.replaying import released_of

if TYPE_CHECKING:
    from smoothbandits.journal.journal import Journal

__all__ = ["facts_of", "verify"]

EVERY = 20_000  # events between two calls of progress


def facts_of(journal: "Journal") -> dict[str, Any]:
    """Counts and times, ready for JSON."""
    journal.sync()
    store = journal.store
    last = store.last()
    first_event = next(store.read(0), None)
    last_event = next(store.read(last - 1), None) if last else None
    counts = store.count()
    decided, learned = counts.get(DECIDED, 0), counts.get(LEARNED, 0) + counts.get(FOREIGN, 0)
    decided += counts.get(FOREIGN, 0)
    for event in store.read(kinds=[DECIDED_MANY, LEARNED_MANY, RELEASED]):
        if event.kind == DECIDED_MANY:
            decided += size_of(event)
        else:
            learned += size_of(event)
    facts = store.facts()
    return {
        "path": str(journal.path),
        "bytes": sum(
            path.stat().st_size
            for end in ("", "-wal")
            if (path := journal.path.with_name(journal.path.name + end)).exists()
        ),
        "events": sum(counts.values()),
        "last_event": last,
        "first_at": None if first_event is None else time_of(first_event),
        "last_at": None if last_event is None else time_of(last_event),
        "decisions": decided,
        "learned": learned,
        "waiting": decided - learned,
        "late": counts.get(LATE, 0),
        "snapshots": counts.get(SNAPSHOT, 0),
        "window_seconds": facts.get("window"),
        "missing": facts.get("missing") or None,
        "lineage": facts.get("lineage"),
        "kinds": {KINDS[kind]: n for kind, n in counts.items() if kind in KINDS},
    }


def size_of(event: Event) -> int:
    """How many decisions an event is about."""
    return 1 if event.kind in (DECIDED, LEARNED) else int(event.many or 0)


def time_of(event: Event) -> str:
    """When, in UTC."""
    at = datetime.datetime.fromtimestamp(event.at, datetime.UTC)
    return at.isoformat(timespec="seconds")


def verify(journal: "Journal", progress: Callable[[int], None] | None = None) -> list[str]:
    """All that is wrong, in sentences; empty where the journal holds together.

    The file as SQLite sees it; that each loss has its decision, and each decision one; and that
    the snapshots are what the events before them lead to, bit for bit.
    """
    journal.sync()
    found = [f"the file is damaged: {line}" for line in journal.store.check()]
    if found:
        return found
    found = ledger_problems(journal, progress)
    try:
        return found or snapshot_problems(journal)
    except UnsupportedSave:
        raise
    except SmoothBanditsError as error:
        return [str(error)]


def ledger_problems(journal: "Journal", progress: Callable[[int], None] | None) -> list[str]:
    """Losses without their decision, and decisions that were learned twice."""
    found: list[str] = []
    decided, learned = Bits(), Bits()
    before = 0
    gaps = any(kind in journal.store.count() for kind in (DELETED, TAKEN_BACK))
    for event in journal.store.read():
        numbers: Any = ()
        if event.kind in DECISIONS:
            first = int(event.number or 0)
            for number in range(first, first + size_of(event)):
                if decided.learned(number):
                    found.append(f"decision {number} was made twice, again in {event.sequence}")
                decided.close(number)
        elif event.kind in (LEARNED, LEARNED_MANY):
            first = int(event.number or 0)
            numbers = range(first, first + size_of(event))
        elif event.kind == RELEASED:
            numbers = released_of(event)[0].tolist()
        for number in numbers:
            if not decided.learned(number):
                found.append(f"event {event.sequence} has a loss of decision {number}, not made")
            if learned.learned(number):
                found.append(f"decision {number} was learned twice, again in {event.sequence}")
            learned.close(number)
        if event.sequence % EVERY == 0 and progress is not None:
            progress(event.sequence)
        if event.at < before and not gaps:
            found.append(f"event {event.sequence} is older than the one before it")
        if len(found) > 20:
            return [*found, "and more"]
    return found


def snapshot_problems(journal: "Journal") -> list[str]:
    """Snapshots that differ from what the events between them lead to."""
    deleted = journal.store.newest(DELETED)
    start = 0 if deleted is None else deleted.sequence
    snapshots = [event.sequence for event in journal.store.read(start, kinds=[SNAPSHOT])]
    found = []
    for place, sequence in enumerate(snapshots[1:], 1):
        made = journal.replayed(sequence - 1).to_bytes()
        if journal.replayed(sequence).to_bytes() != made:
            found.append(
                f"snapshot {sequence} is not what snapshot {snapshots[place - 1]} and the events "
                "after it lead to"
            )
    return found
