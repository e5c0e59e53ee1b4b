"""The values of a side on which not every number may be played: whole numbers, price points."""

import math
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from smoothbandits.checks import Floats, as_floats, check_positive
from smoothbandits.errors import InvalidAction, InvalidParameter

if TYPE_CHECKING:
    from smoothbandits.spaces.interval import Interval

__all__ = ["Ladder", "ladder_of", "stepped"]

MOST_VALUES = 10_000  # every decision looks at each of them
LARGEST_WHOLE = 2.0**53
CLOSE = 1e-9  # a number this near to a value, relative to the two, is that value


class Ladder(NamedTuple):
    """Values with their share of mu: that of the cell of each, which reaches half way to others.

    Attributes
    ----------
    values
        In the user's units, rising.
    places
        The mass of mu below each, as a coordinate.
    below
        The share of all values before each, and of all.
    whole
        Whether all values are whole numbers, so that actions are.
    """

    values: Floats
    places: Floats
    below: Floats
    whole: bool

    @property
    def masses(self) -> Floats:
        """mu of each value."""
        return np.diff(self.below)

    def find(self, number: float, action: Any) -> int:
        """Place of a value, or InvalidAction."""
        k = self.nearest(number)
        if math.isinf(number) or not abs(self.values[k] - number) <= CLOSE * abs(number):
            raise InvalidAction(
                f"action is {action!r}; give one of the {self.values.size} values, "
                f"{self.user(k)} is the nearest"
            )
        return k

    def nearest(self, number: float) -> int:
        """Place of the nearest value; the first for what is no number."""
        above = min(int(np.searchsorted(self.values, number)), self.values.size - 1)
        below = max(0, above - 1)
        nearer = abs(self.values[below] - number) <= abs(self.values[above] - number)
        return below if nearer else above

    def user(self, k: int) -> int | float:
        """A value as users see it."""
        value = float(self.values[k])
        return int(value) if self.whole else value

    def holds(self, points: Floats) -> Any:
        """Which coordinates are those of values."""
        near = np.minimum(np.searchsorted(self.places, points), self.places.size - 1)
        return self.places[near] == points


def stepped(low: float, high: float, step: float) -> Floats:
    """The numbers from low to high, a step apart, as they would be written.

    Examples
    --------
    >>> stepped(0.0, 0.5, 0.1)
    array([0. , 0.1, 0.2, 0.3, 0.4, 0.5])
    """
    step = check_positive("step", step)
    many = round((high - low) / step) if (high - low) / step < 2 * MOST_VALUES else MOST_VALUES
    if many >= MOST_VALUES:
        raise InvalidParameter(
            f"step is {step!r}, which leaves more than {MOST_VALUES:,} values; take a wider one, "
            "or leave it out and round what you show"
        )
    first, each = Decimal(repr(low)), Decimal(repr(step))
    values = np.array([float(first + k * each) for k in range(many + 1)])
    if many < 1 or abs(values[-1] - high) > CLOSE * max(abs(high), step):
        reached = int((high - low) / step)
        raise InvalidParameter(
            f"step is {step!r}, which does not lead from {low!r} to {high!r}; give a step that "
            f"fits, or high={float(first + reached * each)!r}"
        )
    values[-1] = high
    return values


def ladder_of(interval: "Interval") -> Ladder | None:
    """The values of an interval; None where every number may be played."""
    if interval.step is None and interval.values is None:
        return None
    if interval.step is not None and interval.values is not None:
        raise InvalidParameter(
            f"both step={interval.step!r} and values are given; give one of them"
        )
    if not interval.measure.compilable:
        raise InvalidParameter(
            f"measure is {interval.measure!r}, of which no mass is known; with step or values "
            "give Uniform, LogUniform or Empirical"
        )
    values = (
        stepped(interval.low, interval.high, interval.step)
        if interval.step is not None
        else as_floats("values", interval.values, ndim=1)  # type: ignore[arg-type]
    )
    low, high = interval.support
    rising = values.size > 0 and bool((np.diff(values) > 0.0).all())
    if not rising or values[0] < low or values[-1] > high or values.size > MOST_VALUES:
        shown = values.tolist() if values.size <= 20 else f"{values.size} numbers"
        raise InvalidParameter(
            f"values is {shown}; give at most {MOST_VALUES:,} rising numbers of [{low}, {high}]"
        )
    middles = 0.5 * values[:-1] + 0.5 * values[1:]
    places = shares_below(interval, values)
    edges = shares_below(interval, middles)
    if values.size == 1:
        masses = np.ones(1)
    else:  # the outer cells reach as far out as in
        ends = 2.0 * (edges[0] - places[0]), 2.0 * (places[-1] - edges[-1])
        masses = np.concatenate([[ends[0]], np.diff(edges), [ends[1]]])
    if not (np.diff(places) > 0.0).all() or not (masses > 0.0).all():
        raise InvalidParameter(
            f"values are too near to each other for the measure {interval.measure!r}; take fewer"
        )
    below = np.concatenate([[0.0], np.cumsum(masses / masses.sum())])
    below[-1] = 1.0
    return Ladder(values, places, below, are_whole(values))


def are_whole(values: Floats) -> bool:
    """Whether all are whole numbers that every format can hold."""
    return bool((values == np.floor(values)).all() and np.abs(values).max() <= LARGEST_WHOLE)


def shares_below(interval: "Interval", numbers: Floats) -> Floats:
    """mu below each number."""
    return np.clip(interval.measure.cdf(numbers, *interval.support), 0.0, 1.0)
