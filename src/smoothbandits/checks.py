"""Checks of constructor arguments: one sentence with what, the value and the remedy."""

import difflib
import math
import os
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from smoothbandits.errors import InvalidParameter, SmoothBanditsError

Floats = NDArray[np.float64]

MOST_ENTRIES = 10_000_000  # of a context, and rounds of a made-up problem: they are kept in memory
MOST_ROUNDS = 100_000_000  # of a baseline that keeps a schedule of them
MOST_ARMS = 1_000_000  # of a baseline that keeps a model for each
LARGEST = 1e30  # of parameters and weights: what is computed from a few of them stays finite


def as_number(value: Any) -> float:
    """A float, or nan for what is not one number."""
    if type(value) is float:
        return value
    number = as_array(value)
    return float(number) if number is not None and number.ndim == 0 else math.nan


def as_array(values: Any) -> Floats | None:
    """A copy in contiguous float64; None for what is not real numbers.

    Text, dates, records, complex numbers and masked entries are not, though numpy reads some of
    them as numbers.
    """
    try:
        raw = np.asarray(values)
        if raw.dtype.kind not in "biufO" or np.ma.is_masked(values) or holds_text(raw):
            return None
        with np.errstate(all="ignore"):  # what is too large becomes infinite
            return np.array(raw, dtype=np.float64, order="C")
    except (TypeError, ValueError, ArithmeticError, UserWarning, RuntimeError):
        return None  # the last is numpy's where there are too many dimensions


def as_numbers(
    name: str, values: Any, error: type[SmoothBanditsError] = InvalidParameter
) -> Floats:
    """The array of `as_array`, or the error that these are no numbers."""
    array = as_array(values)
    if array is None:
        raise error(f"{name} is {values!r}; give numbers")
    return array


def holds_text(array: NDArray[Any]) -> bool:
    """Whether an array of objects has text in it."""
    return array.dtype.kind == "O" and any(isinstance(e, str | bytes) for e in array.flat)


def check_finite(name: str, value: float) -> float:
    """Return ``value`` as a float, or refuse it."""
    number = as_number(value)
    if not math.isfinite(number):
        raise InvalidParameter(f"{name} is {value!r}; give a finite number")
    return number


def check_positive(name: str, value: float) -> float:
    """Refuse what is not a number above 0 that one can calculate with."""
    number = check_finite(name, value)
    if number <= 0.0:
        raise InvalidParameter(f"{name} is {value!r}; give a number above 0")
    if not 1.0 / LARGEST <= number <= LARGEST:
        raise InvalidParameter(
            f"{name} is {value!r}; give a number from {1.0 / LARGEST:g} to {LARGEST:g}"
        )
    return number


def check_fraction(name: str, value: float, *, zero: bool = False) -> float:
    """Refuse what is outside (0, 1], or [0, 1] where zero is allowed."""
    number = check_finite(name, value)
    if not (0.0 <= number <= 1.0 if zero else 0.0 < number <= 1.0):
        raise InvalidParameter(
            f"{name} is {value!r}; give a number in {'[' if zero else '('}0, 1]"
        )
    return number


def check_count(
    name: str, value: "int | np.integer[Any]", *, least: int = 1, most: int = 2**63 - 1
) -> int:
    """Refuse what is not a whole number of at least ``least`` and at most ``most``."""
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool | np.timedelta64)
    if not whole or value < least:
        raise InvalidParameter(f"{name} is {value!r}; give a whole number of at least {least}")
    if value > most:
        raise InvalidParameter(f"{name} is {value!r}; give a whole number of at most {most}")
    return int(value)


def check_choice(name: str, value: Any, choices: Collection[str]) -> str:
    """Refuse what is not one of these words."""
    if not isinstance(value, str) or value not in choices:
        words = ", ".join(repr(choice) for choice in choices)
        raise InvalidParameter(f"{name} is {value!r}; give one of {words}")
    return value


def check_seed(value: int, name: str = "seed") -> int:
    """Refuse what is not a whole number from 0 to 2**63 - 1."""
    seed = check_count(name, value, least=0)
    if seed >= 2**63:
        raise InvalidParameter(f"{name} is {value!r}; give a number below 2**63")
    return seed


def check_flag(name: str, value: bool) -> bool:
    """Refuse what is not True or False."""
    if not isinstance(value, bool | np.bool_):
        raise InvalidParameter(f"{name} is {value!r}; give True or False")
    return bool(value)


def check_path(name: str, value: "str | os.PathLike[str]") -> Path:
    """Refuse what cannot be the name of a file or a folder."""
    given = os.fspath(value) if isinstance(value, os.PathLike) else value
    if not isinstance(given, str) or "\0" in given:
        raise InvalidParameter(f"{name} is {value!r}; give a path")
    return Path(given)


def check_callable(name: str, value: Any) -> None:
    """Refuse an object that is no function."""
    if not callable(value):
        raise InvalidParameter(f"{name} is {value!r}; give a function")


def check_bounds(
    low: float, high: float, names: Sequence[str] = ("low", "high")
) -> tuple[float, float]:
    """Return both as floats; refuse a range that is empty or not finite."""
    bottom, top = check_finite(names[0], low), check_finite(names[1], high)
    if not bottom < top:
        raise InvalidParameter(
            f"{names[0]} is {low!r} and {names[1]} is {high!r}; {names[0]} must be the smaller"
        )
    if not math.isfinite(top - bottom):
        raise InvalidParameter(
            f"{names[0]} is {low!r} and {names[1]} is {high!r}; their distance must be finite"
        )
    return bottom, top


def as_floats(
    name: str, values: ArrayLike, *, ndim: int | None = None, missing: bool = False
) -> Floats:
    """A copy in contiguous float64, finite (or nan if missing), of the given number of axes."""
    array = as_numbers(name, values)
    if ndim is not None and array.ndim != ndim:
        raise InvalidParameter(f"{name} has {array.ndim} axes; give an array with {ndim}")
    bad = np.flatnonzero(np.isinf(array) if missing else ~np.isfinite(array))
    if bad.size:
        place = tuple(int(i) for i in np.unravel_index(bad[0], array.shape))
        raise InvalidParameter(f"{name} is {float(array[place])} at {place}; give finite numbers")
    return array


def nearest(name: str, names: Iterable[str]) -> str:
    """A hint at the most similar name, or nothing.

    Examples
    --------
    >>> nearest("prise", ["weight", "price"])
    "; did you mean 'price'?"
    """
    by_lower = {other.lower(): other for other in names}
    found = difflib.get_close_matches(name.lower(), by_lower, n=1)
    return f"; did you mean {by_lower[found[0]]!r}?" if found else ""
