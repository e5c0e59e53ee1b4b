"""From one round on, another relation of context to target."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from smoothbandits.checks import Floats, check_count, check_finite
from smoothbandits.environments.changing import ChangingEnvironment
from smoothbandits.environments.regression import RegressionEnvironment
from smoothbandits.errors import InvalidParameter

__all__ = ["JumpEnvironment"]


class JumpEnvironment(ChangingEnvironment):
    """From round ``at`` on, targets are elsewhere; or the entries of contexts change places.

    Parameters
    ----------
    environment, rounds
        The table, and how many rounds it is played; see `ChangingEnvironment`.
    at
        The first round of the new world.
    shift
        How far targets move then, in widths of their range; they are reflected at its ends.
    columns
        Which entry of a context stands in each place then; by default they stay.

    Examples
    --------
    >>> table = RegressionEnvironment([[0.1, 0.9], [0.2, 0.8]], [0.0, 1.0])
    >>> JumpEnvironment(table, at=1, columns=(1, 0)).contexts(0, 2)
    array([[0.1, 0.9],
           [0.8, 0.2]])
    >>> JumpEnvironment(table, at=1).targets(0, 2)
    array([0. , 0.6])
    """

    def __init__(
        self,
        environment: RegressionEnvironment,
        *,
        at: int,
        shift: float = 0.4,
        columns: Sequence[int] | None = None,
        rounds: int | None = None,
    ) -> None:
        self.at = check_count("at", at, least=0)
        self.shift = check_finite("shift", shift)
        self.columns = columns
        super().__init__(environment, rounds=rounds)

    def _moved_contexts(self, X: Floats, numbers: NDArray[np.int64]) -> Floats:
        """Contexts, whose entries change places at ``at``."""
        if self.columns is None:
            return X
        order = _order(self.columns, X.shape[1])
        return np.where((numbers < self.at)[:, None], X, X[:, order])

    def _moved_targets(self, y: Floats, numbers: NDArray[np.int64]) -> Floats:
        """Targets, which are moved from ``at`` on."""
        return np.where(numbers < self.at, y, self._shifted(y, np.array(self.shift)))


def _order(columns: Sequence[int], size: int) -> NDArray[np.int64]:
    """The places of a permutation as an array."""
    remedy = f"columns is {columns!r}; give the places 0 to {size - 1}, each once"
    if not isinstance(columns, Sequence | np.ndarray) or isinstance(columns, str):
        raise InvalidParameter(remedy)
    if isinstance(columns, np.ndarray) and columns.ndim != 1:
        raise InvalidParameter(remedy)
    order = [check_count("columns", place, least=0) for place in columns]
    if sorted(order) != list(range(size)):
        raise InvalidParameter(remedy)
    return np.array(order, dtype=np.int64)
