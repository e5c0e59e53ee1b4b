"""Several knobs at once."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from smoothbandits.checks import Floats, as_array, as_floats, nearest
from smoothbandits.engines import entries_of
from smoothbandits.errors import InvalidAction, InvalidParameter
from smoothbandits.kernels.states import CubeState, PartState
from smoothbandits.measures import Custom, Measure, Uniform
from smoothbandits.spaces.allowed import Allowed, Range, allowed_range, narrowed, part_state
from smoothbandits.spaces.base import Action, Space
from smoothbandits.spaces.interval import Interval
from smoothbandits.spaces.parts import Parts

__all__ = ["Box"]

MOST_POINTS = 4096  # of a box whose points are looked at one by one, as the kernels do
LARGEST_GRID = 6  # knobs of a box that is searched on a grid


@dataclass(frozen=True, eq=False)
class Box(Space):
    """Several knobs at once: the product of intervals.

    Parameters
    ----------
    lows, highs
        Bounds per knob in the user's units.  Or instead of both an `Interval` for each knob, with
        steps and measures of their own: a list, or a mapping by names, and an action is then a
        mapping too.
    measures
        One measure per knob, one for all, or nothing for uniform ones.

    Examples
    --------
    >>> knobs = Box([0.0, 1.0], [1.0, 100.0])
    >>> knobs.contains([0.5, 30.0]), knobs.dimension
    (True, 2)
    >>> server = Box({"timeout": Interval(0.1, 10.0), "threads": Interval(1, 64, step=1)})
    >>> server.contains({"timeout": 2.5, "threads": 8})
    True
    """

    lows: Any
    highs: ArrayLike | None = None
    measures: Sequence[Measure] | Measure | None = None

    def __post_init__(self) -> None:
        if self._given_sides is not None:
            self._check_sides(self._given_sides)
            if not isinstance(self.lows, Mapping):
                object.__setattr__(self, "lows", self._given_sides)
            return
        lows, highs = (
            as_floats("lows", self.lows, ndim=1),
            as_floats("highs", self.highs if self.highs is not None else [], ndim=1),
        )
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
    def _given_sides(self) -> tuple[Interval, ...] | None:
        """The intervals, where such were given instead of bounds."""
        given = self.lows.values() if isinstance(self.lows, Mapping) else self.lows
        try:
            sides = tuple(given)
        except TypeError:
            return None
        named = isinstance(self.lows, Mapping)
        return sides if named or any(isinstance(side, Interval) for side in sides) else None

    def _check_sides(self, sides: tuple[Any, ...]) -> None:
        """Refuse what are no intervals of knobs."""
        if self.highs is not None or self.measures is not None:
            raise InvalidParameter(
                "highs or measures are given beside intervals, which have their own; leave them "
                "out"
            )
        for side in sides:
            if not isinstance(side, Interval) or isinstance(side.measure, Custom):
                raise InvalidParameter(
                    f"a knob is {side!r}; give an Interval with a Uniform, LogUniform or "
                    "Empirical measure"
                )
        if not sides or not all(isinstance(name, str) and name for name in self.names or ("a",)):
            raise InvalidParameter(
                f"lows is {self.lows!r}; give at least one knob, and names that are text"
            )
        if set(self.names) in ({"number", "category"}, {"items", "digest"}):
            raise InvalidParameter(
                f"knobs named {' and '.join(self.names)} look like something else in a log; name "
                "them else"
            )

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the knobs, where they have any."""
        return tuple(self.lows) if isinstance(self.lows, Mapping) else ()

    @cached_property
    def finite(self) -> int | None:
        """How many actions there are, where every knob has values and they can be looked at."""
        many = [side.finite for side in self.sides]
        if any(one is None for one in many):
            return None
        total = math.prod(one for one in many if one is not None)
        return total if total <= MOST_POINTS else None

    @cached_property
    def sides(self) -> tuple[Interval, ...]:
        """The interval of each knob."""
        if self._given_sides is not None:
            return self._given_sides
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
    def state(self) -> CubeState | PartState:
        """Kernel state; shorter knot tables are padded with their last column."""
        if any(side.ladder is not None for side in self.sides):
            return self.whole_part
        states = [side.cube for side in self.sides]
        width = max(state.knots.shape[2] for state in states)
        knots = [
            np.pad(s.knots[0], [(0, 0), (0, width - s.knots.shape[2])], "edge") for s in states
        ]
        return CubeState(
            np.concatenate([state.sides for state in states]),
            np.ascontiguousarray(np.stack(knots)),
        )

    def check(self, action: Action) -> Action:
        """A vector with every knob within its bounds, or a mapping by the knobs' names."""
        if self.names:
            return self._check_named(action)
        vector = as_array(action)
        if vector is None or vector.shape != (self.dimension,):
            raise InvalidAction(f"action is {action!r}; give {self.dimension} numbers")
        for knob, (side, number) in enumerate(zip(self.sides, vector, strict=True)):
            if not side.contains(number):
                raise InvalidAction(f"action is {action!r}; give {wanted(side)} for knob {knob}")
            vector[knob] = side.check(number)
        return vector

    def _check_named(self, action: Any) -> dict[str, float]:
        """A number for each name, and no other."""
        if isinstance(action, np.void) and action.dtype.names == self.names:
            action = dict(zip(self.names, action.item(), strict=True))
        if not isinstance(action, Mapping):
            raise InvalidAction(
                f"action is {action!r}; give a mapping with the knobs {', '.join(self.names)}"
            )
        for name in action:
            if name not in self.names:
                hint = nearest(name, self.names) if isinstance(name, str) else ""
                raise InvalidAction(f"action has a knob {name!r}, which there is not{hint}")
        found = {}
        for name, side in zip(self.names, self.sides, strict=True):
            if name not in action:
                raise InvalidAction(f"action is {dict(action)!r}; give the knob {name!r} too")
            if not side.contains(action[name]):
                raise InvalidAction(
                    f"action is {dict(action)!r}; give {wanted(side)} for knob {name!r}"
                )
            found[name] = side.check(action[name])
        return found

    def to_unit(self, action: Action) -> Floats:
        """The mass of mu below each knob."""
        if isinstance(action, Mapping):
            action = [action[name] for name in self.names]
        return np.concatenate(
            [side.to_unit(a) for side, a in zip(self.sides, action, strict=True)]
        )

    def to_user(self, unit: Floats) -> Action:
        """The quantile of each knob at its mass."""
        row = self.to_user_many(np.reshape(unit, (1, -1)))[0]
        if self.names:
            return dict(zip(self.names, row.item(), strict=True))
        return np.asarray(row)

    def density(self, actions: ArrayLike) -> Floats:
        """Product of the knobs' densities; of a knob with values, their masses."""
        array = self.to_columns(actions) if self.names else as_array(actions)
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
        """The rows as they are: an action is a vector; or an array with the knobs as fields."""
        if not self.names:
            return units
        kinds = [np.int64 if side.whole else np.float64 for side in self.sides]
        rows = np.empty(len(units), dtype=list(zip(self.names, kinds, strict=True)))
        for place, name in enumerate(self.names):
            rows[name] = units[:, place]
        return rows

    def from_row(self, row: Sequence[float]) -> Action:
        """The row as a vector, or as a mapping by the knobs' names."""
        if self.names:
            rows = zip(self.names, self.sides, row, strict=True)
            return {name: side.from_row((number,)) for name, side, number in rows}
        return np.array(row)

    def to_columns(self, actions: ArrayLike) -> Floats:
        """The inverse of `from_columns`; mappings one by one too."""
        if not self.names:
            return super().to_columns(actions)
        if isinstance(actions, np.ndarray) and actions.dtype.names == self.names:
            columns = [actions[name].astype(np.float64).ravel() for name in self.names]
            return np.stack(columns, axis=-1)
        try:
            each: Any = actions
            rows = [[float(action[name]) for name in self.names] for action in each]
        except (TypeError, KeyError, ValueError, IndexError):
            raise InvalidAction(
                f"actions is {actions!r}; give mappings with the knobs {', '.join(self.names)}"
            ) from None
        return np.array(rows).reshape(-1, self.dimension)

    def holds(self, points: Floats) -> NDArray[np.bool_]:
        """Which rows are coordinates of every knob."""
        held = [side.holds(points[:, [place]]) for place, side in enumerate(self.sides)]
        return np.asarray(np.all(held, axis=0))

    def allowed(self, within: Any) -> Allowed:
        """(low, high) for each knob, None for all of one; or a mapping by names."""
        given = self._rules(within)
        names = self.names or range(self.dimension)
        ranges = tuple(
            allowed_range(side, rule, f"within of knob {name!r}")
            for side, rule, name in zip(self.sides, given, names, strict=True)
        )
        return self._part(ranges, None)

    def _part(self, ranges: tuple[Range, ...], items: NDArray[np.int64] | None) -> Allowed:
        """A range of each knob."""
        users = tuple(one.users for one in ranges)
        record = dict(zip(self.names, users, strict=True)) if self.names else users
        return Allowed(record, narrowed(self.whole_part, self.sides, ranges), ranges, None)

    @cached_property
    def whole_part(self) -> PartState:
        """All of the box, as a part of it."""
        ranges = [allowed_range(side, None) for side in self.sides]
        return part_state(self.sides, ranges, self.candidates())

    def _rules(self, within: Any) -> Sequence[Any]:
        """A rule for each knob."""
        if within is None:
            return [None] * self.dimension
        if isinstance(within, Mapping):
            known: tuple[Any, ...] = self.names or tuple(range(self.dimension))
            for name in within:
                if name not in known:
                    hint = nearest(name, self.names) if isinstance(name, str) else ""
                    raise InvalidAction(f"within has a knob {name!r}, which there is not{hint}")
            return [within.get(name) for name in known]
        try:
            rules = list(within)
        except TypeError:
            rules = []
        if len(rules) != self.dimension:
            raise InvalidAction(
                f"within is {within!r}; give (low, high) or None for each of the "
                f"{self.dimension} knobs" + (", or a mapping by names" if self.names else "")
            )
        return rules


def wanted(side: Interval) -> str:
    """What a knob takes, in words."""
    low, high = side.support
    if side.ladder is None:
        return f"a number of [{low}, {high}]"
    return f"one of the {side.ladder.values.size} values of [{low}, {high}]"
