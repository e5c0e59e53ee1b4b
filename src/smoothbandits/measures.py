"""Reference measures mu: where good actions are expected, and what densities refer to.

A measure is defined on an interval.  Inside, actions live in the coordinate
u = F_mu(action), where every measure with a quantile function is uniform; so all kernels
know one measure only.  A sampler without a quantile function keeps linear coordinates.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.checks import Floats, as_floats, as_number, as_numbers, check_bounds, check_seed
from smoothbandits.errors import InvalidAction, InvalidParameter
from smoothbandits.kernels.states import EMPIRICAL, LOG_UNIFORM, UNIFORM

__all__ = ["Custom", "Empirical", "LogUniform", "Measure", "Uniform"]

NO_KNOTS = np.zeros((2, 1))
MOST_HALVINGS, MOST_CELLS = 30, 4096  # of the check that a density integrates to 1


def within(values: Floats, low: float, high: float) -> Floats:
    """1 within the bounds, else 0."""
    return np.asarray((values >= low) & (values <= high), dtype=np.float64)


class Measure(ABC):
    """A probability measure on an interval."""

    kind: int = UNIFORM
    #: whether the compiled engine knows it: not so a user's own sampler
    compilable: bool = True

    def support(self, low: float, high: float) -> tuple[float, float]:
        """Smallest interval of full mass; refuses bounds that do not fit the measure."""
        return check_bounds(low, high)

    def _read(self, actions: ArrayLike, low: float, high: float) -> tuple[Floats, float, float]:
        """Actions and bounds as floats; refuses what are none, and bounds that do not fit."""
        return as_numbers("actions", actions, InvalidAction), *self.support(low, high)

    def knots(self) -> Floats:
        """Values and cumulative probabilities of an interpolated quantile function."""
        return NO_KNOTS

    @abstractmethod
    def cdf(self, actions: ArrayLike, low: float, high: float) -> Floats:
        """Mass below each action of the support."""

    @abstractmethod
    def density(self, actions: ArrayLike, low: float, high: float) -> Floats:
        """Density per unit of the action, zero outside the support."""


@dataclass(frozen=True)
class Uniform(Measure):
    """Every action equally likely.

    Examples
    --------
    >>> Uniform().density([5.0, 20.0], 0.0, 50.0)
    array([0.02, 0.02])
    """

    def cdf(self, actions: ArrayLike, low: float, high: float) -> Floats:
        """Linear in the action."""
        values, low, high = self._read(actions, low, high)
        return np.asarray((values - low) / (high - low))

    def density(self, actions: ArrayLike, low: float, high: float) -> Floats:
        """The same for all actions of the support."""
        values, low, high = self._read(actions, low, high)
        return np.asarray(within(values, low, high) / (high - low))


@dataclass(frozen=True)
class LogUniform(Measure):
    """Uniform on the logarithm: for rates, timeouts, prices over several orders of magnitude.

    Examples
    --------
    >>> LogUniform().cdf(10.0, 1.0, 100.0)
    array(0.5)
    """

    kind = LOG_UNIFORM

    def support(self, low: float, high: float) -> tuple[float, float]:
        """The bounds, which must be positive."""
        low, high = check_bounds(low, high)
        if low <= 0.0:
            raise InvalidParameter(f"low is {low!r}; LogUniform needs a lower bound above 0")
        if not math.isfinite(high / low):
            raise InvalidParameter(f"high is {high!r} and low {low!r}; their ratio must be finite")
        return low, high

    def cdf(self, actions: ArrayLike, low: float, high: float) -> Floats:
        """Linear in the logarithm."""
        values, low, high = self._read(actions, low, high)
        with np.errstate(all="ignore"):  # what lies below the support has no logarithm
            return np.asarray(np.log(values / low) / np.log(high / low))

    def density(self, actions: ArrayLike, low: float, high: float) -> Floats:
        """Inversely proportional to the action."""
        values, low, high = self._read(actions, low, high)
        inside = np.clip(values, low, high)
        return np.asarray(within(values, low, high) / (inside * np.log(high / low)))


@dataclass(frozen=True, eq=False)
class Empirical(Measure):
    """The distribution of past actions, smoothed over the gaps between the distinct values.

    The share of a value is spread evenly up to the middle of the gap on either side, half of it
    to each; the smallest and the largest have one side only.  So every sample counts: the mass
    up to a value between those two is that of all smaller samples and half its own.

    Parameters
    ----------
    samples
        Past actions; at least two different ones.  Their range becomes the support.

    Examples
    --------
    >>> Empirical([1.0, 2.0, 2.0, 4.0]).cdf([1.0, 2.0, 3.0], 1.0, 4.0)
    array([0.  , 0.5 , 0.75])
    """

    samples: ArrayLike
    _knots: Floats = field(init=False, repr=False)

    kind = EMPIRICAL

    def __post_init__(self) -> None:
        samples = as_floats("samples", self.samples).ravel()
        values, counts = np.unique(samples, return_counts=True)
        if values.size < 2:
            raise InvalidParameter(
                f"samples has {values.size} distinct values; Empirical needs at least 2"
            )
        below = np.cumsum(counts) / samples.size
        at_values = below - 0.5 * counts / samples.size
        at_values[0], at_values[-1] = 0.0, 1.0
        middles = 0.5 * values[:-1] + 0.5 * values[1:]
        between = (values[:-1] < middles) & (middles < values[1:])  # none of adjacent floats
        places = np.concatenate([values, middles[between]])
        knots = np.vstack([places, np.concatenate([at_values, below[:-1][between]])])
        object.__setattr__(self, "samples", samples)
        object.__setattr__(self, "_knots", np.ascontiguousarray(knots[:, np.argsort(places)]))

    def support(self, low: float, high: float) -> tuple[float, float]:
        """The range of the samples, which must lie within the bounds."""
        low, high = check_bounds(low, high)
        first, last = float(self._knots[0, 0]), float(self._knots[0, -1])
        if first < low or last > high:
            raise InvalidParameter(
                f"samples range over [{first}, {last}], outside [{low}, {high}]; "
                "widen the interval or drop those samples"
            )
        return first, last

    def knots(self) -> Floats:
        """Distinct values and the middles between them, with their cumulative probabilities."""
        return self._knots

    def cdf(self, actions: ArrayLike, low: float, high: float) -> Floats:
        """Linear between the samples and the middles of their gaps."""
        values, _, _ = self._read(actions, low, high)
        return np.asarray(np.interp(values, *self._knots))

    def density(self, actions: ArrayLike, low: float, high: float) -> Floats:
        """Piecewise constant, zero outside the support."""
        values, low, high = self._read(actions, low, high)
        places, cumulative = self._knots
        slopes = np.diff(cumulative) / np.diff(places)
        piece = np.clip(np.searchsorted(places, values, side="left") - 1, 0, slopes.size - 1)
        return np.asarray(within(values, low, high) * slopes[piece])


@dataclass(frozen=True)
class Custom(Measure):
    """A user's own sampler with its density; runs on the python engine.

    Parameters
    ----------
    sampler
        ``sampler(generator) -> action``: one draw with a ``numpy.random.Generator``.
    density_function
        ``density_function(actions) -> array``: its density per unit of the action.  Its
        integral may differ from 1 by 0.01, and is divided out.

    Examples
    --------
    >>> triangle = Custom(lambda rng: rng.triangular(0, 1, 1), lambda a: 2 * a)
    >>> triangle.density([0.5], 0.0, 1.0)
    array([1.])
    """

    compilable = False

    sampler: Callable[[np.random.Generator], float]
    density_function: Callable[[Floats], ArrayLike]
    _totals: dict[tuple[float, float], float] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        for name in ("sampler", "density_function"):
            if not callable(getattr(self, name)):
                raise InvalidParameter(f"{name} is {getattr(self, name)!r}; give a function")

    def support(self, low: float, high: float) -> tuple[float, float]:
        """Checks that the density integrates to one, up to 0.01."""
        low, high = check_bounds(low, high)
        self._total(low, high)
        return low, high

    def _total(self, low: float, high: float) -> float:
        """Integral of the user's density, computed once."""
        if (low, high) not in self._totals:
            centres = low + (high - low) * (np.arange(2048) + 0.5) / 2048
            total = integral(self._given, low, high)
            if not (self._given(centres) >= 0.0).all() or not abs(total - 1.0) <= 1e-2:
                raise InvalidParameter(
                    f"the density integrates to {total:.4g} over [{low}, {high}]; "
                    "it must be non-negative and integrate to 1"
                )
            self._totals[low, high] = total
        return self._totals[low, high]

    def _given(self, actions: Floats) -> Floats:
        """The user's density as it is."""
        return np.asarray(self.density_function(actions), dtype=np.float64)

    def cdf(self, actions: ArrayLike, low: float, high: float) -> Floats:
        """Not the distribution function but the linear coordinate that this measure keeps."""
        return Uniform().cdf(actions, low, high)

    def density(self, actions: ArrayLike, low: float, high: float) -> Floats:
        """The user's density, divided by its integral: a probability, whatever its rounding."""
        values, low, high = self._read(actions, low, high)
        found = self._given(values) / self._total(low, high)
        return np.where(within(values, low, high) > 0.0, found, 0.0)

    def draw(self, key: int) -> float:
        """One draw that depends on the key alone."""
        generator = np.random.Generator(np.random.Philox(key=check_seed(key, "key")))
        return as_number(self.sampler(generator))


def integral(function: Callable[[Floats], Floats], low: float, high: float) -> float:
    """Integrate by Gauss-Legendre on 256 cells, halving those where it is not yet exact.

    `scipy.integrate.quad` would ask for one action at a time and miss a narrow peak: it begins
    with 21 points.
    """
    nodes, weights = np.polynomial.legendre.leggauss(8)

    def over(left: Floats, right: Floats) -> Floats:
        half = 0.5 * (right - left)[:, None]
        points = left[:, None] + half * (1.0 + nodes)
        values = np.broadcast_to(function(points.ravel()), points.size).reshape(points.shape)
        return np.asarray((half * values) @ weights)

    edges = np.linspace(low, high, 257)
    left, right, total = edges[:-1], edges[1:], 0.0
    for _ in range(MOST_HALVINGS):
        middle = 0.5 * (left + right)
        halves = over(left, middle) + over(middle, right)
        rough = np.abs(halves - over(left, right)) > 1e-12
        total += float(halves[~rough].sum())
        left, right = (
            np.concatenate([left[rough], middle[rough]]),
            np.concatenate([middle[rough], right[rough]]),
        )
        if not 0 < left.size <= MOST_CELLS:
            break
    return total + (float(over(left, right).sum()) if left.size else 0.0)
