"""Names of which there are a few: each gets a place of its own as it comes."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from smoothbandits.checks import check_count, check_flag
from smoothbandits.errors import InvalidParameter
from smoothbandits.fields.base import Book, Field, Write
from smoothbandits.fields.values import as_key

__all__ = ["PLACES", "Category"]

PLACES = 16  # for levels, where nothing is said
MOST_PLACES = 100_000


@dataclass(frozen=True)
class Category(Field):
    """One of some names; flags and whole numbers count as names too.

    Each level has an entry, which is 1 where the value is that level.  A level that is new gets
    the next place; when all are taken, new ones share the place "other".  Places are never given
    to another level.

    Parameters
    ----------
    levels
        Those that are known beforehand, in the order of their places.
    places
        How many levels have a place of their own: 16, or as many as ``levels`` where these are
        more.
    other
        Whether levels beyond that share a place; without it they say nothing.
    missing
        Whether an entry says that the value is missing.

    Examples
    --------
    >>> from smoothbandits.fields import Schema
    >>> schema = Schema({"plan": Category(["basic", "gold"], places=3)})
    >>> schema.entries
    ['plan = basic', 'plan = gold', 'plan: 3rd level', 'plan is other']
    """

    levels: tuple[str, ...] = ()
    places: int | None = None
    other: bool = True
    missing: bool = False

    def __post_init__(self) -> None:
        levels: Any = self.levels
        if not isinstance(levels, list | tuple):
            raise InvalidParameter(f"levels is {levels!r}; give a list of names")
        keys = [as_key("levels", level) for level in levels]
        if None in keys:
            raise InvalidParameter(f"levels is {levels!r}; leave out what stands for missing")
        if len(set(keys)) < len(keys):
            twin = next(key for key in keys if keys.count(key) > 1)
            raise InvalidParameter(f"levels has {twin!r} twice; name each level once")
        object.__setattr__(self, "levels", tuple(keys))
        places = max(PLACES, len(keys)) if self.places is None else self.places
        least = max(1, len(keys))
        object.__setattr__(
            self, "places", check_count("places", places, least=least, most=MOST_PLACES)
        )
        for flag in ("other", "missing"):
            object.__setattr__(self, flag, check_flag(flag, getattr(self, flag)))

    @property
    def room(self) -> int:
        """How many levels have a place of their own."""
        return self.places or 0  # never 0: set by the constructor

    @property
    def is_binary(self) -> bool:
        """Whether one entry tells its only two levels apart."""
        return len(self.levels) == self.room == 2 and not self.other and not self.missing

    @property
    def present(self) -> int:
        """The entry of the level."""
        return 1

    def entries(self, name: str) -> list[str]:
        """Each level, then the others, then missing."""
        if self.is_binary:
            return [f"{name} = {self.levels[1]}"]
        empty = range(len(self.levels) + 1, self.room + 1)
        return [
            *(f"{name} = {level}" for level in self.levels),
            *(f"{name}: {ordinal(place)} level" for place in empty),
            *[f"{name} is other"] * self.other,
            *[f"{name} is missing"] * self.missing,
        ]

    def blank(self, absent: float) -> list[float]:
        """Nothing, or the entry that says missing."""
        if self.is_binary:
            return [absent if absent != absent else 0.5]
        row = [absent] * (self.room + self.other + self.missing)
        if self.missing:
            row[-1] = 1.0
        return row

    def writer(self, name: str, absent: float, levels: dict[str, int], book: Book) -> Write:
        """Look the level up, or ask the book for a place."""
        binary, room, other, missing = self.is_binary, self.room, self.other, self.missing
        plain = not binary and not missing

        def write(row: "array[float]", at: int, value: Any) -> None:
            if plain and type(value) is str and value in levels:  # the usual case
                row[at + levels[value]] = 1.0
                return
            key = as_key(name, value)
            if key is None:
                return
            place = levels.get(key)
            if place is None:
                place = book(name, key)
            if missing:
                row[at + room + other] = absent
            if binary:
                if place is not None:
                    row[at] = float(place)
            elif place is not None:
                row[at + place] = 1.0
            elif other:
                row[at + room] = 1.0

        return write

    def read(self, entries: Sequence[float], levels: Sequence[str]) -> str | None:
        """The level, or "other".

        Examples
        --------
        >>> Category(places=2).read([0.0, 1.0, 0.0], ["PT", "ES", "other"])
        'ES'
        """
        if self.is_binary:  # missing ones lie between both
            return self.levels[int(entries[0])] if entries[0] in (0.0, 1.0) else None
        place = list(entries).index(1.0) if 1.0 in entries else None
        missing = place is None or (self.missing and place == len(entries) - 1)
        return None if missing or place is None else levels[place]

    def sees_as(self, seen: list[float], encoded: list[float]) -> bool:
        """A level that has a place by now may have been one of the others."""
        if super().sees_as(seen, encoded):
            return True
        if not self.other or 1.0 not in encoded or encoded.index(1.0) >= self.room:
            return False
        before = list(encoded)
        before[encoded.index(1.0)] = before[self.room]
        before[self.room] = 1.0
        return super().sees_as(seen, before)


def ordinal(n: int) -> str:
    """The number as it is said.

    Examples
    --------
    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"
