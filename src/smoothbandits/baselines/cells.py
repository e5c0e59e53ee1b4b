"""Intervals cut into equal cells."""

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.measures import Uniform
from smoothbandits.spaces import Space
from smoothbandits.spaces.base import check_space, unsuited


def uniform_bounds(space: Space, who: str) -> tuple[float, float]:
    """Ends of an interval with a uniform measure; refuses any other space."""
    number = check_space(space).parts.only_number
    if number is None or not isinstance(number.measure, Uniform):
        raise unsuited(space, who, "an Interval with a uniform measure")
    return number.support


def centres(low: float, high: float, count: int) -> Floats:
    """Middle of each of ``count`` equal cells."""
    return np.linspace(low, high, 2 * count + 1)[1::2]
