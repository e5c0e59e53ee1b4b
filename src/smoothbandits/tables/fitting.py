"""What each column of a table is, found from its type and its values."""

from typing import TYPE_CHECKING

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.fields import Category, Date, Field, Number
from smoothbandits.fields.date import CYCLES, DAY
from smoothbandits.tables.series import category_codes, microseconds, real_values

if TYPE_CHECKING:
    import polars

__all__ = ["fit_column"]

TAILS = (0.01, 0.99)  # quantiles that become 0 and 1: one wild value does not squeeze the rest
LARGEST = 8e307  # so that high - low is finite
LEAST_SHARE = 0.05  # of rows that the frequent levels must cover, else the values are names


def fit_column(series: "polars.Series", max_categories: int) -> tuple[Field | None, str]:
    """The column's encoding and a remark; None where it is to be dropped."""
    import polars

    kind = series.dtype
    if series.null_count() == len(series):
        return None, "all values are missing"
    if kind == polars.Date or isinstance(kind, polars.Datetime):
        return fit_date(series)
    if kind.is_numeric() or kind in (polars.Duration, polars.Time):
        return fit_number(series)
    if kind in (polars.String, polars.Boolean, polars.Categorical, polars.Enum):
        return fit_category(series, max_categories)
    return None, f"values of type {kind} are not understood"


def fit_number(series: "polars.Series") -> tuple[Field | None, str]:
    """Scale by quantiles; by the extremes where almost all values are the same."""
    values = real_values(series.name, series)
    known = np.clip(values[~np.isnan(values)], -LARGEST, LARGEST)
    missing = len(known) < len(values)
    if not len(known):
        return None, "all values are missing"
    low, high = robust_range(known)
    if low == high:
        if not missing:
            return None, "constant"
        high = low + max(1.0, abs(low))  # only the entry that says "missing" matters
    middle = float(np.clip(np.median(known), low, high))
    return Number(low, high, middle, missing), "number" + gaps(missing, values)


def fit_date(series: "polars.Series") -> tuple[Field | None, str]:
    """Find which cycles the dates go through."""
    times = microseconds(series.name, series)
    known = times[~np.isnan(times)]
    missing = len(known) < len(times)
    low, high = float(known.min()), float(known.max())
    if low == high:
        if not missing:
            return None, "constant"
        high = low + DAY
    cycles = [name for name in ("year", "week") if high - low > 2.0 * CYCLES[name] / 7.0]
    if (known % DAY != known[0] % DAY).any():
        cycles.append("day")
    middle = float(np.median(known))
    column = Date(low, high, middle, tuple(cycles), missing)
    parts = ", ".join(["date as place in time", *(f"time of the {c}" for c in cycles)])
    return column, parts + gaps(missing, times)


def fit_category(series: "polars.Series", most: int) -> tuple[Field | None, str]:
    """Keep the most frequent levels; drop a column of names, where nearly every value differs."""
    keys, places = category_codes(series)
    counts = np.bincount(places, minlength=len(keys))
    counted = [(int(n), key) for n, key in zip(counts, keys, strict=True) if key is not None]
    counted.sort(key=lambda pair: (-pair[0], pair[1]))
    missing = len(counted) < len(keys)
    if len(counted) == 1 and not missing:
        return None, "constant"
    kept = counted[:most]
    covered = sum(n for n, _ in kept) / sum(n for n, _ in counted)
    if covered < LEAST_SHARE:
        return None, f"nearly every value is different ({len(counted):,} of {len(series):,} rows)"
    other = len(counted) > most
    levels = tuple(key for _, key in kept)
    note = f"category with {len(counted):,} level{'s' * (len(counted) > 1)}"
    if other:
        note += f", the {most} most frequent ({covered:.0%} of rows) and other"
    note += f", {int(counts[keys.index(None)]):,} missing" if missing else ""
    return Category(levels, len(levels), other, missing), note


def robust_range(known: Floats) -> tuple[float, float]:
    """Two quantiles, or the extremes where the quantiles agree."""
    low, high = (float(q) for q in np.quantile(known, TAILS, method="nearest"))
    return (low, high) if low < high else (float(known.min()), float(known.max()))


def gaps(missing: bool, values: Floats) -> str:
    """How many values are missing, if any."""
    return f", {int(np.isnan(values).sum()):,} missing" if missing else ""
