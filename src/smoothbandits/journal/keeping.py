"""The witness of a bandit with a journal: each step becomes an event."""

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from smoothbandits.bandit import storage
from smoothbandits.bandit.decision import Decision, Decisions
from smoothbandits.bandit.facade import Bandit
from smoothbandits.bandit.lesson import Counts
from smoothbandits.bandit.persistence import held
from smoothbandits.bandit.refitting import Step
from smoothbandits.bandit.witness import Witness
from smoothbandits.checks import Floats, check_flag
from smoothbandits.errors import ForeignDecision, InvalidParameter
from smoothbandits.journal.coding import Coding, extra_of, to_archive
from smoothbandits.journal.events import (
    DECIDED,
    DECIDED_MANY,
    FOREIGN,
    FORGOT,
    LEARNED,
    LEARNED_MANY,
    RELEASED,
    SNAPSHOT,
    TAKEN_BACK,
    TAUGHT,
    TURNED,
    Event,
    event_of,
)
from smoothbandits.journal.recent import Recent
from smoothbandits.journal.writer import Writer

__all__ = ["Keeping", "snapshot_of"]


#: what is learned of a block beside what was told
LEARNED_OF = ("contexts", "points", "bases", "base_probabilities", "weights", "keys", "densities")


class Keeping(Witness):
    """Makes an event of every step and passes it on to the writer.

    Attributes
    ----------
    before
        Called before each step, without the lock: windows that close, snapshots that are due.
    places
        How many places of categories the journal knows of.
    """

    keeps = True

    def __init__(
        self,
        bandit: Bandit,
        writer: Writer,
        coding: Coding,
        clock: "Clock",
        recent: Recent,
        before: Callable[[], None],
    ) -> None:
        self.keep = writer.put
        self.before = before
        self.confirm = writer.sync  # type: ignore[method-assign]
        self._contexts = bandit._contexts
        self._writer, self._coding, self._clock, self._recent = writer, coding, clock, recent
        self._numbered = bandit.schema is None
        self.places = bandit._contexts.levels

    def ready(self) -> None:
        """Raise if the next step could not be kept."""
        self._writer.ready()
        self.before()

    def prepare(self, person: Any, durable: bool) -> str | None:
        """`ready`, and the name of a person."""
        if durable is not False:
            check_flag("durable", durable)
        if person is not None and (not isinstance(person, str) or not person):
            raise InvalidParameter(f"person is {person!r}; give a name, as text")
        self.ready()
        return person

    # ------------------------------------------------------------------------ deciding

    def decided(
        self,
        decision: Decision,
        id: Any,
        filled: Floats,
        row: Floats,
        places: int,
        person: str | None,
    ) -> None:
        """A decision: one array of numbers, and text where contexts or rules need it."""
        payload = Coding.one(filled, row, decision.key, decision.version)
        number, within = decision.number, decision.within
        if id is not None:
            self._recent.ids[id] = number
        start = (0, DECIDED, self._clock(), number)
        if self._numbered and within is None:  # the usual case, kept short
            self.keep(event_of((*start, None, None, id, person, payload, None)))
            return
        new = self._new_places(places)
        many = len(new) or None
        given = None if decision.row is None else dict(decision.context)  # type: ignore[arg-type]

        def event() -> Event:  # text is made by the thread that writes
            return Event(*start, many, None, id, person, payload, extra_of(given, within, new))

        self.keep(event)

    def _new_places(self, places: int) -> list[Any]:
        """Places that the journal does not know of yet."""
        new = self._contexts.to_list()[self.places : places] if places > self.places else []
        self.places = places
        return new

    def decided_many(self, decisions: Decisions, columns: Floats, places: int) -> None:
        """A block: its decisions as the bytes of one event."""
        keys, contexts = decisions.keys, decisions.contexts
        payload = self._coding.many(columns, contexts, keys, decisions.version)
        given = None if decisions.given is None else [dict(one) for one in decisions.given]
        rules = None if decisions.within is None else list(decisions.within)
        new, n = self._new_places(places), len(decisions)
        start = (0, DECIDED_MANY, self._clock(), decisions.first, n, None, None, None, payload)
        self._recent.remember(event_of((*start, None)))

        def event() -> Event:
            texts = [
                extra_of(None if given is None else given[i], None if rules is None else rules[i])
                for i in range(n)
            ]
            return Event(*start, joined(texts, new))

        self.keep(event_of((*start, None)) if given is rules is None else event)

    def taken_back(self, counts: Counts) -> None:
        """Decisions that nobody saw."""
        self.forgot_places(counts.levels)
        fields = to_archive({"counts": counts._asdict()}, {})
        start = (0, TAKEN_BACK, self._clock(), counts.decided)
        self.keep(event_of((*start, None, None, None, None, fields, None)))

    def forgot_places(self, levels: int) -> None:
        """Places that came with a step that was not made."""
        self.places = min(self.places, levels)

    # ------------------------------------------------------------------------ learning

    def learned(self, decision: Decision, value: float, taken: int | None) -> Any:
        """One decision."""
        start = (0, LEARNED, self._clock(), decision.number, None, value, None, None, None)
        if taken is None:
            return event_of((*start, None))
        places = self._contexts.levels
        fields = {"decision": decision.to_dict(), "places": self._new_places(places)}
        payload = to_archive(fields, {})
        return Event(0, FOREIGN, self._clock(), taken, None, value, payload=payload)

    def learned_many(self, first: int, values: Floats) -> Any:
        """Decisions one after the other."""
        many = (first, len(values), None, None, None, values.tobytes(), None)
        return event_of((0, LEARNED_MANY, self._clock(), *many))

    def released(self, numbers: Sequence[int], values: Floats) -> Any:
        """Decisions of any numbers."""
        payload = np.array(numbers, dtype=np.int64).tobytes() + values.tobytes()
        many = (numbers[0], len(numbers), None, None, None, payload, None)
        return event_of((0, RELEASED, self._clock(), *many))

    def check_block(self, decisions: Decisions) -> None:
        """Raise unless a block is the one that was decided: it is learned again from the store."""
        kept = self._recent.block(decisions.first, len(decisions), decisions.bandit)
        for name in LEARNED_OF:
            here, there = getattr(decisions, name), getattr(kept, name)
            if name == "densities":
                here, there = here > 0.0, there > 0.0
            if not np.array_equal(here, there, equal_nan=name == "contexts"):
                raise ForeignDecision(
                    f"{name} of the decisions differ from those in the journal; learn decisions "
                    "as they were made"
                )

    # ------------------------------------------------------------------ models and examples

    def taught(self, examples: Any, places: int) -> Any:
        """Rows, and ids with the new places."""
        arrays = {"contexts": examples.contexts, "points": examples.points}
        arrays["values"] = examples.values
        given = {"weights": examples.weights, "propensities": examples.propensities}
        arrays.update((name, column) for name, column in given.items() if column is not None)
        head = {"ids": examples.ids, "places": self._new_places(places)}
        return Event(0, TAUGHT, self._clock(), payload=to_archive(head, arrays))

    def forgot(self, ids: Iterable[Any]) -> Any:
        """Ids alone: the rest follows."""
        return Event(0, FORGOT, self._clock(), payload=to_archive({"ids": list(ids)}, {}))

    def turned(self, steps: Sequence[Step], busy: bool, decided: int, learned: int) -> Any:
        """What fits gave, so that nobody has to fit again."""
        at = self._clock()
        names = [name for name, _ in steps]
        outcomes = [outcome for _, outcome in steps]

        def event() -> Event:
            arrays: dict[str, Any] = {}
            for i, outcome in enumerate(outcomes):
                for part, value in (outcome or {}).items():
                    arrays.update(storage.flatten(value, f"{i}.oracle.{part}"))
            head = {"steps": names, "busy": busy, "decided": decided, "learned": learned}
            return Event(0, TURNED, at, payload=to_archive(head, arrays))

        return event


class Clock:
    """Seconds since 1970 that never go back."""

    def __init__(self, clock: Callable[[], float], start: float = 0.0) -> None:
        self.clock, self.last = clock, start

    def __call__(self) -> float:
        """The time now."""
        now = self.clock()
        if now > self.last:
            self.last = now
        return self.last


def joined(texts: Sequence[str | None], places: Sequence[Any]) -> str:
    """The texts of the decisions of a block as one: lists under the names that they have."""
    parts = [{} if text is None else json.loads(text) for text in texts]
    found: dict[str, Any] = {}
    for name in ("context", "within"):
        if any(name in part for part in parts):
            found[name] = [part.get(name) for part in parts]
    if places:
        found["places"] = list(places)
    return json.dumps(found)


def snapshot_of(bandit: Bandit, at: float) -> Callable[[], Event]:
    """A bandit as it is now; the event is made by whoever writes it.  Call it under the lock."""
    content, run = held(bandit), bandit._learner.ledger.runs[-1]

    def event() -> Event:
        payload = to_archive(*content())
        return Event(0, SNAPSHOT, at, many=run.first, id=run.name, payload=payload)

    return event
