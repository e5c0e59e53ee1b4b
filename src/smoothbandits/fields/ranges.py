"""A range that becomes [0, 1], and a middle: what numbers and dates may have."""

from typing import Any

from smoothbandits.checks import check_bounds, check_finite, check_flag
from smoothbandits.errors import InvalidParameter

__all__ = ["check_range", "share_of"]


def check_range(field: Any) -> None:
    """Check ``low``, ``high``, ``middle`` and ``missing`` of a field, and keep them as floats."""
    if (field.low is None) != (field.high is None):
        raise InvalidParameter(
            f"low is {field.low!r} and high {field.high!r}; give both, or neither to leave what "
            "is between as it is"
        )
    if field.low is not None:
        low, high = check_bounds(field.low, field.high)
        object.__setattr__(field, "low", low)
        object.__setattr__(field, "high", high)
    if field.middle is not None:
        object.__setattr__(field, "middle", check_finite("middle", field.middle))
    object.__setattr__(field, "missing", check_flag("missing", field.missing))


def share_of(low: float, high: float, value: float) -> float:
    """How far between ``low`` and ``high``; what lies beyond counts as its end."""
    return (min(max(value, low), high) - low) / (high - low)
