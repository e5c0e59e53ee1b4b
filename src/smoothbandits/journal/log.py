"""The log of a journal as columns: a row per decision, with what came of it.

Every reader of logs knows these names, version 1; what is added comes with a new version.

::

    id                     text: the user's, or made up of name and number
    number, bandit         count of the decision, and the name it was made under
    decided_at             time in UTC
    context                fields by their names as JSON; null where contexts are rows
    row                    list of numbers: what the oracle was shown
    action, greedy_action  a number, an item, a label; lists and mappings as JSON
    point                  list of unit coordinates, in which mu is uniform
    density, atom          the propensity, relative to mu
    atom_error             estimated error of the atom
    explored               whether the draw from mu was played
    predicted_loss         of the action
    base, base_probability, gamma, weight, version, key    as in `Decision`
    within                 the rule of the decision as JSON
    person                 whom it is about
    status                 "waiting" or "learned"; where its window closed without an outcome,
                           "missing" if it was learned all the same, else "expired"
    loss                   in [0, 1]; null where none was learned
    outcome                with a payoff, what was told
    learned_at             time in UTC
"""

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from smoothbandits.bandit import archive, storage
from smoothbandits.bandit.decision import Decision, decision_id, listed, plain
from smoothbandits.bandit.feedback import Feedback
from smoothbandits.bandit.lineage import Run, Runs
from smoothbandits.bandit.reading import reader_of
from smoothbandits.bandit.record import LAYOUT
from smoothbandits.errors import JournalFailed, UnsupportedSave
from smoothbandits.extras import require_extra
from smoothbandits.journal.coding import Coding, Rows, from_archive, inflated
from smoothbandits.journal.events import (
    DECIDED,
    DECISIONS,
    FOREIGN,
    LEARNED,
    LEARNED_MANY,
    OPENED,
    OUTCOME,
    RELEASED,
    SNAPSHOT,
    WINDOW,
    Event,
)
from smoothbandits.journal.replaying import released_of
from smoothbandits.journal.store import Store

if TYPE_CHECKING:
    import polars

__all__ = ["SCHEMA", "About", "Log"]

SCHEMA = 1
TOGETHER = 50_000  # decisions per frame
END = 2**62


class About(NamedTuple):
    """What a log is of.

    Attributes
    ----------
    space, scale, payoff, schema
        Of the bandit; None for a part that is an object of the user's own.
    context_size
        Entries of a row.
    facts
        The same in JSON, with the version of the columns, as a file keeps it.
    """

    space: Any
    scale: Any
    payoff: Any
    schema: Any
    context_size: int
    facts: dict[str, Any]


