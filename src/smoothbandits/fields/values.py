"""Single values: what counts as missing, as a number, as the name of a category, as a time.

Whatever a value is, `plain` makes of it what JSON can hold, and the others read that.  So a value
from a log means what it meant when the decision was made.
"""

import datetime
import enum
import math
import numbers
from decimal import Decimal
from typing import Any

import numpy as np

from smoothbandits.errors import InvalidContext

__all__ = ["as_key", "as_microseconds", "as_real", "as_text", "known", "plain"]

EPOCH = datetime.datetime(1970, 1, 1)
MICROSECOND = datetime.timedelta(microseconds=1)
NOTHING = ("NAType", "NaTType", "MaskedConstant")  # what others write for missing
MOST_BITS = 1_024  # of a whole number; floats end there, and JSON does not

Plain = None | bool | int | float | str


def plain(value: Any) -> Plain:
    """The value as JSON can hold it; None where it is missing or infinite.

    Raises TypeError for what is no single value.

    Examples
    --------
    >>> plain(datetime.date(2026, 3, 1)), plain(float("nan")), plain(np.int64(3))
    ('2026-03-01', None, 3)
    """
    kind = type(value)
    if value is None or kind is str or kind is bool:
        return value  # type: ignore[no-any-return]
    if kind is float:
        return value if math.isfinite(value) else None
    if kind is int:
        return value if value.bit_length() <= MOST_BITS else None
    return plain_of_others(value)


def plain_of_others(value: Any) -> Plain:
    """`plain` of what is none of Python's own plain types."""
    if type(value).__name__ in NOTHING:
        return None
    if isinstance(value, enum.Enum):
        return plain(value.value)
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, np.datetime64):
        return None if np.isnat(value) else plain(value.astype("datetime64[us]").item())
    if isinstance(value, np.timedelta64):
        return None if np.isnat(value) else plain(value.astype("timedelta64[us]").item())
    if isinstance(value, datetime.date):  # a datetime is one
        return value.isoformat()
    if isinstance(value, datetime.timedelta):
        return value / MICROSECOND / 1e6
    if isinstance(value, datetime.time):
        return value.hour * 3600.0 + value.minute * 60.0 + value.second + value.microsecond / 1e6
    if isinstance(value, np.ndarray) and value.ndim == 0:
        return plain(value.item())
    if isinstance(value, np.bool_):
        return bool(value)
    if isinstance(value, numbers.Integral):
        return plain(int(value))
    if isinstance(value, numbers.Real | Decimal):
        try:
            return plain(float(value))
        except (OverflowError, ValueError):  # too large, or a signalling nan
            return None
    raise TypeError(f"a value of type {type(value).__name__}")


def known(value: Any) -> Any:
    """The value, or None where it is missing."""
    missing = type(value).__name__ in NOTHING or (isinstance(value, float) and value != value)
    return None if missing else value


def wrong(name: str, value: Any, remedy: str) -> InvalidContext:
    """The error of a value that is not of its field's kind."""
    shown = repr(value)
    shown = shown if len(shown) <= 80 else f"{shown[:77]}..."
    return InvalidContext(f"{name!r} is {shown}; give {remedy}, or None where it is missing")


def as_real(name: str, value: Any) -> float:
    """A finite float, or nan where the value is missing or infinite.

    Examples
    --------
    >>> as_real("age", "41"), as_real("age", None)
    (41.0, nan)
    """
    if type(value) is float or type(value) is int:
        try:
            return float(value) if math.isfinite(value) else math.nan
        except OverflowError:
            return math.nan
    try:
        found = plain(value)
        if found is None or (type(found) is str and not found.strip()):
            return math.nan
        number = float(found)
    except (TypeError, ValueError, OverflowError):
        raise wrong(name, value, "a number") from None
    return number if math.isfinite(number) else math.nan


def as_key(name: str, value: Any) -> str | None:
    """The name of a category, None where it is missing; 3 and 3.0 are the same one.

    Examples
    --------
    >>> as_key("a", "red"), as_key("a", True), as_key("a", 3), as_key("a", 3.0)
    ('red', 'true', '3', '3')
    """
    if type(value) is str:
        return value
    try:
        found = plain(value)
    except TypeError:
        raise wrong(name, value, "text, a number or a flag") from None
    if found is None or type(found) is str:
        return found
    if type(found) is bool:
        return "true" if found else "false"
    whole = type(found) is float and found.is_integer()
    return str(int(found) if whole else found)


def as_text(name: str, value: Any) -> str:
    """The text, empty where it is missing."""
    if type(value) is str:
        return value
    try:
        found = plain(value)
    except TypeError:
        found = False
    if found is None:
        return ""
    if type(found) is not str:
        raise wrong(name, value, "text")
    return found


def as_microseconds(name: str, value: Any) -> float:
    """Microseconds since 1970 on the clock of the value's own place; nan where missing.

    Examples
    --------
    >>> as_microseconds("day", "1970-01-02") == as_microseconds("day", datetime.date(1970, 1, 2))
    True
    """
    moment = value
    if type(moment) is not datetime.datetime:
        try:
            found = plain(value)
            if found is None or (type(found) is str and not found.strip()):
                return math.nan
            if type(found) is not str or isinstance(value, datetime.time):
                raise TypeError
            moment = datetime.datetime.fromisoformat(found.strip())
        except (TypeError, ValueError):
            raise wrong(name, value, "a date such as '2026-03-01'") from None
    if moment.tzinfo is not None:
        moment = moment.replace(tzinfo=None)
    since = moment - EPOCH
    return (since.days * 86_400 + since.seconds) * 1e6 + since.microseconds
