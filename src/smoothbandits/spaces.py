"""Action spaces: a set of actions together with its reference measure mu.

Users see their own units; inside, an action is a point of the unit cube (an interval is a
cube of one dimension) or the number of an item.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from smoothbandits.checks import Floats, as_floats, as_number, check_bounds, check_count
from smoothbandits.engines import load
from smoothbandits.errors import InvalidAction, InvalidParameter
from smoothbandits.kernels.states import CatalogState, CubeState, SampledState
from smoothbandits.measures import Custom, Measure, Uniform

__all__ = ["Action", "Box", "Catalog", "Interval", "Space"]

LARGEST_GRID = 6  # knobs of a box that is searched on a grid

Action = Any  # float on an Interval, float vector on a Box, int on a Catalog

LARGEST_CATALOG = 2**31 - 1  # item numbers are kept in 32 bits


class Space(ABC):
    """What every space can do; `Interval`, `Box` and `Catalog` are the spaces."""

    #: number of coordinates of an action
    dimension: int = 1
    #: number of actions, or None where there is a continuum
    size: int | None = None
    #: whether the space runs on the compiled engine
    compilable: bool = True

    @property
    @abstractmethod
    def state(self) -> Any:
        """What the kernels see."""

    @abstractmethod
    def check(self, action: Action) -> Action:
        """Return the action in its proper type, or raise InvalidAction."""

    @abstractmethod
    def to_unit(self, action: Action) -> Floats:
        """Unit coordinates of an action in the user's units."""

    @abstractmethod
    def to_user(self, unit: Floats) -> Action:
        """The action at these unit coordinates."""

    @abstractmethod
    def density(self, actions: ArrayLike) -> Floats:
        """Density of mu per unit volume of the user's units; on a catalogue, mu's masses."""

    @abstractmethod
    def candidates(self) -> tuple[Floats, Floats]:
        """Unit points for a search of the argmin, and their spacing (empty if exhaustive)."""

    @abstractmethod
    def from_columns(self, units: Floats) -> NDArray[Any]:
        """Rows in user units as the array that holds this space's actions."""

    def has_point(self, unit: Floats) -> bool:
        """Whether these are unit coordinates of an action (on a catalogue: its number)."""
        if unit.shape != (self.dimension,):
            return False
        if self.size is not None:
            return self.contains(unit[0])
        return bool(((unit >= 0.0) & (unit <= 1.0)).all())

    def contains(self, action: Action) -> bool:
        """Whether the action belongs to the space."""
        try:
            self.check(action)
        except InvalidAction:
            return False
        return True

    def sample(self, key: int, n: int) -> NDArray[Any]:
        """Draw ``n`` actions from mu; the same key gives the same actions."""
        n, key = check_count("n", n), check_count("key", key, least=0)
        units = np.empty((n, self.dimension))
        kernels = load("compiled" if self.compilable and n > 256 else "python")
        kernels.sample_many(self.state, key, units)
        return self.to_user_many(units)

    def to_user_many(self, units: Floats) -> NDArray[Any]:
        """The actions at many unit points."""
        out = np.empty_like(units)
        kernels = load("compiled" if self.compilable and len(units) > 256 else "python")
        kernels.to_user_many(self.state, units, out)
        return self.from_columns(out)


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
    def compilable(self) -> bool:  # type: ignore[override]
        """A user's own sampler only runs in Python."""
        return not isinstance(self.measure, Custom)

    @cached_property
    def cube(self) -> CubeState:
        """Kernel state of a measure with a quantile function."""
        sides = np.array([[*self.support, float(self.measure.kind)]])
        return CubeState(sides, np.ascontiguousarray(self.measure.knots()[None]))

    @cached_property
    def state(self) -> CubeState | SampledState:
        """Kernel state."""
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
        """Mass below the action."""
        return np.clip(self.measure.cdf([action], *self.support), 0.0, 1.0)

    def to_user(self, unit: Floats) -> float:
        """Quantile at this mass."""
        return float(self.to_user_many(np.reshape(unit, (1, 1)))[0])

    def density(self, actions: ArrayLike) -> Floats:
        """Density of mu per unit of the action."""
        return self.measure.density(actions, *self.support)

    def candidates(self) -> tuple[Floats, Floats]:
        """65 equidistant points."""
        return np.linspace(0.0, 1.0, 65)[:, None], np.array([1.0 / 64.0])

    def from_columns(self, units: Floats) -> NDArray[Any]:
        """One number per row."""
        return units[:, 0]


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
        measures = (given,) * lows.size if isinstance(given, Measure) else tuple(given)
        if len(measures) != lows.size or any(isinstance(m, Custom) for m in measures):
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
    def dimension(self) -> int:  # type: ignore[override]
        """Number of knobs."""
        return int(np.size(self.lows))

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
        try:
            vector = np.asarray(action, dtype=np.float64)
        except (TypeError, ValueError):
            raise InvalidAction(f"action is {action!r}; give {self.dimension} numbers") from None
        if vector.shape != (self.dimension,):
            raise InvalidAction(f"action is {action!r}; give {self.dimension} numbers")
        for knob, (side, number) in enumerate(zip(self.sides, vector, strict=True)):
            if not side.contains(number):
                low, high = side.support
                raise InvalidAction(
                    f"action is {action!r}; give a number of [{low}, {high}] for knob {knob}"
                )
        return vector

    def to_unit(self, action: Action) -> Floats:
        """Mass below each knob."""
        return np.concatenate(
            [side.to_unit(a) for side, a in zip(self.sides, action, strict=True)]
        )

    def to_user(self, unit: Floats) -> Floats:
        """Quantile of each knob."""
        return np.asarray(self.to_user_many(np.reshape(unit, (1, -1)))[0])

    def density(self, actions: ArrayLike) -> Floats:
        """Product of the knobs' densities."""
        array = np.asarray(actions, dtype=np.float64)
        if array.ndim == 0 or array.shape[-1] != self.dimension:
            raise InvalidAction(
                f"actions has shape {array.shape}; give {self.dimension} numbers per action"
            )
        factors = [side.density(array[..., i]) for i, side in enumerate(self.sides)]
        return np.asarray(np.prod(factors, axis=0))

    def candidates(self) -> tuple[Floats, Floats]:
        """About 2,000 points: a grid with its faces, quasi-random points beyond six knobs."""
        if self.dimension > LARGEST_GRID:
            points = np.empty((2048, self.dimension))
            load("python").fill_lattice(points)
            # wide enough for the refinement to reach everywhere, and for error bounds to hold
            return points, np.full(self.dimension, 4.0)
        per_side = max(3, int(2197 ** (1.0 / self.dimension) + 1e-9))
        axes = [np.linspace(0.0, 1.0, per_side)] * self.dimension
        points = np.stack([axis.ravel() for axis in np.meshgrid(*axes, indexing="ij")], axis=1)
        return np.ascontiguousarray(points), np.full(self.dimension, 1.0 / (per_side - 1))

    def from_columns(self, units: Floats) -> NDArray[Any]:
        """One vector per row."""
        return units


