"""Columns of a frame of polars as arrays."""

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.fields.values import as_key, as_microseconds, as_real

if TYPE_CHECKING:
    import polars

__all__ = ["category_codes", "microseconds", "real_values"]


def real_values(name: str, series: "polars.Series") -> Floats:
    """A column as floats, nan where missing or infinite; the array is the caller's own."""
    import polars

    if series.dtype.is_numeric() or series.dtype == polars.Boolean:
        values = series.cast(polars.Float64).to_numpy().copy()
        values[~np.isfinite(values)] = np.nan
        return values
    return np.array([as_real(name, value) for value in series.to_list()], dtype=np.float64)


def microseconds(name: str, series: "polars.Series") -> Floats:
    """A column of dates as microseconds since 1970 on its own clock, nan where missing."""
    import polars

    if isinstance(series.dtype, polars.Datetime) and series.dtype.time_zone is not None:
        series = series.dt.replace_time_zone(None, ambiguous="earliest", non_existent="null")
    if series.dtype == polars.Date or isinstance(series.dtype, polars.Datetime):
        whole = series.cast(polars.Datetime("us")).to_physical()
        return whole.cast(polars.Float64).fill_null(math.nan).to_numpy().copy()
    return np.array([as_microseconds(name, value) for value in series.to_list()])


def category_codes(series: "polars.Series") -> tuple[list[str | None], "np.ndarray[Any, Any]"]:
    """Distinct names of a column, and for every row the place of its name among them."""
    import polars

    if series.dtype in (polars.String, polars.Boolean, polars.Categorical, polars.Enum):
        names = series.cast(polars.String)
    else:
        keyed = [as_key(series.name, value) for value in series.to_list()]
        names = polars.Series(keyed, dtype=polars.String)
    keys = names.unique(maintain_order=True)
    place = polars.Series(range(len(keys)), dtype=polars.Int64)
    table = polars.DataFrame({"key": keys, "place": place})
    rows = names.to_frame("key").join(
        table, on="key", how="left", nulls_equal=True, maintain_order="left"
    )
    return keys.to_list(), rows["place"].to_numpy()
