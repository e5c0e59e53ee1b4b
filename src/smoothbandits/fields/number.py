"""Numbers in their own units."""

import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from smoothbandits.fields.base import Book, Field, Write
from smoothbandits.fields.ranges import check_range, share_of
from smoothbandits.fields.values import as_real

__all__ = ["Number"]


@dataclass(frozen=True)
class Number(Field):
    """A number; a flag or a duration will do too.

    Without ``low`` and ``high`` it stays as it is.  The default oracles compare numbers with
    the quantiles of those they have seen, so units do not matter, and nothing has to be fitted
    beforehand.

    Parameters
    ----------
    low, high
        The values that become 0 and 1, for oracles that calculate with entries; what lies
        beyond counts as its end.
    middle
        What stands in for a missing value, in the field's units.  Without it a missing value
        is left out, by an oracle that can do so.
    missing
        Whether a second entry says that the value is missing.

    Examples
    --------
    >>> from smoothbandits.fields import Schema
    >>> Schema({"temperature": Number(-10.0, 40.0)}).encode({"temperature": 15})
    array([0.5])
    """

    low: float | None = None
    high: float | None = None
    middle: float | None = None
    missing: bool = False

    def __post_init__(self) -> None:
        check_range(self)

    def entries(self, name: str) -> list[str]:
        """The number, and whether it is missing."""
        return [name, f"{name} is missing"] if self.missing else [name]

    def blank(self, absent: float) -> list[float]:
        """What stands in for a missing number."""
        gap = math.nan if self.middle is None else self.scaled(self.middle)
        return [gap, 1.0] if self.missing else [gap]

    def scaled(self, number: float) -> float:
        """The number between ``low`` and ``high``."""
        low, high = self.low, self.high
        if low is None or high is None:
            return number
        return share_of(low, high, number)

    def writer(self, name: str, absent: float, levels: dict[str, int], book: Book) -> Write:
        """Write a number where there is one."""

        def write(row: "array[float]", at: int, value: Any) -> None:
            if type(value) is float and value - value == 0.0:  # finite: the usual case
                row[at] = value
            else:
                number = as_real(name, value)
                if number == number:
                    row[at] = number

        def write_scaled(row: "array[float]", at: int, value: Any) -> None:
            number = as_real(name, value)
            if number == number:
                row[at] = self.scaled(number)
                if self.missing:
                    row[at + 1] = 0.0

        plain = self.low is None and not self.missing
        return write if plain else write_scaled

    def read(self, entries: Sequence[float], levels: Sequence[str]) -> float | None:
        """The number in the field's units; an end of the range stands for all beyond it.

        Examples
        --------
        >>> Number(-10.0, 40.0).read([0.5], ())
        15.0
        """
        place = entries[0]
        if math.isnan(place) or (self.missing and entries[1] == 1.0):
            return None
        low, high = self.low, self.high
        return place if low is None or high is None else low + place * (high - low)