class Log:
    """Decisions of a store as frames of polars, so many at a time.

    ``space`` and ``payoff`` are needed where they hold objects of the user's own.
    """

    def __init__(self, store: Store, *, space: Any = None, payoff: Any = None) -> None:
        require_extra("tables", "polars")
        self._store = store
        snapshot = store.newest(SNAPSHOT)
        if snapshot is None:
            raise JournalFailed("the journal is empty; nothing was decided")
        manifest, arrays = archive.unpack(inflated(snapshot), "the journal")
        own = {"space": space, "payoff": payoff}
        given: dict[str, Any] = {}
        for name in ("space", "payoff", "scale", "context", "context_size"):
            description = manifest["parameters"][name]
            if own.get(name) is not None:
                given[name] = own[name]
            elif storage.holds_own(description):
                raise UnsupportedSave(
                    f"the {name} holds an object of your own, which no file can keep; give "
                    f"{name}= again"
                )
            else:
                given[name] = storage.rebuild(description, arrays)
        contexts = reader_of(given["context"], given["context_size"])
        self._feedback = Feedback(given["space"], contexts, given["scale"], given["payoff"])
        facts = {
            "schema": SCHEMA,
            **{
                name: inlined(manifest["parameters"][name], arrays)
                for name in ("space", "payoff", "context", "context_size")
            },
            "scale": [self._feedback.scale.low, self._feedback.scale.high],
        }
        self.about = About(
            given["space"],
            self._feedback.scale,
            self._feedback.payoff,
            given["context"],
            contexts.size,
            facts,
        )
        layout = store.facts().get("layout", LAYOUT)
        self._coding = Coding(given["space"], contexts.size, layout)
        self._runs = self._all_runs()
        closed = store.covering([WINDOW], END)
        self._closed = 0 if closed is None else int(closed.number or 0)

    def _all_runs(self) -> Runs:
        """Under which names which numbers were decided."""
        runs: list[Run] = []
        for event in self._store.read(kinds=[SNAPSHOT, OPENED]):
            run = Run(str(event.id), int(event.many or 0))
            runs = [*(one for one in runs if one.first < run.first), run]
        return Runs(runs)

    # ------------------------------------------------------------------------ frames

    def frames(
        self, progress: Callable[[int], None] | None = None
    ) -> "Iterator[polars.DataFrame]":
        """All decisions in order; those of replicas, which have numbers of their own, last."""
        next_number = 0
        last = self._store.covering(DECISIONS, END)
        end = 0 if last is None else int(last.number or 0) + 1
        while next_number < end:
            until = next_number + TOGETHER
            events = list(self._store.between(DECISIONS, next_number, until))
            next_number = until
            if events:
                yield self._frame(events)
            if progress is not None:
                progress(min(until, end))
        foreign = list(self._store.read(kinds=[FOREIGN]))
        if foreign:
            yield self._foreign(foreign)

    def _frame(self, events: list[Event]) -> "polars.DataFrame":
        rows = self._coding.rows(events)
        block, space = self._coding.block(rows, ""), self.about.space
        texts = self._texts(events)
        columns: dict[str, Any] = {
            "id": texts["id"],
            "number": rows.numbers,
            "bandit": [self._runs.at(number) for number in rows.numbers.tolist()],
            "decided_at": texts["at"],
            "context": texts["context"],
            "row": rows.contexts.tolist(),
            "action": actions_of(space, block.actions),
            "greedy_action": actions_of(space, block.greedy_actions),
            "point": block.points.tolist(),
            "density": block.densities,
            "atom": block.atoms,
            "atom_error": block.atom_errors,
            "explored": block.explored,
            "predicted_loss": block.predicted_losses,
            "base": block.bases,
            "base_probability": block.base_probabilities,
            "gamma": block.gammas,
            "weight": block.weights,
            "version": rows.versions,
            "key": rows.keys,
            "within": texts["within"],
            "person": texts["person"],
            **self._learned(rows, block),
        }
        names = zip(columns["id"], columns["bandit"], rows.numbers.tolist(), strict=True)
        columns["id"] = [
            decision_id(bandit, number) if id is None else str(id) for id, bandit, number in names
        ]
        return frame_of(columns)

    def _texts(self, events: list[Event]) -> dict[str, list[Any]]:
        """What events say once for their decisions, and what has names."""
        found: dict[str, list[Any]] = {
            name: [] for name in ("id", "at", "person", "context", "within")
        }
        for event in events:
            alone = event.kind == DECIDED
            n = 1 if alone else int(event.many or 0)
            extra = {} if event.extra is None else json.loads(event.extra)
            found["id"] += [event.id] * n
            found["at"] += [event.at] * n
            found["person"] += [event.person] * n
            for name in ("context", "within"):
                part = extra.get(name)
                parts = [part] if alone else part or [None] * n
                found[name] += [None if one is None else json.dumps(one) for one in parts]
        return found

    def _learned(self, rows: Rows, block: Any) -> dict[str, Any]:
        """What came of decisions: status, loss, outcome and when."""
        first, end = int(rows.numbers[0]), int(rows.numbers[-1]) + 1
        n = end - first
        value, at = np.full(n, np.nan), np.full(n, np.nan)
        status = np.full(n, "waiting", dtype=object)
        status[: max(0, self._closed - first)] = "expired"
        in_time = {event.number for event in self._store.between([OUTCOME], first, end)}

        def note(number: int, told: float, when: float, released: bool) -> None:
            place = number - first
            if 0 <= place < n:
                missing = released and number not in in_time
                status[place] = "missing" if missing else "learned"
                value[place], at[place] = told, when

        for event in self._lessons(first, end):
            start, many = int(event.number or 0), int(event.many or 0)
            if event.kind == LEARNED:
                note(start, float(event.value or 0.0), event.at, False)
                continue
            if event.kind == LEARNED_MANY:
                numbers = range(start, start + many)
                values = np.frombuffer(event.payload or b"").tolist()
            else:
                found, told = released_of(event)
                numbers, values = found.tolist(), told.tolist()
            for number, one in zip(numbers, values, strict=True):
                note(number, one, event.at, event.kind == RELEASED)
        places = rows.numbers - first
        value, at, status = value[places], at[places], status[places]
        known = np.isfinite(value)
        loss = np.where(known, self._feedback.losses(block, np.where(known, value, 0.0)), np.nan)
        outcome = value if self.about.payoff is not None else np.full(len(value), np.nan)
        return {
            "status": status.tolist(),
            "loss": nothing(loss),
            "outcome": nothing(outcome),
            "learned_at": nothing(at),
        }

    def _lessons(self, first: int, end: int) -> Iterator[Event]:
        """Events that say what was learned of these decisions."""
        for kind in (LEARNED_MANY, RELEASED):
            before = self._store.covering([kind], first)
            if before is not None and before.number != first:
                yield before
        yield from self._store.between([LEARNED, LEARNED_MANY, RELEASED], first, end)

    def _foreign(self, events: list[Event]) -> "polars.DataFrame":
        """Decisions of replicas, each of which is whole in the event of its loss."""
        rows = []
        for event in events:
            decision = Decision.from_dict(from_archive(event)[0]["decision"])
            value = float(event.value or 0.0)
            rows.append(self._foreign_row(decision, value, event.at))
        return frame_of({name: [row[name] for row in rows] for name in rows[0]})

    def _foreign_row(self, decision: Decision, value: float, at: float) -> dict[str, Any]:
        fields = decision.to_dict()
        law = fields.pop("propensity")
        encoded = decision.encoded
        named = isinstance(decision.context, dict)
        return {
            "id": str(decision.id),
            "number": decision.number,
            "bandit": decision.bandit,
            "decided_at": None,
            "context": json.dumps(fields["context"]) if named else None,
            "row": [] if encoded is None else encoded.tolist(),
            "action": shown(fields["action"]),
            "greedy_action": shown(fields["greedy_action"]),
            "point": fields["point"],
            "density": law["density"],
            "atom": law["atom"],
            "atom_error": law["error"],
            **{name: fields[name] for name in AS_THEY_ARE},
            "within": None if decision.within is None else json.dumps(listed(decision.within)),
            "person": None,
            "status": "learned",
            "loss": self._feedback.loss(decision, value),
            "outcome": value if self.about.payoff is not None else None,
            "learned_at": at,
        }


