"""Decisions as a table: a row each, contexts by the names of their fields."""

import datetime
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from smoothbandits.extras import require_extra
from smoothbandits.fields.values import plain

__all__ = ["as_table", "columns_of_actions", "columns_of_contexts"]


def columns_of_actions(name: str, actions: NDArray[Any]) -> dict[str, Any]:
    """Each part of an action has a column of its own."""
    if actions.ndim == 2:
        return {f"{name}_{i}": actions[:, i] for i in range(actions.shape[1])}
    if actions.dtype.names is not None:
        return {f"{name}_{part}": actions[part] for part in actions.dtype.names}
    return {name: actions}


def columns_of_contexts(
    given: Sequence[Mapping[Any, Any]] | None, rows: NDArray[np.float64]
) -> dict[str, Any]:
    """Fields by their names, as they were given; else the entries of the rows by their places."""
    if given is None:
        return {f"context_{i}": rows[:, i] for i in range(rows.shape[1])}
    names = dict.fromkeys(name for context in given for name in context)
    return {str(name): [shown(context.get(name)) for context in given] for name in names}


def shown(value: Any) -> Any:
    """The value as a table can hold it: dates stay dates."""
    if isinstance(value, datetime.date) and value == value:
        return value
    return plain(value)


def as_table(contexts: Mapping[str, Any], others: Mapping[str, Any], library: str) -> Any:
    """A frame of polars or pandas; a field that is named like another column gives way."""
    columns = {f"context {name}" if name in others else name: c for name, c in contexts.items()}
    columns.update(others)
    if library == "pandas":
        return sys.modules["pandas"].DataFrame(columns)  # it made the contexts
    require_extra("tables", "polars")
    import polars

    series = [polars.Series(name, column, strict=False) for name, column in columns.items()]
    return polars.DataFrame(series)
