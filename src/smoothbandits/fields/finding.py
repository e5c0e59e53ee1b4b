"""A schema from an example: what its fields are, found from their values."""

import datetime
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from smoothbandits.errors import InvalidTable
from smoothbandits.fields.base import Field
from smoothbandits.fields.category import PLACES, Category
from smoothbandits.fields.date import Date
from smoothbandits.fields.given import columns_of, is_rows
from smoothbandits.fields.number import Number
from smoothbandits.fields.text import Text
from smoothbandits.fields.values import as_key, as_microseconds, plain

__all__ = ["field_of", "find_fields", "is_example"]

DATE = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d.*)?")
LEAST_WORDS = 3.0  # of a text, on average
SPARE = 2  # times as many places as levels were seen, up to `PLACES`


def is_example(given: Any) -> bool:
    """Whether this is a frame or a list of dicts."""
    return columns_of(given) is not None or (is_rows(given) and not isinstance(given, tuple))


def find_fields(example: Any) -> dict[str, Field]:
    """The fields of a frame of polars or pandas, or of a list of dicts."""
    columns = columns_of(example)
    if columns is None:
        columns = {}
        for row in example:
            columns.update({str(name): [] for name in row if str(name) not in columns})
        for name, column in columns.items():
            column.extend(row.get(name) for row in example)
    if not columns or not next(iter(columns.values())):
        raise InvalidTable(
            "the example has no rows; give some, or a schema such as {'age': 'number'}"
        )
    return {name: field_of(name, values) for name, values in columns.items()}


def field_of(name: str, values: Iterable[Any]) -> Field:
    """What one column is; refused where that cannot be told."""
    kinds: Counter[str] = Counter()
    there: list[Any] = []
    for value in values:
        kind = kind_of(name, value)
        if kind is not None:
            kinds[kind] += 1
            there.append(value)
    if not there:
        raise InvalidTable(
            f"all values of {name!r} are missing; say what it is, as in {{{name!r}: 'number'}}, "
            "or leave it out"
        )
    if len(kinds) > 1:
        shown = " and ".join(sorted(kinds))
        raise InvalidTable(
            f"{name!r} has values of several kinds, {shown}; say what it is, as in "
            f"{{{name!r}: 'category'}}, or make them alike"
        )
    found = next(iter(kinds))
    if found == "number":
        return Number()
    if found == "date" or (found == "text" and are_dates(name, there)):
        return Date()
    if found == "text" and are_sentences(there):
        return Text()
    return category_of(name, there, spare=found == "text")


def kind_of(name: str, value: Any) -> str | None:
    """Kind of a value: number, date, text or flag; None where it is missing."""
    if isinstance(value, datetime.timedelta | datetime.time | np.timedelta64):
        return "number"
    if isinstance(value, datetime.date | np.datetime64) and plain(value) is not None:
        return None if value != value else "date"
    try:
        found = plain(value)
    except TypeError:
        raise InvalidTable(
            f"{name!r} is {type(value).__name__} in the example; give single values, or leave "
            "it out"
        ) from None
    if found is None:
        return None
    if type(found) is bool:
        return "flag"
    return "text" if type(found) is str else "number"


def are_dates(name: str, texts: Sequence[Any]) -> bool:
    """Whether all texts are dates."""
    if not all(DATE.fullmatch(str(plain(text)).strip()) for text in texts):
        return False
    try:
        for text in texts:
            as_microseconds(name, text)
    except ValueError:
        return False
    return True


def are_sentences(texts: Sequence[Any]) -> bool:
    """Whether most texts differ and have several words."""
    several = sum(len(str(text).split()) for text in texts) >= LEAST_WORDS * len(texts)
    return several and 2 * len(set(map(str, texts))) > len(texts)


def category_of(name: str, values: Sequence[Any], *, spare: bool) -> Category:
    """The most frequent levels, and room for others."""
    counts = Counter(as_key(name, value) or "" for value in values)
    levels = sorted(counts, key=lambda level: (-counts[level], level))[:PLACES]
    if not spare:
        return Category(tuple(sorted(("false", "true"))), places=2, other=False)
    return Category(tuple(levels), places=min(PLACES, SPARE * len(levels)))
