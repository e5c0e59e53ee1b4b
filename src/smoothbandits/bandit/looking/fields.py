"""The fields of a context: what each is called, and what it says."""

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.checks import Floats
from smoothbandits.contexts import as_contexts, check_entries
from smoothbandits.errors import InvalidContext
from smoothbandits.features import identity
from smoothbandits.fields import Category, Text
from smoothbandits.fields.given import as_rows
from smoothbandits.oracles import Oracle

if TYPE_CHECKING:
    from smoothbandits.bandit.facade import Bandit

__all__ = [
    "Field",
    "background",
    "context_in",
    "fields_of",
    "levels_of",
    "value_in",
    "words_of",
]


class Field(NamedTuple):
    """One field of a context.

    Attributes
    ----------
    name
        What it is called.
    columns
        The places of its entries.
    """

    name: str
    columns: tuple[int, ...]

    def value(self, context: Any) -> str:
        """What a context says of it."""
        if isinstance(context, Mapping):
            given = context.get(self.name, "missing")
            return f"{given:.6g}" if isinstance(given, float) else str(given)
        entries = [float(context[i]) for i in self.columns]
        words = ["missing" if math.isnan(entry) else f"{entry:.6g}" for entry in entries]
        return ", ".join(words)


def fields_of(bandit: "Bandit") -> list[Field]:
    """The fields of this bandit's contexts: entries are called by their places."""
    schema = bandit.schema
    if schema is None:
        return [Field(f"entry {i}", (i,)) for i in range(bandit.context_size)]
    found, start = [], 0
    for name, field in schema.fields:
        width = len(field.blank(0.0))
        found.append(Field(str(name), tuple(range(start, start + width))))
        start += width
    return found


def background(bandit: "Bandit", contexts: ArrayLike | None) -> Floats | None:
    """Contexts to compare with: those that are given, or those that the oracle has kept.

    None where it keeps none, or keeps only features that contexts were turned into.
    """
    if contexts is not None:
        if bandit.schema is None:
            rows = as_contexts(contexts, bandit.context_size)
        else:  # looked at only: new levels get no places
            rows = np.array([bandit._contexts.look(context) for context in as_rows(contexts)])
        for row in rows:
            check_entries(row, bandit.oracle.entries)
        if not len(rows):
            raise InvalidContext(f"contexts is {contexts!r}; give at least one row")
        return rows
    model, states = bandit.oracle, bandit._states
    if model.transform is not identity or not isinstance(model.oracle, Oracle):
        return None
    state = states.oracle[0] if type(states.oracle) is tuple else states.oracle
    kept = model.oracle.kept(state)
    if kept is None or not len(kept.contexts) or not bandit.context_size:
        return None
    return np.ascontiguousarray(kept.contexts)


def levels_of(bandit: "Bandit", name: str) -> list[str]:
    """What each entry of a category stands for; nothing for other fields."""
    kind = None if bandit.schema is None else bandit.schema[name]
    if not isinstance(kind, Category) or kind.is_binary:
        return []
    reader: Any = bandit._contexts
    levels = [*kind.levels, *(level for field, level in reader.to_list() if field == name)]
    levels += ["?"] * (kind.room - len(levels)) + ["other"] * kind.other
    return levels + ["missing"] * kind.missing


def value_in(bandit: "Bandit", field: Field, row: Floats) -> Any:
    """What an encoded row says of a field that has a name; None where nothing can be read."""
    assert bandit.schema is not None
    entries = row[list(field.columns)].tolist()
    return bandit.schema[field.name].read(entries, levels_of(bandit, field.name))


def context_in(bandit: "Bandit", row: Floats) -> dict[str, Any]:
    """An encoded row as a context by the names of its fields, as far as it can be read."""
    said = {field.name: value_in(bandit, field, row) for field in fields_of(bandit)}
    return {name: value for name, value in said.items() if value is not None}


def words_of(bandit: "Bandit", row: Floats) -> dict[str, str]:
    """What an encoded row says, by the names of fields; texts are not to be read back."""
    if bandit.schema is None:
        return {}
    readable = [f for f in fields_of(bandit) if not isinstance(bandit.schema[f.name], Text)]
    words = {}
    for field in readable:
        value = value_in(bandit, field, row)
        number = isinstance(value, float)
        words[field.name] = f"{value:.6g}" if number else "missing" if value is None else value
    return words
