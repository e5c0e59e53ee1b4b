"""Single values as numbers, category names or points in time; None where one is missing."""

import datetime
import math
from typing import Any

import numpy as np

from smoothbandits.errors import InvalidContext

__all__ = ["as_key", "as_microseconds", "as_real"]

EPOCH = datetime.datetime(1970, 1, 1)
MICROSECOND = datetime.timedelta(microseconds=1)


def as_real(name: str, value: Any) -> float:
    """A finite float, or nan where the value is missing or infinite.

    Examples
    --------
    >>> as_real("age", "41"), as_real("age", None)
    (41.0, nan)
    """
    if type(value) is float:
        return value if math.isfinite(value) else math.nan
    if value is None or (isinstance(value, str) and not value.strip()):
        return math.nan
    if isinstance(value, datetime.timedelta):
        return value / MICROSECOND / 1e6
    if isinstance(value, datetime.time):
        return value.hour * 3600.0 + value.minute * 60.0 + value.second + value.microsecond / 1e6
    try:
        number = float(value)
    except OverflowError:
        return math.nan
    except (TypeError, ValueError):
        raise InvalidContext(f"column {name!r} is {value!r}; give a number or None") from None
    return number if math.isfinite(number) else math.nan


def as_key(value: Any) -> str | None:
    """The name of a category; nan counts as missing.

    Examples
    --------
    >>> as_key("red"), as_key(True), as_key(3), as_key(None)
    ('red', 'true', '3', None)
    """
    if type(value) is str:
        return value
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return None
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    return str(value)


def as_microseconds(name: str, value: Any) -> float:
    """Microseconds since 1970 on the clock of the value's own place; nan where missing.

    Examples
    --------
    >>> as_microseconds("day", "1970-01-02") == as_microseconds("day", datetime.date(1970, 1, 2))
    True
    """
    if value is None or (isinstance(value, str) and not value.strip()):
        return math.nan
    found = value
    if isinstance(found, np.datetime64):
        found = None if np.isnat(found) else found.astype("datetime64[us]").item()
        if found is None:
            return math.nan
    if isinstance(found, str):
        try:
            found = datetime.datetime.fromisoformat(found.strip())
        except ValueError:
            found = value
    if isinstance(found, datetime.datetime):
        return float((found.replace(tzinfo=None) - EPOCH) // MICROSECOND)
    if isinstance(found, datetime.date):
        midnight = datetime.datetime(found.year, found.month, found.day)
        return float((midnight - EPOCH) // MICROSECOND)
    raise InvalidContext(f"column {name!r} is {value!r}; give a date such as '2026-03-01' or None")
