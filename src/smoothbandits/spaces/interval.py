"""All numbers between two bounds."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from smoothbandits.checks import Floats, as_number, as_numbers, check_bounds
from smoothbandits.errors import InvalidAction, InvalidParameter
from smoothbandits.kernels.states import CubeState, SampledState
from smoothbandits.measures import Custom, Measure, Uniform
from smoothbandits.spaces.base import Action, Space
from smoothbandits.spaces.parts import Parts

__all__ = ["Interval"]


@dataclass(frozen=True)
class Interval(Space):
    """All numbers from ``low`` to ``high``: a price, a bid, a dose, a timeout.

    Parameters
    ----------
    low, high
        Bounds in the user's units.
    measure
        Where good actions are expected; `Uniform` if nothing is known.

    Examples
    --------
    >>> prices = Interval(5.0, 50.0)
    >>> prices.contains(23.4), prices.contains(51.0)
    (True, False)
    """

    low: float
    high: float
    measure: Measure = field(default_factory=Uniform)

    def __post_init__(self) -> None:
        low, high = check_bounds(self.low, self.high)
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)
        if not isinstance(self.measure, Measure):
            raise InvalidParameter(
                f"measure is {self.measure!r}; give one of smoothbandits.measures"
            )
        self.support  # noqa: B018  (refuses bounds that do not fit the measure)

    @cached_property
    def support(self) -> tuple[float, float]:
        """Smallest interval with all of mu's mass."""
        return self.measure.support(self.low, self.high)

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
    def state(self) -> CubeState | SampledState:
        """The cube of one side, or the sampler of a user."""
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
        if not low <= number <= high:
            raise InvalidAction(f"action is {action!r}; give a number of [{low}, {high}]")
        return number

    def to_unit(self, action: Action) -> Floats:
        """The mass of mu below the action."""
        return np.clip(self.measure.cdf([action], *self.support), 0.0, 1.0)

    def to_user(self, unit: Floats) -> float:
        """The quantile at this mass."""
        return float(self.to_user_many(np.reshape(unit, (1, 1)))[0])

    def density(self, actions: ArrayLike) -> Floats:
        """Density of mu per unit of the action."""
        numbers = as_numbers("actions", actions, InvalidAction)
        return self.measure.density(numbers, *self.support)

    def candidates(self) -> tuple[Floats, Floats]:
        """65 equidistant points."""
        return np.linspace(0.0, 1.0, 65)[:, None], np.array([1.0 / 64.0])

    def from_columns(self, units: Floats) -> NDArray[Any]:
        """The only column: an action is a number."""
        return units[:, 0]

    def from_row(self, row: Sequence[float]) -> float:
        """The only number of the row."""
        return float(row[0])
