"""Targets that move a little in every round."""

import numpy as np
from numpy.typing import NDArray

from smoothbandits.checks import Floats, check_finite
from smoothbandits.environments.changing import ChangingEnvironment
from smoothbandits.environments.regression import RegressionEnvironment

__all__ = ["DriftEnvironment"]


class DriftEnvironment(ChangingEnvironment):
    """Targets move at a constant pace, and turn at the ends of their range.

    Parameters
    ----------
    environment, rounds
        The table, and how many rounds it is played; see `ChangingEnvironment`.
    distance
        How far they move over all rounds, in widths of the range.

    Examples
    --------
    >>> table = RegressionEnvironment([[0.0]] * 4, [0.0, 1.0, 0.5, 0.0])
    >>> DriftEnvironment(table, distance=1.0).targets(0, 4)
    array([0.  , 0.75, 1.  , 0.75])
    """

    def __init__(
        self,
        environment: RegressionEnvironment,
        *,
        distance: float = 1.0,
        rounds: int | None = None,
    ) -> None:
        self.distance = check_finite("distance", distance)
        super().__init__(environment, rounds=rounds)

    def _moved_targets(self, y: Floats, numbers: NDArray[np.int64]) -> Floats:
        """Targets, moved by the share of the distance that belongs to the round."""
        return self._shifted(y, self.distance * numbers / len(numbers))
