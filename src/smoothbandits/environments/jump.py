"""From one round on, another relation of context to target."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from smoothbandits.checks import Floats, check_count
from smoothbandits.environments.changing import ChangingEnvironment
from smoothbandits.environments.regression import RegressionEnvironment
from smoothbandits.errors import InvalidParameter

__all__ = ["JumpEnvironment"]


class JumpEnvironment(ChangingEnvironment):
    """From round ``at`` on, the entries of a context mean something else: they change places.

    Targets stay, so that the new problem is as hard as the old one and nothing about it is known.

    Parameters
    ----------
    environment, rounds
        The table, and how many rounds it is played; see `ChangingEnvironment`.
    at
        The first round of the new world.
    columns
        Which entry stands in each place then; by default each moves one place on.

    Examples
    --------
    >>> table = RegressionEnvironment([[0.1, 0.9], [0.2, 0.8]], [0.3, 0.7])
    >>> JumpEnvironment(table, at=1).contexts(0, 2)
    array([[0.1, 0.9],
           [0.8, 0.2]])
    """

    def __init__(
        self,
        environment: RegressionEnvironment,
        *,
        at: int,
        columns: Sequence[int] | None = None,
        rounds: int | None = None,
    ) -> None:
        self.at = check_count("at", at, least=0)
        self.columns = columns
        super().__init__(environment, rounds=rounds)

    def _moved_contexts(self, X: Floats, numbers: NDArray[np.int64]) -> Floats:
        """Entries in their new places, from ``at`` on."""
        size = X.shape[1]
        order = np.roll(np.arange(size), 1) if self.columns is None else _order(self.columns, size)
        return np.where((numbers < self.at)[:, None], X, X[:, order])

    def _moved_targets(self, y: Floats, numbers: NDArray[np.int64]) -> Floats:
        """As they are."""
        return y


def _order(columns: Sequence[int], size: int) -> NDArray[np.int64]:
    """Places as an array, each once."""
    remedy = f"columns is {columns!r}; give the places 0 to {size - 1}, each once"
    if not isinstance(columns, Sequence | np.ndarray) or isinstance(columns, str):
        raise InvalidParameter(remedy)
    order = [check_count("columns", place, least=0) for place in columns]
    if sorted(order) != list(range(size)):
        raise InvalidParameter(remedy)
    return np.array(order, dtype=np.int64)
