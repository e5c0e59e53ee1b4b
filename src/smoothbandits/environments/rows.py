"""Problems made of rows, one per round; after the last they come again."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from smoothbandits.checks import Floats, as_floats, check_seed
from smoothbandits.environments.base import Environment, check_rounds
from smoothbandits.errors import InvalidParameter

__all__ = ["RowsEnvironment", "TableEnvironment"]


class RowsEnvironment(Environment):
    """A problem with a row for each of its ``length`` rounds."""

    length: int

    def _rows(self, first: int, n: int) -> NDArray[np.int64]:
        """Which rows are played: in order, from the start again after the last."""
        first, n = check_rounds(first, n)
        return np.arange(first, first + n) % self.length


class TableEnvironment(RowsEnvironment):
    """A problem made of a table's rows (x, y), in file order or shuffled.

    ``name`` is what errors call the targets.
    """

    def __init__(
        self, X: ArrayLike, y: ArrayLike, *, shuffle: int | None, name: str = "y"
    ) -> None:
        self.X = as_floats("X", X, ndim=2, missing=True)
        self.y = as_floats(name, y, ndim=1)
        if len(self.X) != len(self.y) or not len(self.y):
            raise InvalidParameter(
                f"X has {len(self.X)} rows and {name} {len(self.y)}; "
                "give the same number, at least 1"
            )
        self.context_size = self.X.shape[1]
        self.length = len(self.y)
        self.order = np.arange(self.length)
        if shuffle is not None:
            seed = check_seed(shuffle, "shuffle")
            self.order = np.random.default_rng(seed).permutation(self.length)

    @property
    def same_every_round(self) -> bool:
        """Every round has its own target."""
        return False

    def contexts(self, first: int, n: int) -> Floats:
        """Contexts of rounds first, first + 1, ..."""
        return self.X[self._rows(first, n)]

    def targets(self, first: int, n: int) -> Floats:
        """Targets of rounds first, first + 1, ..."""
        return self.y[self._rows(first, n)]

    def _rows(self, first: int, n: int) -> NDArray[np.int64]:
        return np.asarray(self.order[super()._rows(first, n)])
