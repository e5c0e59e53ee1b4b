"""Which fields a context has, and of which kind."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from smoothbandits.checks import MOST_ENTRIES, Floats, nearest
from smoothbandits.errors import InvalidParameter, UnknownColumn
from smoothbandits.fields.base import Field
from smoothbandits.fields.category import Category
from smoothbandits.fields.date import Date
from smoothbandits.fields.encoding import Encoding
from smoothbandits.fields.finding import find_fields, is_example
from smoothbandits.fields.number import Number
from smoothbandits.fields.text import Text

__all__ = ["KINDS", "Schema"]

KINDS: dict[str, type[Field]] = {
    "number": Number,
    "category": Category,
    "date": Date,
    "text": Text,
}


@dataclass(frozen=True)
class Schema:
    """The fields of a context by name: what ``Bandit(context=...)`` makes of a dict.

    Parameters
    ----------
    fields
        For each name a kind, "number", "category", "date" or "text", or a field with parameters
        of your own, such as ``Category(places=50)``.

    Examples
    --------
    >>> schema = Schema({"temperature": "number", "country": Category(["PT", "ES"], places=2)})
    >>> schema.entries
    ['temperature', 'country = PT', 'country = ES', 'country is other']
    >>> schema.encode({"temperature": 3.5, "country": "ES"})
    array([3.5, nan, 1. , nan])
    """

    fields: Any

    def __post_init__(self) -> None:
        given = self.fields
        pairs = list(given.items()) if isinstance(given, Mapping) else given
        if not isinstance(pairs, list | tuple) or not all(
            isinstance(pair, list | tuple) and len(pair) == 2 for pair in pairs
        ):
            raise InvalidParameter(
                f"fields is {given!r}; give a dict such as {{'age': 'number', 'plan': 'category'}}"
            )
        found = tuple((check_name(name), as_field(name, field)) for name, field in pairs)
        if not found:
            raise InvalidParameter("the schema has no fields; give at least one")
        if len({name for name, _ in found}) < len(found):
            raise InvalidParameter(f"fields is {given!r}; name each field once")
        object.__setattr__(self, "fields", found)
        if self.width > MOST_ENTRIES:
            raise InvalidParameter(f"the schema has {self.width} entries; lower places or buckets")

    @classmethod
    def of(cls, example: Any) -> "Schema":
        """The schema of a frame of polars or pandas, or of a list of dicts.

        Numbers, durations and times of the day are numbers; dates, also as text, are dates;
        text is a category, or text where most values differ and have several words.  Levels
        that are there get their places first, the most frequent one at the front, and there is
        room for as many again, up to 16.

        Examples
        --------
        >>> Schema.of([{"age": 41, "plan": "gold"}, {"age": None, "plan": "basic"}])["plan"]
        Category(levels=('basic', 'gold'), places=4, other=True, missing=False)
        """
        if not is_example(example):
            raise InvalidParameter(
                f"example is {type(example).__name__}; give a frame of polars or pandas, or a "
                "list of dicts"
            )
        return cls(find_fields(example))

    @classmethod
    def read(cls, given: Any) -> "Schema":
        """The schema that is meant: itself, a dict of kinds, or the schema of an example."""
        if isinstance(given, cls):
            return given
        if isinstance(given, Mapping):
            return cls(given)
        if is_example(given):
            return cls.of(given)
        raise InvalidParameter(
            f"context is {given!r}; give a dict such as {{'age': 'number', 'plan': 'category'}}, "
            "a Schema, or an example: a frame of polars or pandas, or a list of dicts"
        )

    def __getitem__(self, name: str) -> Field:
        if isinstance(name, str) and name in self.names:
            return dict(self.fields)[name]  # type: ignore[no-any-return]
        raise UnknownColumn(f"there is no field {name!r}{nearest(str(name), self.names)}")

    @property
    def names(self) -> list[str]:
        """Names of the fields."""
        return [name for name, _ in self.fields]

    @property
    def entries(self) -> list[str]:
        """Names of the entries of an encoded context."""
        return [entry for name, field in self.fields for entry in field.entries(name)]

    @cached_property
    def width(self) -> int:
        """Number of entries of an encoded context."""
        return sum(len(field.blank(0.0)) for _, field in self.fields)

    @property
    def is_plain(self) -> bool:
        """Whether an encoded context is the numbers of its fields as they are.

        Examples
        --------
        >>> Schema({"age": "number"}).is_plain, Schema({"plan": "category"}).is_plain
        (True, False)
        """
        return all(field == Number() for _, field in self.fields)

    @property
    def present(self) -> float:
        """About which share of the entries says something at a time.

        Examples
        --------
        >>> Schema({"age": "number", "plan": Category(places=8)}).present
        0.2
        """
        present: int = sum(field.present for _, field in self.fields)
        return present / self.width

    def encode(self, context: Any) -> Floats:
        """One context as an untaught bandit encodes it.

        Entries that say nothing are nan.
        """
        return np.array(Encoding(self).encode(context)[1])


def check_name(name: Any) -> str:
    """Refuse what is no name of a field."""
    if not isinstance(name, str):
        raise InvalidParameter(f"a field is named {name!r}; give names as text")
    return str(name)


def as_field(name: str, given: Any) -> Field:
    """A field from its kind."""
    if isinstance(given, Field):
        return given
    kind = KINDS.get(given) if isinstance(given, str) else None
    if kind is None:
        hint = nearest(given, KINDS) if isinstance(given, str) else ""
        raise InvalidParameter(
            f"field {name!r} is {given!r}{hint}; give {', '.join(map(repr, KINDS))}, or one of "
            "smoothbandits.fields"
        )
    return kind()
