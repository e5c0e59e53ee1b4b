"""From one round on, what was high is low."""

import numpy as np
from numpy.typing import NDArray

from smoothbandits.checks import Floats, check_count
from smoothbandits.environments.changing import ChangingEnvironment
from smoothbandits.environments.regression import RegressionEnvironment

__all__ = ["FlipEnvironment"]


class FlipEnvironment(ChangingEnvironment):
    """From round ``at`` on, targets are reflected in the middle of their range.

    All that was learned is then as wrong as it can be.

    Parameters
    ----------
    environment, rounds
        The table, and how many rounds it is played; see `ChangingEnvironment`.
    at
        The first round of the new world.

    Examples
    --------
    >>> table = RegressionEnvironment([[0.0], [0.5], [1.0]], [0.0, 2.0, 10.0])
    >>> FlipEnvironment(table, at=1).targets(0, 3)
    array([0., 8., 0.])
    """

    def __init__(
        self, environment: RegressionEnvironment, *, at: int, rounds: int | None = None
    ) -> None:
        self.at = check_count("at", at, least=0)
        super().__init__(environment, rounds=rounds)

    def _moved_targets(self, y: Floats, numbers: NDArray[np.int64]) -> Floats:
        """Targets, which are reflected from ``at`` on."""
        return np.where(numbers < self.at, y, self.low + self.high - y)
