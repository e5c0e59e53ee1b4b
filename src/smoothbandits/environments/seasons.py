"""Targets that go up and down and come back."""

import math

import numpy as np
from numpy.typing import NDArray

from smoothbandits.checks import Floats, check_count, check_finite
from smoothbandits.environments.changing import ChangingEnvironment
from smoothbandits.environments.regression import RegressionEnvironment

__all__ = ["SeasonsEnvironment"]


class SeasonsEnvironment(ChangingEnvironment):
    """Targets swing as a sine of the round, and turn at the ends of their range.

    Parameters
    ----------
    environment, rounds
        The table, and how many rounds it is played; see `ChangingEnvironment`.
    period
        Rounds of a year.
    swing
        How far targets move from their place, in widths of the range.

    Examples
    --------
    >>> table = RegressionEnvironment([[0.0]] * 4 + [[1.0]], [0.5, 0.5, 0.5, 0.0, 1.0])
    >>> SeasonsEnvironment(table, period=4, swing=0.25).targets(0, 3)
    array([0.5 , 0.75, 0.5 ])
    """

    def __init__(
        self,
        environment: RegressionEnvironment,
        *,
        period: int,
        swing: float = 0.25,
        rounds: int | None = None,
    ) -> None:
        self.period = check_count("period", period, least=2)
        self.swing = check_finite("swing", swing)
        super().__init__(environment, rounds=rounds)

    def _moved_targets(self, y: Floats, numbers: NDArray[np.int64]) -> Floats:
        """Targets, moved by the sine of the season."""
        seasons = (numbers % self.period) / self.period
        return self._shifted(y, self.swing * np.sin(2.0 * math.pi * seasons))
