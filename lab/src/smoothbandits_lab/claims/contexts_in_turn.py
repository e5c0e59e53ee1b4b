"""A problem with contexts whose losses are a table: what a finite class can realise exactly."""

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.checks import Floats, as_floats, check_seed
from smoothbandits.environments import Environment
from smoothbandits.errors import InvalidParameter
from smoothbandits.kernels.states import PiecesState
from smoothbandits.spaces import Space

__all__ = ["ContextsInTurn"]


class ContextsInTurn(Environment):
    """Contexts 0, 1, ..., C - 1, 0, 1, ...; expected losses are rows of a table.

    Parameters
    ----------
    values
        Expected losses of shape (contexts, cells), one column per item of a catalogue, or cells
        of equal width that divide [0, 1].
    noise
        Losses are uniform within this distance of their mean, which keeps that far from 0 and 1.
    seed
        Of the noise.

    Examples
    --------
    >>> from smoothbandits.spaces import Catalog
    >>> problem = ContextsInTurn([[0.3, 0.6], [0.5, 0.4]], noise=0.2)
    >>> problem.best_losses(0, 3, Catalog(2))
    array([0.3, 0.4, 0.3])
    """

    compilable = True
    context_size = 1
    benchmark = "the least expected loss of each round"

    def __init__(self, values: ArrayLike, *, noise: float = 0.25, seed: int = 0) -> None:
        self.values = as_floats("values", values, ndim=2)
        self.noise, self.seed = float(noise), check_seed(seed)
        if self.values.min() < self.noise or self.values.max() > 1.0 - self.noise:
            raise InvalidParameter(
                f"values range over [{self.values.min()}, {self.values.max()}] with noise "
                f"{noise!r}; keep that far from 0 and 1"
            )

    @property
    def same_every_round(self) -> bool:
        """Only if there is one context."""
        return len(self.values) == 1

    def contexts(self, first: int, n: int) -> Floats:
        """Their numbers, as `FiniteClassOracle` takes them."""
        return self._rows(first, n)[:, None].astype(np.float64)

    def best_losses(self, first: int, n: int, space: Space) -> Floats:
        """The least of the row."""
        least: Floats = self.values.min(axis=1)[self._rows(first, n)]
        return least

    def state(self, space: Space) -> PiecesState:
        """Pieces that do not slope, around each item or side by side."""
        contexts, cells = self.values.shape
        number = space.parts.only_number
        if space.size == cells:
            edges = np.arange(cells + 1) - 0.5
        elif number is not None and number.support == (0.0, 1.0):
            edges = np.linspace(0.0, 1.0, cells + 1)
        else:
            raise InvalidParameter(
                f"space is {space!r}; give Catalog({cells}) or Interval(0, 1) for {cells} cells"
            )
        return PiecesState(
            np.tile(edges, (contexts, 1)),
            np.repeat(self.values[:, :, None], 2, axis=2),
            self.noise,
            self.seed,
        )

    def _rows(self, first: int, n: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        return np.arange(first, first + n) % len(self.values)
