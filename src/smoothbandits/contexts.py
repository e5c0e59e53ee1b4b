"""What is accepted as a context: how many entries, which numbers, and the errors that say so."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from smoothbandits.checks import MOST_ENTRIES, Floats, as_array, as_floats, as_numbers, check_count
from smoothbandits.errors import InvalidContext
from smoothbandits.kernels.states import ANY_ENTRY, LARGEST_ENTRY

__all__ = [
    "Entries",
    "as_context",
    "as_contexts",
    "check_context_size",
    "check_entries",
    "finite_contexts",
    "readable",
    "unreadable",
]

FLOAT = np.dtype(np.float64)
MOST_ROWS = 10_000_000  # decisions of one call without contexts: they take a gigabyte or two


class Entries(NamedTuple):
    """What entries of a context may be: whether nan may mark a missing one, and how large."""

    missing: bool = False
    largest: float = LARGEST_ENTRY

    @classmethod
    def of(cls, reader: Any) -> "Entries":
        """What an oracle or a baseline takes."""
        largest = ANY_ENTRY if reader.takes_any_size else LARGEST_ENTRY
        return cls(reader.takes_missing, largest)


def check_context_size(size: int) -> int:
    """Refuse what is no number of entries of a context."""
    return check_count("context_size", size, least=0, most=MOST_ENTRIES)


def as_context(context: ArrayLike | None, size: int) -> Floats:
    """A copy of a context as a row of the right size; kernels check its entries."""
    if context is None:
        if size:
            raise InvalidContext(f"no context given; this bandit expects {size} numbers")
        return np.empty(0)
    if type(context) is np.ndarray and context.dtype is FLOAT and context.shape == (size,):
        return context.copy()  # the usual case, kept short
    numbers = as_array(context)
    if numbers is None:
        raise InvalidContext(f"context is {context!r}; give {size} numbers")
    row = np.atleast_1d(numbers)
    if row.shape != (size,):
        raise InvalidContext(
            f"context has shape {row.shape}; this bandit expects {size} numbers "
            "(set by context_size)"
        )
    return row


def as_contexts(contexts: ArrayLike | int, size: int) -> Floats:
    """Contexts as rows of the right size, or so many empty rows; kernels check the entries."""
    if isinstance(contexts, int | np.integer):
        if size:
            raise InvalidContext(f"contexts is {contexts!r}; give {size} columns")
        n = check_count("contexts", contexts, least=0)
        if n > MOST_ROWS:
            raise InvalidContext(f"contexts is {n}; decide at most {MOST_ROWS} at a time")
        return np.empty((n, 0))
    rows = as_numbers("contexts", contexts, InvalidContext)
    if rows.ndim != 2 or rows.shape[1] != size:
        raise InvalidContext(f"contexts has shape {rows.shape}; give rows of {size} numbers")
    return rows


def finite_contexts(contexts: ArrayLike, size: int) -> Floats:
    """Rows of finite floats of the right size."""
    return as_contexts(as_floats("contexts", contexts, ndim=2), size)


def readable(contexts: Floats, entries: Entries) -> NDArray[np.bool_]:
    """Which entries an oracle or a baseline can read."""
    found: NDArray[np.bool_] = np.abs(contexts) <= entries.largest
    return found | np.isnan(contexts) if entries.missing else found


def unreadable(context: Floats, entries: Entries, where: str = "context") -> InvalidContext:
    """The error of a context with an entry that is not `readable`."""
    remedy = "finite"
    if entries.largest < ANY_ENTRY:
        remedy += f" and at most {entries.largest:g} in size"
    if entries.missing:
        remedy += ", or nan where it is missing"
    return InvalidContext(f"{where} is {context.tolist()}; every entry must be {remedy}")


def check_entries(context: Floats, entries: Entries) -> None:
    """Raise unless every entry is `readable`."""
    if not readable(context, entries).all():
        raise unreadable(context, entries)
