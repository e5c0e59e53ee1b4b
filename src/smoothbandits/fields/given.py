"""What people give as a context, or as many: by the names of fields, whatever it came in.

No library of frames is imported: theirs are known by what they can do.
"""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, overload

import numpy as np

from smoothbandits.errors import InvalidContext, InvalidTable
from smoothbandits.fields.values import known

__all__ = ["Rows", "as_mapping", "as_rows", "as_series", "columns_of", "is_rows"]

DATES = "M"  # kind of numpy's dates


class Rows(Sequence[dict[str, Any]]):
    """The rows of columns, made when they are looked at; ``library`` is where they came from."""

    def __init__(
        self, columns: Mapping[str, Sequence[Any]], length: int, library: str = "polars"
    ) -> None:
        self.columns, self.length, self.library = columns, length, library

    def __len__(self) -> int:
        return self.length

    @overload
    def __getitem__(self, i: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, i: slice) -> "Rows": ...
    def __getitem__(self, i: int | slice) -> "dict[str, Any] | Rows":
        if isinstance(i, slice):
            some = {name: column[i] for name, column in self.columns.items()}
            return Rows(some, len(range(*i.indices(self.length))), self.library)
        if not -self.length <= i < self.length:
            raise IndexError(f"row {i} of {self.length}")
        return {name: column[i] for name, column in self.columns.items()}

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (self[i] for i in range(self.length))


def as_mapping(context: Any) -> dict[Any, Any] | None:
    """A copy of one context by the names of its fields; None for what has no names."""
    if type(context) is dict:
        return context.copy()
    if isinstance(context, Mapping):
        return dict(context)
    if dataclasses.is_dataclass(context) and not isinstance(context, type):
        return {f.name: getattr(context, f.name) for f in dataclasses.fields(context)}
    if isinstance(context, tuple) and hasattr(context, "_asdict"):
        return dict(context._asdict())
    return as_series(context)


def as_series(row: Any) -> dict[str, Any] | None:
    """A row of pandas by the names of its columns; None for others."""
    if hasattr(row, "index") and hasattr(row, "items") and np.ndim(row) == 1:
        return {str(name): known(value) for name, value in row.items()}
    return None


def is_rows(table: Any) -> bool:
    """Whether this is a list of dicts."""
    if not isinstance(table, Sequence) or isinstance(table, str | bytes):
        return False
    return all(isinstance(row, Mapping) for row in table)


def as_rows(contexts: Any) -> Sequence[dict[Any, Any]]:
    """Many contexts by the names of their fields: of a frame, or one by one."""
    columns = columns_of(contexts)
    if columns is not None:
        library = type(contexts).__module__.partition(".")[0]
        return Rows(columns, len(next(iter(columns.values()), ())), library)
    many = isinstance(contexts, Sequence) and not isinstance(contexts, str | bytes)
    if not many or as_mapping(contexts) is not None:
        raise InvalidContext(
            f"contexts is {type(contexts).__name__}; give a frame of polars or pandas, or a list "
            "of dicts: the bandit's contexts have names"
        )
    rows = []
    for i, context in enumerate(contexts):
        row = as_mapping(context)
        if row is None:
            raise InvalidContext(f"context in row {i} is {context!r}; give a dict")
        rows.append(row)
    return rows


def columns_of(table: Any) -> dict[str, list[Any]] | None:
    """The columns of a frame of polars or pandas as lists; None for what is no frame.

    Neither need be installed: any object will do whose named columns have ``to_numpy``.
    """
    names = getattr(table, "columns", None)
    if names is None or isinstance(table, type | Mapping) or not hasattr(table, "__getitem__"):
        return None
    found: dict[str, list[Any]] = {}
    for name in names:
        if str(name) in found:
            raise InvalidTable(f"the frame has two columns {str(name)!r}; rename one of them")
        found[str(name)] = values_of(table[name])
    return found


def values_of(column: Any) -> list[Any]:
    """The values of one column."""
    if hasattr(column, "to_list") and not hasattr(column, "index"):  # of polars
        values: list[Any] = column.to_list()
        return values
    array = np.asarray(column.to_numpy())
    if array.dtype.kind == DATES:
        array = array.astype("M8[us]")
    return [known(value) for value in array.tolist()]
