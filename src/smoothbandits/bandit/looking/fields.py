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
from smoothbandits.fields.given import as_rows
from smoothbandits.oracles import Oracle

if TYPE_CHECKING:
    from smoothbandits.bandit.facade import Bandit

__all__ = ["Field", "background", "fields_of"]


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
