"""A schema at work: contexts as rows of numbers, and the places that categories have got."""

import math
from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from smoothbandits.checks import Floats, nearest
from smoothbandits.errors import CorruptSave, InvalidContext
from smoothbandits.fields.base import Write
from smoothbandits.fields.category import Category
from smoothbandits.fields.given import Rows, as_mapping, as_rows

if TYPE_CHECKING:
    from smoothbandits.fields.schema import Schema

__all__ = ["Encoding"]

Row = "array[float]"


class Encoding:
    """Encodes contexts of a schema.  Every row is one that the same calls would give again.

    New levels of categories get places in the order in which they come.  `granted` lists them;
    what a bandit's own counts do not know of is taken back (`cut`), so that a decision that
    failed leaves nothing.

    Parameters
    ----------
    schema
        The fields.
    absent
        What an entry is that says nothing: nan, or 0 for oracles that take no missing entries.

    Attributes
    ----------
    granted
        New levels in the order of their coming, each with the name of its field.
    grows
        Whether new levels get places.
    """

    def __init__(self, schema: "Schema", absent: float = math.nan) -> None:
        self.schema, self.absent, self.width = schema, absent, schema.width
        self.granted: list[tuple[str, str]] = []
        self.grows = True
        self._levels: dict[str, dict[str, int]] = {}
        self._rooms: dict[str, int] = {}
        self._starts: dict[str, int] = {}
        blank: list[float] = []
        for name, field in schema.fields:
            self._starts[name] = len(blank)
            blank += field.blank(absent)
            room = field.room if isinstance(field, Category) else 0
            levels = field.levels if isinstance(field, Category) else ()
            self._rooms[name] = room
            self._levels[name] = {level: place for place, level in enumerate(levels)}
        self._blank = array("d", blank)
        self._writing = self._writers(self._grant)
        self._looking = self._writers(self._next_place)

    def _writers(self, book: Callable[[str, str], int | None]) -> dict[Any, tuple[Write, int]]:
        """For each field what writes it, and where it begins."""
        return {
            name: (field.writer(name, self.absent, self._levels[name], book), self._starts[name])
            for name, field in self.schema.fields
        }

    # ------------------------------------------------------------------------ places

    def _next_place(self, name: str, level: str) -> int | None:
        """The place that a new level would get."""
        place = len(self._levels[name])
        return place if self.grows and place < self._rooms[name] else None

    def _grant(self, name: str, level: str) -> int | None:
        """Give a new level its place."""
        place = self._next_place(name, level)
        if place is not None:
            self.granted.append((name, level))  # first: `cut` then finds what was begun
            self._levels[name][level] = place
        return place

    def cut(self, known: int) -> None:
        """Take back all places but the first ``known``."""
        while len(self.granted) > known:
            name, level = self.granted[-1]
            self._levels[name].pop(level, None)
            self.granted.pop()

    def restore(self, granted: Any) -> None:
        """Take over the places in a file."""
        for name, level in granted:
            levels = self._levels.get(name, {}) if type(name) is str else {}
            if type(level) is not str or level in levels or self._grant_saved(name, level) is None:
                raise CorruptSave(
                    f"the file gives {level!r} a place in {name!r} that it cannot have; load "
                    "another copy"
                )

    def _grant_saved(self, name: Any, level: str) -> int | None:
        return self._grant(name, level) if self._rooms.get(name) else None

    # ---------------------------------------------------------------------- encoding

    def encode(self, context: Any, *, look: bool = False) -> tuple[dict[Any, Any], Floats]:
        """The context by names, and its row.

        With ``look`` new levels are encoded as they would be, and get no place.
        """
        given = as_mapping(context)
        if given is None:
            raise self.no_names(context)
        row = self._blank[:]
        writers = self._looking if look else self._writing
        try:
            for name, value in given.items():
                write, at = writers[name]
                write(row, at, value)
        except KeyError:
            raise self.unknown(given) from None
        return given, np.frombuffer(row)

    def encode_many(self, contexts: Any) -> tuple[Sequence[dict[Any, Any]], Floats]:
        """Many contexts by names, and their rows; as a loop of `encode` would give them."""
        rows = as_rows(contexts)
        n, width = len(rows), self.width
        if isinstance(rows, Rows):
            self._check_columns(rows)
        out = self._blank * n
        where = ""
        try:
            if isinstance(rows, Rows):
                for name, column in rows.columns.items():
                    write, at = self._writing[name]
                    for value in column:
                        write(out, at, value)
                        at += width
            else:
                for i, row in enumerate(rows):
                    where = f" in row {i}"
                    for name, value in row.items():
                        write, at = self._writing[name]
                        write(out, at + i * width, value)
        except KeyError:
            raise self.unknown(row, where) from None
        return rows, np.frombuffer(out).reshape(n, width) if n else np.empty((0, width))

    def _check_columns(self, rows: Rows) -> None:
        """Refuse a frame that has other columns than the schema has fields."""
        there = rows.columns
        unknown = [name for name in there if name not in self._starts]
        if unknown:
            raise self.unknown(dict.fromkeys(there), " frame")
        for name in self._starts:
            if name not in there:
                raise InvalidContext(
                    f"the frame has no column {name!r}{nearest(name, there)}; add it, with None "
                    "where it is missing"
                )

    def check_complete(self, row: Floats) -> None:
        """Raise for a missing value where the oracle takes none."""
        for name, at in self._starts.items():
            if row[at] != row[at]:
                raise InvalidContext(
                    f"{name!r} is missing, and this oracle takes no missing values; give it, or "
                    "a field with middle=, such as Number(middle=0.0)"
                )

    def agrees(self, given: Any, row: Floats) -> bool:
        """Whether the row is one that this context was encoded as, now or before."""
        if type(given) is not dict or row.shape != (self.width,):
            return False
        encoded = self.encode(given, look=True)[1].tolist()
        seen: list[float] = row.tolist()
        ends = [*list(self._starts.values())[1:], self.width]
        return all(
            field.sees_as(seen[start:end], encoded[start:end])
            for (_, field), start, end in zip(
                self.schema.fields, self._starts.values(), ends, strict=True
            )
        )

    def place_of(self, name: str) -> int:
        """Where the entries of a field begin."""
        return self._starts[name]

    # ------------------------------------------------------------------------ errors

    def unknown(self, given: Any, where: str = "") -> InvalidContext:
        """The error of a context with a field that the schema does not have."""
        name = next((name for name in given if name not in self._starts), None)
        hint = nearest(name, self._starts) if isinstance(name, str) else ""
        names = ", ".join(map(repr, list(self._starts)[:12]))
        return InvalidContext(
            f"the context{where} has a field {name!r}, which is not in the schema{hint}; it has "
            f"{names}"
        )

    def no_names(self, context: Any) -> InvalidContext:
        """The error of a context without names."""
        first = next(iter(self._starts))
        shown = repr(context)
        shown = shown if len(shown) <= 80 else f"{shown[:77]}..."
        return InvalidContext(
            f"context is {shown}; the bandit's contexts have names: give a dict such as "
            f"{{{first!r}: ...}}, a dataclass or a row of pandas"
        )
