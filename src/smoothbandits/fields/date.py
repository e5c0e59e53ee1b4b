"""Points in time: their place, and where they are in the year, the week and the day."""

import datetime
import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from smoothbandits.errors import InvalidParameter
from smoothbandits.fields.base import Book, Field, Write
from smoothbandits.fields.ranges import check_range, share_of
from smoothbandits.fields.values import as_microseconds

__all__ = ["CYCLES", "DAY", "Date"]

DAY = 86_400e6  # microseconds
CYCLES = {"year": 365.2425 * DAY, "week": 7.0 * DAY, "day": DAY}
MONDAY = 4.0 * DAY  # 1970-01-05 was the first
EPOCH = datetime.date(1970, 1, 1)
ROUNDING = 1e-3  # of days: what is kept has seven digits
TURN = 2.0 * math.pi


@dataclass(frozen=True)
class Date(Field):
    """A date or a moment, as a date of Python, numpy or pandas, or as text such as "2026-03-01".

    Its place in time is counted in days since 1970 on the clock of the place where it was
    written down; each cycle fills two entries, sine and cosine, so that its end meets its
    beginning.

    Parameters
    ----------
    low, high
        The moments that become 0 and 1, in microseconds since 1970; without them the place is
        days.
    middle
        What stands in for a missing value, in microseconds; without it a missing value is left
        out.
    cycles
        Which of "year", "week" and "day" count.
    missing
        Whether an entry says that the value is missing.

    Examples
    --------
    >>> from smoothbandits.fields import Schema
    >>> Schema({"sold": Date(cycles=["week"])}).encode({"sold": "1970-01-05"})
    array([4. , 0.5, 1. ])
    """

    low: float | None = None
    high: float | None = None
    middle: float | None = None
    cycles: tuple[str, ...] = tuple(CYCLES)
    missing: bool = False

    def __post_init__(self) -> None:
        cycles: Any = self.cycles
        known = isinstance(cycles, list | tuple) and all(
            isinstance(cycle, str) and cycle in CYCLES for cycle in cycles
        )
        if not known or len(set(cycles)) < len(cycles):
            raise InvalidParameter(
                f"cycles is {cycles!r}; give a list of some of {', '.join(CYCLES)}"
            )
        object.__setattr__(self, "cycles", tuple(cycles))
        check_range(self)

    def entries(self, name: str) -> list[str]:
        """The place in time, two per cycle, and whether it is missing."""
        turns = [f"{name}: {part} of the {c}" for c in self.cycles for part in ("sin", "cos")]
        return [name, *turns, *[f"{name} is missing"] * self.missing]

    def blank(self, absent: float) -> list[float]:
        """The middle, in no part of a cycle; or nothing."""
        turns = 2 * len(self.cycles)
        if self.middle is None:
            return [math.nan] * (1 + turns) + [1.0] * self.missing
        return [self.place(self.middle), *[0.5] * turns, *[1.0] * self.missing]

    def place(self, time: float) -> float:
        """The place in time of a moment."""
        low, high = self.low, self.high
        if low is None or high is None:
            return time / DAY
        return share_of(low, high, time)

    def writer(self, name: str, absent: float, levels: dict[str, int], book: Book) -> Write:
        """Write place and cycles where there is a date."""
        write_time = self.writer_of_times()

        def write(row: "array[float]", at: int, value: Any) -> None:
            write_time(row, at, as_microseconds(name, value))

        return write

    def writer_of_times(self) -> Write:
        """What writes a moment in microseconds since 1970; nan where it is missing."""
        place, missing = None if self.low is None else self.place, self.missing
        turns = [(CYCLES[cycle], 1 + 2 * i, 2 + 2 * i) for i, cycle in enumerate(self.cycles)]
        flag, sin, cos = 1 + 2 * len(turns), math.sin, math.cos

        def write(row: "array[float]", at: int, time: float) -> None:
            if time != time:
                return
            row[at] = time / DAY if place is None else place(time)
            since = time - MONDAY
            for length, first, second in turns:
                turn = TURN * ((since / length) % 1.0)
                row[at + first] = 0.5 + 0.5 * sin(turn)
                row[at + second] = 0.5 + 0.5 * cos(turn)
            if missing:
                row[at + flag] = 0.0

        return write

    def read(self, entries: Sequence[float], levels: Sequence[str]) -> str | None:
        """The day, as text.

        Examples
        --------
        >>> Date().read([20513.5], ())
        '2026-03-01'
        """
        place = entries[0]
        if math.isnan(place) or (self.missing and entries[-1] == 1.0):
            return None
        if self.low is not None and self.high is not None:
            place = (self.low + place * (self.high - self.low)) / DAY
        try:
            return (EPOCH + datetime.timedelta(days=math.floor(place + ROUNDING))).isoformat()
        except OverflowError:  # a calendar ends somewhere
            return None
