"""Decisions as bytes and back: rows of numbers, as the kernels filled them, and text for names."""

import io
import json
import struct
import zlib
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from smoothbandits.bandit.archive import pack, unpack
from smoothbandits.bandit.decision import Decision, Decisions, listed, unlisted
from smoothbandits.bandit.record import LAYOUT, Record, decisions_of
from smoothbandits.checks import Floats
from smoothbandits.errors import CorruptSave
from smoothbandits.fields.values import plain
from smoothbandits.journal.events import DECIDED, Event
from smoothbandits.spaces import Space

__all__ = [
    "Coding",
    "Rows",
    "extra_of",
    "from_archive",
    "inflated",
    "read_extra",
    "to_archive",
]

TAIL = struct.Struct("<qq")  # key and version


class Rows(NamedTuple):
    """Decisions by rows; ``numbers`` are ascending.

    Attributes
    ----------
    filled
        What `Record.filled` held.
    contexts
        What the oracle was shown.
    keys, versions
        As in a `Decision`.
    """

    numbers: NDArray[np.int64]
    filled: Floats
    contexts: Floats
    keys: NDArray[np.int64]
    versions: NDArray[np.int64]

    def take(self, places: Any) -> "Rows":
        """Some of the rows."""
        return Rows(*(part[places] for part in self))

    @classmethod
    def joined(cls, parts: "Sequence[Rows]") -> "Rows":
        """All rows of several parts."""
        return cls(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


class Coding:
    """How decisions on one space, with contexts of one size, are bytes.

    ``layout`` names the first numbers of a record, as a file has them.
    """

    def __init__(self, space: Space, context_size: int, layout: Sequence[str] = LAYOUT) -> None:
        self.space, self.size = space, context_size
        self.order = [list(layout).index(name) for name in LAYOUT]
        self.width = len(layout) + 4 * space.dimension
        self._plain = self.order == list(range(len(layout)))
        self._row = np.dtype(
            [("filled", "<f8", (self.width,)), ("context", "<f8", (context_size,)),
             ("key", "<i8"), ("version", "<i8")]
        )  # fmt: skip

    @staticmethod
    def one(filled: Floats, row: Floats, key: int, version: int) -> bytes:
        """The bytes of one decision."""
        return filled.tobytes() + row.tobytes() + TAIL.pack(key, version)

    def many(
        self, filled: Floats, contexts: Floats, keys: NDArray[np.int64], version: int
    ) -> bytes:
        """The bytes of a block: those of its decisions, one after the other."""
        rows = np.empty(len(keys), self._row)
        rows["filled"], rows["context"], rows["key"] = filled, contexts, keys
        rows["version"] = version
        return rows.tobytes()

    def rows(self, events: Iterable[Event]) -> Rows:
        """The decisions of some events, in order."""
        firsts, counts, payloads = [], [], []
        for event in events:
            firsts.append(event.number)
            counts.append(1 if event.kind == DECIDED else event.many)
            payloads.append(event.payload)
        table = np.frombuffer(b"".join(payloads), self._row)  # type: ignore[arg-type]
        many = np.array(counts, dtype=np.int64)
        starts = np.repeat(np.array(firsts, dtype=np.int64), many)
        within = np.arange(len(table)) - np.repeat(np.cumsum(many) - many, many)
        filled = np.ascontiguousarray(table["filled"])
        if not self._plain:
            n = len(LAYOUT)
            filled = np.hstack((filled[:, self.order], filled[:, n:]))
        return Rows(
            starts + within,
            filled,
            np.ascontiguousarray(table["context"]).reshape(len(table), self.size),
            np.ascontiguousarray(table["key"]),
            np.ascontiguousarray(table["version"]),
        )

    def points(self, rows: Rows) -> Floats:
        """Actions in unit coordinates."""
        n, d = len(LAYOUT), self.space.dimension
        return np.ascontiguousarray(rows.filled[:, n : n + d])

    def block(self, rows: Rows, name: str) -> Decisions:
        """Columns as `act_many` gives them; ids and versions are those of no block."""
        n, d = len(LAYOUT), self.space.dimension
        users = rows.filled[:, n + 2 * d :].reshape(-1, 2, d)
        return decisions_of(
            self.space,
            np.ascontiguousarray(rows.filled[:, :n]),
            users,
            contexts=rows.contexts,
            points=self.points(rows),
            keys=rows.keys,
            version=0,
            first=0,
            bandit=name,
        )

    def decision(self, rows: Rows, place: int, name: str, id: Any, extra: Any) -> Decision:
        """One decision as it was made; ``extra`` is what `read_extra` gave for it."""
        record = Record(self.space)
        record.filled[:] = rows.filled[place]
        return record.decision(
            int(rows.numbers[place]),
            name,
            id,
            rows.contexts[place],
            int(rows.versions[place]),
            int(rows.keys[place]),
            extra.get("context"),
            unlisted(extra.get("within")),
        )


# ------------------------------------------------------------------------ what has names


def extra_of(context: Any, within: Any, places: Sequence[Any] = ()) -> str | None:
    """Text for what is no row of numbers: a context by its names, a rule, new places."""
    found: dict[str, Any] = {}
    if context is not None:
        found["context"] = {name: plain(value) for name, value in context.items()}
    if within is not None:
        found["within"] = listed(within)
    if places:
        found["places"] = list(places)
    return json.dumps(found) if found else None


def read_extra(event: Event, place: int = 0) -> dict[str, Any]:
    """What `extra_of` was given, for one decision of an event."""
    found = {} if event.extra is None else json.loads(event.extra)
    if event.kind != DECIDED:  # a list of each
        found = {name: found[name][place] for name in ("context", "within") if name in found}
    return found


# ------------------------------------------------------------------------ arrays by names


def to_archive(head: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> bytes:
    """Text and arrays as compressed bytes."""
    file = io.BytesIO()
    pack(file, head, arrays)
    return zlib.compress(file.getvalue(), 1)


def from_archive(event: Event) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """The inverse of `to_archive`."""
    return unpack(inflated(event), f"event {event.sequence} of the journal")


def inflated(event: Event) -> bytes:
    """The bytes of an event as they were before they were compressed."""
    try:
        return zlib.decompress(event.payload or b"")
    except zlib.error as error:
        raise CorruptSave(
            f"event {event.sequence} of the journal is damaged ({error}); run `smoothbandits "
            "journal verify`"
        ) from None