@dataclass(frozen=True, eq=False)
class Catalog(Space):
    """Items 0 to n - 1, up to tens of millions.

    Parameters
    ----------
    n
        Number of items.
    weights
        Prior weight of each item (mu, up to a factor); uniform if left out.  An item of weight
        0 is never played.

    Examples
    --------
    >>> songs = Catalog(10_025)
    >>> songs.contains(10_024), songs.contains(10_025)
    (True, False)
    """

    n: int
    weights: ArrayLike | None = None

    def __post_init__(self) -> None:
        n = check_count("n", self.n)
        if n > LARGEST_CATALOG:
            raise InvalidParameter(f"n is {n!r}; a catalogue has at most {LARGEST_CATALOG} items")
        object.__setattr__(self, "n", n)
        if self.weights is not None:
            weights = as_floats("weights", self.weights, ndim=1)
            if weights.size != n:
                raise InvalidParameter(f"weights has {weights.size} entries for {n} items")
            with np.errstate(over="ignore"):
                least, total = float(weights.min()), float(weights.sum())
            if least < 0.0 or not 0.0 < total < math.inf:
                raise InvalidParameter(
                    f"weights has least entry {least!r} and sum {total!r}; "
                    "give non-negative weights with a positive, finite sum"
                )
            # normalising twice must change nothing: a saved catalogue loads bit for bit
            settled = abs(total - 1.0) < 1e-13
            object.__setattr__(self, "weights", weights if settled else weights / total)

    @property
    def size(self) -> int:  # type: ignore[override]
        """Number of items."""
        return self.n

    @property
    def reachable(self) -> NDArray[np.bool_]:
        """Which items mu gives any mass; the others are never played."""
        if self.weights is None:
            return np.ones(self.n, dtype=np.bool_)
        return np.asarray(self.weights) > 0.0

    @cached_property
    def masses(self) -> Floats:
        """mu of every item."""
        if self.weights is None:
            return np.full(self.n, 1.0 / self.n)
        return np.asarray(self.weights)

    @cached_property
    def state(self) -> CatalogState:
        """Kernel state."""
        nothing = np.empty(0)
        if self.weights is None:
            return CatalogState(self.n, nothing, nothing, np.empty(0, dtype=np.int32))
        weights = np.asarray(self.weights)
        return CatalogState(self.n, weights, *alias_table(weights))

    def check(self, action: Action) -> int:
        """A whole number from 0 to n - 1."""
        number = as_number(action)
        if not (0 <= number < self.n and number.is_integer()):
            raise InvalidAction(
                f"action is {action!r}; give the number of an item, 0 to {self.n - 1}"
            )
        return int(number)

    def to_unit(self, action: Action) -> Floats:
        """The number itself."""
        return np.array([float(action)])

    def to_user(self, unit: Floats) -> int:
        """The number itself."""
        return int(unit[0])

    def density(self, actions: ArrayLike) -> Floats:
        """mu of the items."""
        items = np.asarray(actions)
        inside = (items >= 0) & (items < self.n)
        return np.where(inside, self.masses[np.where(inside, items, 0).astype(np.int64)], 0.0)

    def candidates(self) -> tuple[Floats, Floats]:
        """Every item that mu gives any mass."""
        return np.flatnonzero(self.reachable).astype(np.float64)[:, None], np.empty(0)

    def from_columns(self, units: Floats) -> NDArray[Any]:
        """One whole number per row."""
        return units[:, 0].astype(np.int64)


def alias_table(weights: Floats) -> tuple[Floats, NDArray[np.int32]]:
    """The alias method: a draw costs one column and one coin, whatever the size."""
    threshold = weights * weights.size
    alias = np.arange(weights.size, dtype=np.int32)
    kernels = load("compiled" if weights.size > 10_000 else "python")
    kernels.fill_alias_table(threshold, alias)
    return threshold, alias
