"""A bandit made again: the newest snapshot, and every event after it in order, bit for bit."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import numpy as np

from smoothbandits.bandit import storage
from smoothbandits.bandit.decision import Decision
from smoothbandits.bandit.facade import Bandit
from smoothbandits.bandit.lesson import Counts
from smoothbandits.bandit.lineage import Run, Runs
from smoothbandits.bandit.sound_states import refuse_unsound
from smoothbandits.bandit.teaching import Examples, features_of
from smoothbandits.checks import Floats
from smoothbandits.errors import CorruptSave
from smoothbandits.journal.coding import Coding, Rows, from_archive
from smoothbandits.journal.events import (
    DECIDED,
    DECIDED_MANY,
    FOREIGN,
    FORGOT,
    LEARNED,
    LEARNED_MANY,
    OPENED,
    PLACED,
    RELEASED,
    TAKEN_BACK,
    TAUGHT,
    TURNED,
    Event,
)
from smoothbandits.journal.recent import rows_of
from smoothbandits.journal.store import Store

__all__ = ["Replaying", "go_on_as"]

TOGETHER = 20_000  # events that are looked at together


class Replaying:
    """Makes the steps of a journal with a bandit that nobody else holds yet.

    Deciding is not done again: what it leaves behind are counts and places of categories.
    Decisions that were learned one after the other, with nothing between but other decisions, are
    learned in one call.
    """

    def __init__(self, bandit: Bandit, store: Store, coding: Coding) -> None:
        self._bandit, self._store, self._coding = bandit, store, coding
        self._learner = bandit._learner
        self._decided: list[Event] = []
        self._numbers: list[int] = []
        self._values: list[float] = []
        self._known = coding.rows([])
        self._verbs: dict[int, Callable[[Event], None]] = {
            DECIDED_MANY: self._decide_many,
            LEARNED_MANY: self._learn_many,
            RELEASED: self._release,
            FOREIGN: self._learn_foreign,
            TAUGHT: self._teach,
            FORGOT: self._forget,
            TURNED: self._turn,
            OPENED: self._open,
            TAKEN_BACK: self._take_back,
            PLACED: lambda event: self._meet(read_places(event)),
        }

    def run(self, events: Iterable[Event], progress: Callable[[int], None] | None = None) -> None:
        """Make the steps of all events."""
        seen = 0
        self._sleep(True)
        try:
            for event in events:
                kind = event.kind
                if kind == LEARNED:
                    self._numbers.append(event.number)  # type: ignore[arg-type]
                    self._values.append(event.value)  # type: ignore[arg-type]
                elif kind == DECIDED:
                    self._decided.append(event)
                    if event.many is not None:
                        self._flush()
                        self._meet(read_places(event))
                elif kind in self._verbs:
                    self._flush()
                    self._verbs[kind](event)
                seen += 1
                if seen % TOGETHER == 0:
                    self._flush()
                    if progress is not None:
                        progress(event.sequence)
            self._flush()
        finally:
            self._sleep(False)

    def _sleep(self, asleep: bool) -> None:
        """Whether fits neither begin nor end by themselves."""
        refits = self._bandit._states.refits
        if refits is not None:
            refits.asleep = asleep

    # ------------------------------------------------------------------------ deciding

    def _flush(self) -> None:
        """Count the decisions that were gathered, and learn the losses."""
        if self._decided:
            rows, self._decided = self._coding.rows(self._decided), []
            self._count(rows)
        if self._numbers:
            numbers, values = self._numbers, np.array(self._values)
            self._numbers, self._values = [], []
            close = partial(self._learner.ledger.close_numbers, numbers)
            self._learn(np.array(numbers, dtype=np.int64), values, close)

    def _count(self, rows: Rows) -> None:
        learner, counts = self._learner, self._learner.counts
        explored = int((rows.filled[:, 0] > 0.0).sum())
        learner.counts = counts.decide(len(rows.numbers), explored)
        late = self._known.take(slice(-TOGETHER, None))
        self._known = Rows.joined([late, rows]) if len(late.numbers) else rows

    def _decide_many(self, event: Event) -> None:
        self._count(self._coding.rows([event]))
        if event.extra is not None:
            self._meet(read_places(event))

    def _meet(self, places: list[Any]) -> None:
        """Give levels of categories their places."""
        if places:
            contexts, learner = self._bandit._contexts, self._learner
            contexts.restore([tuple(pair) for pair in places], grows=True)
            learner.counts = learner.counts._replace(levels=contexts.levels)

    def _take_back(self, event: Event) -> None:
        learner = self._learner
        learner.counts = Counts(**from_archive(event)[0]["counts"])
        self._bandit._contexts.forget(learner.counts.levels)
        kept = self._known.numbers < learner.counts.decided
        self._known = self._known.take(kept)

    # ------------------------------------------------------------------------ learning

    def _learn(
        self, numbers: "np.ndarray[Any, np.dtype[np.int64]]", values: Floats, close: Any
    ) -> None:
        known = self._known.numbers
        places = np.searchsorted(known, numbers)
        if len(known):
            at = np.minimum(places, len(known) - 1)
            here = known[at] == numbers
        else:
            at, here = places, np.zeros(len(numbers), dtype=bool)
        if here.all():
            rows = self._known.take(at)
        else:
            rows = rows_of(self._store, self._coding, numbers)
        self._learn_rows(rows, values, close)

    def _learn_rows(self, rows: Rows, values: Floats, close: Callable[[], None]) -> None:
        block = self._coding.block(rows, self._learner.name)
        self._learner.learn_again(block, values, close)

    def _learn_many(self, event: Event) -> None:
        first, n = int(event.number or 0), int(event.many or 0)
        close = partial(self._learner.ledger.own.close_range, first, n)
        values = np.frombuffer(event.payload or b"")
        self._learn(np.arange(first, first + n), values, close)

    def _release(self, event: Event) -> None:
        numbers, values = released_of(event)
        close = partial(self._learner.ledger.close_numbers, numbers.tolist())
        self._learn(numbers, values, close)

    def _learn_foreign(self, event: Event) -> None:
        head, _ = from_archive(event)
        self._learner._learn(Decision.from_dict(head["decision"]), float(event.value or 0.0))

    # ------------------------------------------------------------- models and examples

    def _teach(self, event: Event) -> None:
        head, arrays = from_archive(event)
        self._meet_uncounted(head["places"])
        examples = Examples(
            contexts=arrays["contexts"],
            features=features_of(self._bandit.oracle, arrays["contexts"]),
            points=arrays["points"],
            values=arrays["values"],
            weights=arrays.get("weights"),
            propensities=arrays.get("propensities"),
            ids=head["ids"],
        )
        self._bandit._teaching._learn(examples)

    def _meet_uncounted(self, places: list[Any]) -> None:
        """Places that the step itself counts."""
        if places:
            self._bandit._contexts.restore([tuple(pair) for pair in places], grows=True)

    def _forget(self, event: Event) -> None:
        self._bandit._teaching.forget(from_archive(event)[0]["ids"])

    def _turn(self, event: Event) -> None:
        """What fits gave is put in place, where it can be what a fit gives."""
        states = self._bandit._states
        if states.refits is None:
            raise CorruptSave("the journal has fits of an oracle that is never fitted")
        head, arrays = from_archive(event)
        steps: list[Any] = []
        state = states.oracle
        for i, name in enumerate(head["steps"]):
            if name != "fit":
                steps.append((name, None))
                continue
            mine = {
                place.removeprefix(f"{i}."): array
                for place, array in arrays.items()
                if place.startswith(f"{i}.")
            }
            grown = states.refits.oracle.grown
            whole = storage.flatten(state, "oracle") | mine
            found = storage.regrow(state, whole, "oracle", grown)
            refuse_unsound(found, state, "fit")
            parts = {place.split(".")[1] for place in mine}
            steps.append(("fit", {part: getattr(found, part) for part in parts}))
        turn = states.refits.redo(
            state, steps, head["busy"], int(head["decided"]), int(head["learned"])
        )
        states.go_on_with(turn.state, turn.progress)

    def _open(self, event: Event) -> None:
        go_on_as(self._bandit, str(event.id), int(event.many or 0))


def go_on_as(bandit: Bandit, name: str, first: int) -> None:
    """Decide under a name from a number on; names that made nothing are forgotten."""
    ledger = bandit._learner.ledger
    made = [run for run in ledger.runs if run.first < first and run.name != name]
    ledger.runs = Runs([*made, Run(name, first)])
    bandit._learner.name = name


def read_places(event: Event) -> list[Any]:
    """New places of levels that came with a decision."""
    import json

    found = json.loads(event.extra or "{}").get("places", [])
    return list(found)


def released_of(event: Event) -> "tuple[np.ndarray[Any, np.dtype[np.int64]], Floats]":
    """Numbers and values of decisions that were learned together."""
    n = int(event.many or 0)
    payload = event.payload or b""
    return np.frombuffer(payload[: 8 * n], dtype=np.int64), np.frombuffer(payload[8 * n :])
