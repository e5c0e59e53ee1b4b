"""Exponents fitted to runs, with intervals."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.errors import InvalidParameter

__all__ = ["Exponent", "fit_exponent"]

RESAMPLES = 2000  # the ends of the interval are then within about 0.002 of their limits
TAIL = 0.025  # on either side of a 95 % interval


@dataclass(frozen=True)
class Exponent:
    """A fitted power, and the 95 % interval around it.

    Examples
    --------
    >>> Exponent(0.512, 0.48, 0.54)
    Exponent(slope=0.512, low=0.48, high=0.54)
    >>> str(Exponent(0.512, 0.48, 0.54))
    '0.51 [0.48, 0.54]'
    """

    slope: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.slope:.2f} [{self.low:.2f}, {self.high:.2f}]"


def fit_exponent(x: ArrayLike, runs: ArrayLike) -> Exponent:
    """Fit the power of x by which the mean of the runs grows.

    The slope of log mean against log x by least squares; the interval resamples seeds, all x of
    a seed together, because the points of one run's curve move together.

    Parameters
    ----------
    x
        Positive numbers, at least two different ones, shape (points,).
    runs
        Positive values, shape (points, seeds).

    Raises
    ------
    InvalidParameter
        If shapes do not fit, or a logarithm would not exist.

    Examples
    --------
    >>> x = np.array([1e3, 1e4, 1e5])
    >>> fit_exponent(x, np.outer(np.sqrt(x), [0.9, 1.0, 1.1]))
    Exponent(slope=0.5, low=0.5, high=0.5)
    """
    places, values = np.asarray(x, dtype=np.float64), np.asarray(runs, dtype=np.float64)
    if places.ndim != 1 or values.ndim != 2 or len(values) != len(places) or not values.size:
        raise InvalidParameter(
            f"x has shape {places.shape} and runs {values.shape}; give (points,) and"
            " (points, seeds)"
        )
    if not (np.isfinite(values).all() and (values > 0.0).all() and (places > 0.0).all()):
        raise InvalidParameter(
            f"x spans {places.min()} to {places.max()} and runs {values.min()} to"
            f" {values.max()}; a power is fitted to positive numbers"
        )
    centred = np.log(places) - np.log(places).mean()
    if not (spread := float(centred @ centred)) > 0.0:
        raise InvalidParameter(f"x is {places[0]} throughout; a slope needs two different values")
    seeds = values.shape[1]
    draws = np.random.default_rng(0).integers(0, seeds, (RESAMPLES, seeds))
    resampled = np.log(values[:, draws].mean(axis=2))  # (points, resamples)
    slopes = centred @ resampled / spread
    low, high = np.quantile(slopes, [TAIL, 1.0 - TAIL])
    # 12 digits: what rounding leaves of an exact power is no part of the answer
    return Exponent(
        round(float(centred @ np.log(values.mean(axis=1)) / spread), 12),
        round(float(low), 12),
        round(float(high), 12),
    )
