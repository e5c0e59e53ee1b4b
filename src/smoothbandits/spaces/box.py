"""Several knobs at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from smoothbandits.checks import Floats, as_array, as_floats
from smoothbandits.engines import entries_of
from smoothbandits.errors import InvalidAction, InvalidParameter
from smoothbandits.kernels.states import CubeState
from smoothbandits.measures import Custom, Measure, Uniform
from smoothbandits.spaces.base import Action, Space
from smoothbandits.spaces.interval import Interval
from smoothbandits.spaces.parts import Parts

__all__ = ["Box"]

LARGEST_GRID = 6  # knobs of a box that is searched on a grid


@dataclass(frozen=True, eq=False)
class Box(Space):
    """Several knobs at once: the product of intervals.

    Parameters
    ----------
    lows, highs
        Bounds per knob in the user's units.
    measures
        One measure per knob, one for all, or nothing for uniform ones.

    Examples
    --------
    >>> knobs = Box([0.0, 1.0], [1.0, 100.0])
    >>> knobs.contains([0.5, 30.0]), knobs.dimension
    (True, 2)
    """

    lows: ArrayLike
    highs: ArrayLike
    measures: Sequence[Measure] | Measure | None = None

    def __post_init__(self) -> None:
        lows, highs = as_floats("lows", self.lows, ndim=1), as_floats("highs", self.highs, ndim=1)
        if lows.size != highs.size or lows.size == 0:
            raise InvalidParameter(
                f"lows has {lows.size} entries and highs {highs.size}; "
                "give the same number of both, at least 1"
            )
        given = self.measures if self.measures is not None else Uniform()
        many = given if isinstance(given, tuple | list) else (given,) * lows.size
        measures = tuple(many)
        fit = all(isinstance(m, Measure) and not isinstance(m, Custom) for m in measures)
        if not fit or len(measures) != lows.size:
            raise InvalidParameter(
                f"measures is {measures!r} for {lows.size} knobs; "
                "give one Uniform, LogUniform or Empirical per knob"
            )
        object.__setattr__(self, "lows", lows)
        object.__setattr__(self, "highs", highs)
        object.__setattr__(self, "measures", measures)
        self.sides  # noqa: B018  (refuses bad bounds)

    @cached_property
    def sides(self) -> tuple[Interval, ...]:
        """The interval of each knob."""
        measures = cast(tuple[Measure, ...], self.measures)  # made one per knob when checked
        lows, highs = np.asarray(self.lows), np.asarray(self.highs)
        return tuple(
            Interval(float(low), float(high), measure)
            for low, high, measure in zip(lows, highs, measures, strict=True)
        )

    @property
    def parts(self) -> Parts:
        """The knobs are one vector, also where there is one of them."""
        return Parts(knobs=self.sides)

    @cached_property
    def state(self) -> CubeState:
        """Kernel state; shorter knot tables are padded with their last column."""
        states = [side.cube for side in self.sides]
        width = max(state.knots.shape[2] for state in states)
        knots = [
            np.pad(s.knots[0], [(0, 0), (0, width - s.knots.shape[2])], "edge") for s in states
        ]
        return CubeState(
            np.concatenate([state.sides for state in states]),
            np.ascontiguousarray(np.stack(knots)),
        )

    def check(self, action: Action) -> Floats:
        """A vector with every knob within its bounds."""
        vector = as_array(action)
        if vector is None or vector.shape != (self.dimension,):
            raise InvalidAction(f"action is {action!r}; give {self.dimension} numbers")
        for knob, (side, number) in enumerate(zip(self.sides, vector, strict=True)):
            if not side.contains(number):
                low, high = side.support
                raise InvalidAction(
                    f"action is {action!r}; give a number of [{low}, {high}] for knob {knob}"
                )
        return vector

    def to_unit(self, action: Action) -> Floats:
        """The mass of mu below each knob."""
        return np.concatenate(
            [side.to_unit(a) for side, a in zip(self.sides, action, strict=True)]
        )

    def to_user(self, unit: Floats) -> Floats:
        """The quantile of each knob at its mass."""
        return np.asarray(self.to_user_many(np.reshape(unit, (1, -1)))[0])

    def density(self, actions: ArrayLike) -> Floats:
        """Product of the knobs' densities."""
        array = as_array(actions)
        if array is None or array.ndim == 0 or array.shape[-1] != self.dimension:
            shape = "no numbers" if array is None else f"of shape {array.shape}"
            raise InvalidAction(
                f"actions is {actions!r}, {shape}; give {self.dimension} numbers per action"
            )
        factors = [side.density(array[..., i]) for i, side in enumerate(self.sides)]
        return np.asarray(np.prod(factors, axis=0))

    def candidates(self) -> tuple[Floats, Floats]:
        """About 2,000 points: a grid with its faces, quasi-random points beyond six knobs."""
        if self.dimension > LARGEST_GRID:
            points = np.empty((2048, self.dimension))
            entries_of("python").fill_lattice(points)
            # wide enough for the refinement to reach everywhere, and for error bounds to hold
            return points, np.full(self.dimension, 4.0)
        per_side = max(3, int(2197 ** (1.0 / self.dimension) + 1e-9))
        axes = [np.linspace(0.0, 1.0, per_side)] * self.dimension
        points = np.stack([axis.ravel() for axis in np.meshgrid(*axes, indexing="ij")], axis=1)
        return np.ascontiguousarray(points), np.full(self.dimension, 1.0 / (per_side - 1))

    def from_columns(self, units: Floats) -> NDArray[Any]:
        """The rows as they are: an action is a vector."""
        return units

    def from_row(self, row: Sequence[float]) -> Floats:
        """The row as a vector."""
        return np.array(row)
