"""Checks of constructor arguments: one sentence with what, the value and the remedy."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from smoothbandits.errors import InvalidParameter

Floats = NDArray[np.float64]


def as_number(value: Any) -> float:
    """A float, or nan for what is not one number."""
    if type(value) is float:
        return value
    try:
        return math.nan if isinstance(value, str | bytes) or np.ndim(value) else float(value)
    except (TypeError, ValueError, OverflowError):
        return math.nan


def check_finite(name: str, value: float) -> float:
    """Return ``value`` as a float, or refuse it."""
    number = as_number(value)
    if not math.isfinite(number):
        raise InvalidParameter(f"{name} is {value!r}; give a finite number")
    return number


def check_positive(name: str, value: float) -> float:
    """Refuse what is not a finite number above 0."""
    number = check_finite(name, value)
    if number <= 0.0:
        raise InvalidParameter(f"{name} is {value!r}; give a number above 0")
    return number


def check_fraction(name: str, value: float, *, zero: bool = False) -> float:
    """Refuse what is outside (0, 1], or [0, 1] where zero is allowed."""
    number = check_finite(name, value)
    if not (0.0 <= number <= 1.0 if zero else 0.0 < number <= 1.0):
        raise InvalidParameter(
            f"{name} is {value!r}; give a number in {'[' if zero else '('}0, 1]"
        )
    return number


def check_count(name: str, value: "int | np.integer[Any]", *, least: int = 1) -> int:
    """Refuse what is not a whole number of at least ``least``."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise InvalidParameter(f"{name} is {value!r}; give a whole number of at least {least}")
    return int(value)


def check_seed(value: int, name: str = "seed") -> int:
    """Refuse what is not a whole number from 0 to 2**63 - 1."""
    seed = check_count(name, value, least=0)
    if seed >= 2**63:
        raise InvalidParameter(f"{name} is {value!r}; give a number below 2**63")
    return seed


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
    try:
        array = np.array(values, dtype=np.float64, order="C")
    except (TypeError, ValueError):
        raise InvalidParameter(f"{name} is {values!r}; give numbers") from None
    if ndim is not None and array.ndim != ndim:
        raise InvalidParameter(f"{name} has {array.ndim} axes; give an array with {ndim}")
    bad = np.flatnonzero(np.isinf(array) if missing else ~np.isfinite(array))
    if bad.size:
        place = tuple(int(i) for i in np.unravel_index(bad[0], array.shape))
        raise InvalidParameter(f"{name} is {float(array[place])} at {place}; give finite numbers")
    return array
