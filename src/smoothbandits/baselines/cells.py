"""Intervals cut into equal cells."""

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.errors import InvalidParameter
from smoothbandits.measures import Uniform
from smoothbandits.spaces import Interval, Space


def uniform_bounds(space: Space, who: str) -> tuple[float, float]:
    """Ends of an interval with a uniform measure; refuses any other space."""
    if not isinstance(space, Interval) or not isinstance(space.measure, Uniform):
        raise InvalidParameter(f"{who} needs an Interval with a uniform measure, not {space!r}")
    return space.support


def centres(low: float, high: float, count: int) -> Floats:
    """Middle of each of ``count`` equal cells."""
    return np.linspace(low, high, 2 * count + 1)[1::2]
