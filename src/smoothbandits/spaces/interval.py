"""All numbers between two bounds."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from smoothbandits.checks import Floats, as_number, as_numbers, check_bounds
from smoothbandits.errors import InvalidAction, InvalidParameter
from smoothbandits.kernels.states import CubeState, PartState, SampledState
from smoothbandits.measures import Custom, Measure, Uniform
from smoothbandits.spaces.allowed import Allowed, Range, allowed_range, narrowed, part_state
from smoothbandits.spaces.base import Action, Space
from smoothbandits.spaces.ladder import Ladder, ladder_of
from smoothbandits.spaces.parts import Parts

__all__ = ["Interval"]


@dataclass(frozen=True, repr=False)
class Interval(Space):
    """All numbers from ``low`` to ``high``, or some of them: a price, a bid, a dose, a timeout.

    Parameters
    ----------
    low, high
        Bounds in the user's units.
    measure
        Where good actions are expected; `Uniform` if nothing is known.
    step
        Play only ``low``, ``low + step``, ... ``high``; whole numbers where these are.
    values
        Play only these, such as price points.  mu of a value is that of its cell, which reaches
        half way to its neighbours; neighbours teach each other, as all numbers do.

    Examples
    --------
    >>> prices = Interval(5.0, 50.0)
    >>> prices.contains(23.4), prices.contains(51.0)
    (True, False)
    >>> Interval(1, 64, step=1).sample(key=1, n=4)
    array([57,  8, 27, 41])
    >>> Interval(5, 50, values=[9.99, 19.99, 49.99]).contains(10.0)
    False
    """

    low: float
    high: float
    measure: Measure = field(default_factory=Uniform)
    step: float | None = field(default=None, kw_only=True)
    values: Sequence[float] | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        low, high = check_bounds(self.low, self.high)
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)
        if not isinstance(self.measure, Measure):
            raise InvalidParameter(
                f"measure is {self.measure!r}; give one of smoothbandits.measures"
            )
        self.support  # noqa: B018  (refuses bounds that do not fit the measure)
        if self.values is not None:
            numbers = as_numbers("values", self.values).ravel().tolist()
            object.__setattr__(self, "values", tuple(numbers))
        self.ladder  # noqa: B018  (refuses values that do not fit)

    def __repr__(self) -> str:
        steps = "" if self.step is None else f", step={self.step!r}"
        if self.values is not None:
            few = len(self.values) <= 12
            steps = f", values={list(self.values) if few else f'{len(self.values)} numbers'}"
        return f"Interval(low={self.low!r}, high={self.high!r}, measure={self.measure!r}{steps})"

    @cached_property
    def support(self) -> tuple[float, float]:
        """Smallest interval with all of mu's mass."""
        return self.measure.support(self.low, self.high)

    @cached_property
    def ladder(self) -> Ladder | None:
        """The values that may be played; None where all numbers may."""
        return ladder_of(self)

    @property
    def finite(self) -> int | None:
        """How many values there are; None of a continuum."""
        return None if self.ladder is None else self.ladder.values.size

    @property
    def parts(self) -> Parts:
        """The number is the whole action."""
        return Parts(number=self)

    @cached_property
    def cube(self) -> CubeState:
        """Kernel state of a measure with a quantile function."""
        sides = np.array([[*self.support, float(self.measure.kind)]])
        return CubeState(sides, np.ascontiguousarray(self.measure.knots()[None]))

    @cached_property
    def state(self) -> CubeState | PartState | SampledState:
        """The cube of one side, its values, or the sampler of a user."""
        if self.ladder is not None:
            return self.whole_part
        if not isinstance(self.measure, Custom):
            return self.cube
        measure, (low, high) = self.measure, self.support
        width = high - low
        return SampledState(
            np.array([[low, high, 0.0]]),
            lambda key: float(self.to_unit(self.check(measure.draw(key)))[0]),
            lambda units: measure.density(low + units * width, low, high) * width,
        )

    def check(self, action: Action) -> float:
        """A finite number within the support."""
        low, high = self.support
        number = as_number(action)
        if self.ladder is not None:
            return self.ladder.user(self.ladder.find(number, action))
        if not low <= number <= high:
            raise InvalidAction(f"action is {action!r}; give a number of [{low}, {high}]")
        return number

    def to_unit(self, action: Action) -> Floats:
        """The mass of mu below the action."""
        if self.ladder is not None:
            k = self.ladder.nearest(as_number(action))
            return self.ladder.places[k : k + 1].copy()
        return np.clip(self.measure.cdf([action], *self.support), 0.0, 1.0)

    def to_user(self, unit: Floats) -> float:
        """The quantile at this mass, or the value there."""
        return self.to_user_many(np.reshape(unit, (1, 1)))[0].item()  # type: ignore[no-any-return]

    def density(self, actions: ArrayLike) -> Floats:
        """Density of mu per unit of the action; of values, mu's masses."""
        numbers = as_numbers("actions", actions, InvalidAction)
        if self.ladder is not None:
            near = np.minimum(np.searchsorted(self.ladder.values, numbers), self.finite - 1)  # type: ignore[operator]
            return np.where(self.ladder.values[near] == numbers, self.ladder.masses[near], 0.0)
        return self.measure.density(numbers, *self.support)

    def candidates(self) -> tuple[Floats, Floats]:
        """65 equidistant points."""
        return np.linspace(0.0, 1.0, 65)[:, None], np.array([1.0 / 64.0])

    def holds(self, points: Floats) -> NDArray[np.bool_]:
        """Which rows are coordinates of the interval, or of its values."""
        if self.ladder is not None:
            return np.asarray(self.ladder.holds(points).all(axis=1))
        return super().holds(points)

    def allowed(self, within: Any) -> Allowed:
        """A part of the interval: (low, high), None where there is no bound."""
        if not self.measure.compilable:
            raise InvalidParameter(
                f"measure is {self.measure!r}, which cannot be conditioned on a part; give "
                "Uniform, LogUniform or Empirical"
            )
        return self._part((allowed_range(self, within),), None)

    def _part(self, ranges: tuple[Range, ...], items: NDArray[np.int64] | None) -> Allowed:
        """A range of the interval."""
        return Allowed(ranges[0].users, narrowed(self.whole_part, (self,), ranges), ranges, None)

    @cached_property
    def whole_part(self) -> PartState:
        """All of the interval, as a part of it."""
        return part_state((self,), (allowed_range(self, None),), self.candidates())

    @property
    def whole(self) -> bool:
        """Whether actions are whole numbers."""
        return self.ladder is not None and self.ladder.whole

    def from_columns(self, units: Floats) -> NDArray[Any]:
        """The only column: an action is a number."""
        return units[:, 0].astype(np.int64) if self.whole else units[:, 0]

    def from_row(self, row: Sequence[float]) -> float:
        """The only number of the row."""
        return int(row[0]) if self.whole else float(row[0])
