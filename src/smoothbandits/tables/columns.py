"""How one column of a table becomes entries of a context in [0, 1]."""

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.tables.values import as_key, as_microseconds, as_real

if TYPE_CHECKING:
    import polars

__all__ = ["Category", "Column", "Date", "Number"]

DAY = 86_400e6  # microseconds
CYCLES = {"year": 365.2425 * DAY, "week": 7.0 * DAY, "day": DAY}
MONDAY = 4.0 * DAY  # 1970-01-05 was the first


@dataclass(frozen=True)
class Column(ABC):
    """One column of the table, known by its name.

    `fill` encodes a whole column at once, for speed; `encode` does the same for one value.
    """

    name: str

    @property
    @abstractmethod
    def entries(self) -> list[str]:
        """Names of the entries of the context that it fills."""

    @abstractmethod
    def fill(self, series: "polars.Series", out: Floats) -> None:
        """Encode a column of a frame into ``out``, f8[n, len(entries)]."""

    @abstractmethod
    def encode(self, value: Any) -> Sequence[float]:
        """Encode one value."""


@dataclass(frozen=True)
class Number(Column):
    """A number, clipped to [low, high] and scaled to [0, 1].

    Parameters
    ----------
    name
        Name of the column.
    low, high
        The values that become 0 and 1.
    middle
        What stands in for a missing value, in the column's units.
    missing
        Whether a second entry says that the value is missing.
    """

    low: float
    high: float
    middle: float
    missing: bool

    @property
    def entries(self) -> list[str]:
        """The number, and whether it is missing."""
        return [self.name, f"{self.name} is missing"] if self.missing else [self.name]

    def fill(self, series: "polars.Series", out: Floats) -> None:
        """Clip, scale, and fill gaps."""
        values = real_values(self.name, series)
        gaps = np.isnan(values)
        values[gaps] = self.middle
        out[:, 0] = (np.clip(values, self.low, self.high) - self.low) / (self.high - self.low)
        if self.missing:
            out[:, 1] = gaps

    def encode(self, value: Any) -> Sequence[float]:
        """Clip, scale, and fill a gap."""
        number = as_real(self.name, value)
        gap = number != number
        inside = min(max(self.middle if gap else number, self.low), self.high)
        scaled = (inside - self.low) / (self.high - self.low)
        return (scaled, float(gap)) if self.missing else (scaled,)


@dataclass(frozen=True)
class Category(Column):
    """One entry per level, which is 1 where the value is that level; two levels need one entry.

    Parameters
    ----------
    name
        Name of the column.
    levels
        Values with an entry of their own, the most frequent first.
    other
        Whether an entry stands for all other values; without it they are all zeros.
    missing
        Whether an entry says that the value is missing.
    """

    levels: tuple[str, ...]
    other: bool
    missing: bool

    @property
    def entries(self) -> list[str]:
        """Each level, then the others, then missing."""
        shown = self.levels[1:] if self._binary else self.levels
        extra = [f"{self.name} is other"] * self.other + [f"{self.name} is missing"] * self.missing
        return [*(f"{self.name} = {level}" for level in shown), *extra]

    @property
    def _binary(self) -> bool:
        return len(self.levels) == 2 and not self.other and not self.missing

    @cached_property
    def _rows(self) -> dict[str | None, tuple[float, ...]]:
        """The encoding of every level and of a missing value."""
        if self._binary:
            return {self.levels[0]: (0.0,), self.levels[1]: (1.0,)}
        unit = np.eye(len(self.entries))
        rows: dict[str | None, tuple[float, ...]] = {
            level: tuple(unit[i].tolist()) for i, level in enumerate(self.levels)
        }
        if self.missing:
            rows[None] = tuple(unit[-1].tolist())
        return rows

    @cached_property
    def _unseen(self) -> tuple[float, ...]:
        """The encoding of a value that has no entry."""
        if self._binary:
            return (0.5,)
        row = [0.0] * len(self.entries)
        if self.other:
            row[len(self.levels)] = 1.0
        return tuple(row)

    def fill(self, series: "polars.Series", out: Floats) -> None:
        """Look every distinct value up once."""
        keys, places = category_codes(series)
        table = np.array([self.encode(key) for key in keys]).reshape(len(keys), out.shape[1])
        out[:] = table[places]

    def encode(self, value: Any) -> Sequence[float]:
        """Look the value up."""
        return self._rows.get(as_key(value), self._unseen)


@dataclass(frozen=True)
class Date(Column):
    """A point in time: its place between the first and the last, and its place in cycles.

    Parameters
    ----------
    name
        Name of the column.
    low, high, middle
        As for `Number`, in microseconds since 1970.
    cycles
        Those of "year", "week" and "day" that the column goes through.  Each fills two entries,
        sine and cosine, so that its end meets its beginning.
    missing
        Whether an entry says that the value is missing.
    """

    low: float
    high: float
    middle: float
    cycles: tuple[str, ...]
    missing: bool

    @property
    def entries(self) -> list[str]:
        """The place in time, two per cycle, and whether it is missing."""
        turns = [f"{self.name}: {part} of the {c}" for c in self.cycles for part in ("sin", "cos")]
        return [self.name, *turns, *[f"{self.name} is missing"] * self.missing]

    def fill(self, series: "polars.Series", out: Floats) -> None:
        """Scale the place in time and turn the cycles."""
        self._fill(microseconds(self.name, series), out)

    def encode(self, value: Any) -> Sequence[float]:
        """Encode a column of one row: the sine of an array may differ in the last bit."""
        out = np.empty((1, len(self.entries)))
        self._fill(np.array([as_microseconds(self.name, value)]), out)
        return [float(entry) for entry in out[0]]

    def _fill(self, times: Floats, out: Floats) -> None:
        gaps = np.isnan(times)
        known = np.where(gaps, self.middle, times)
        out[:, 0] = (np.clip(known, self.low, self.high) - self.low) / (self.high - self.low)
        for i, cycle in enumerate(self.cycles):
            turn = 2.0 * math.pi * (((known - MONDAY) / CYCLES[cycle]) % 1.0)
            out[:, 2 * i + 1] = np.where(gaps, 0.5, 0.5 + 0.5 * np.sin(turn))
            out[:, 2 * i + 2] = np.where(gaps, 0.5, 0.5 + 0.5 * np.cos(turn))
        if self.missing:
            out[:, -1] = gaps


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
        names = polars.Series([as_key(value) for value in series.to_list()], dtype=polars.String)
    keys = names.unique(maintain_order=True)
    place = polars.Series(range(len(keys)), dtype=polars.Int64)
    table = polars.DataFrame({"key": keys, "place": place})
    rows = names.to_frame("key").join(
        table, on="key", how="left", nulls_equal=True, maintain_order="left"
    )
    return keys.to_list(), rows["place"].to_numpy()