AS_THEY_ARE = (
    *("explored", "predicted_loss", "base", "base_probability"),
    *("gamma", "weight", "version", "key"),
)


def nothing(values: Any) -> list[float | None]:
    """Numbers, None for nan."""
    return [None if value != value else value for value in values.tolist()]


def shown(action: Any) -> Any:
    """An action as a cell: what has parts as JSON."""
    if isinstance(action, dict | list | tuple):
        return json.dumps(action)
    return action


def actions_of(space: Any, actions: Any) -> Any:
    """A column of actions."""
    if actions.ndim == 1 and actions.dtype.kind in "fi":
        return actions
    found = []
    for one in actions:
        action = plain(one)
        if isinstance(action, np.ndarray):
            action = action.tolist()
        found.append(shown(action))
    return found


def frame_of(columns: dict[str, Any]) -> "polars.DataFrame":
    """A frame with the types of the schema."""
    import polars

    types: dict[str, Any] = {
        **dict.fromkeys(("id", "bandit", "context", "within", "person", "status"), polars.String),
        **dict.fromkeys(("row", "point"), polars.List(polars.Float64)),
        **dict.fromkeys(("number", "version", "key", "base"), polars.Int64),
        **dict.fromkeys(("density", "atom", "atom_error", "predicted_loss"), polars.Float64),
        **dict.fromkeys(("base_probability", "gamma", "weight"), polars.Float64),
        **dict.fromkeys(("loss", "outcome", "decided_at", "learned_at"), polars.Float64),
        "explored": polars.Boolean,
    }
    series = [
        polars.Series(name, values, dtype=types.get(name)) for name, values in columns.items()
    ]
    times = [
        polars.from_epoch((polars.col(name) * 1e6).round().cast(polars.Int64), time_unit="us")
        .dt.replace_time_zone("UTC")
        .alias(name)
        for name in ("decided_at", "learned_at")
    ]
    return polars.DataFrame(series).with_columns(times)


def inlined(description: Any, arrays: archive.Arrays) -> Any:
    """A description whose arrays are lists: JSON that needs nothing beside it."""
    if isinstance(description, list):
        return [inlined(item, arrays) for item in description]
    if not isinstance(description, dict):
        return description
    if "array" in description:
        return {"values": arrays[description["array"]].tolist()}
    return {key: inlined(value, arrays) for key, value in description.items()}
