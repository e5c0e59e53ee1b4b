"""The default of ``fast`` on an interval without contexts: one smooth curve of any shape."""

from dataclasses import dataclass

import numpy as np

from smoothbandits.checks import Floats, check_count
from smoothbandits.errors import InvalidParameter
from smoothbandits.kernels.states import CurveState
from smoothbandits.oracles.base import ELSEWHERE, Oracle
from smoothbandits.spaces import Space
from smoothbandits.spaces.base import require_number

__all__ = ["CurveOracle", "penalty"]

# lengths over which logits are alike, as shares of the interval; each is half of the next
LENGTHS = (1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0, 2.0)
FIRST_LENGTH = 3
VARIANCE = 16.0  # of a logit before any example
FIRST_CHOICE = 8  # examples before a length is chosen
MOST_CELLS = 512  # beyond, rounding would tell in the equations of the longest length


@dataclass(frozen=True)
class CurveOracle(Oracle):
    """The loss as one smooth curve of the action, of any shape; there are no contexts.

    The logits of the losses of equal cells are a Gaussian process, whose length is half of that
    under which the losses so far are most probable.  It can follow several valleys, lopsided ones
    and minima at an end.  Residuals tell it how noisy losses are: 0 or 1, or quiet ones.
    The argmin is exact, and the probability of exploring is a sum over cells.

    Parameters
    ----------
    cells
        Number of cells of equal mass that divide the interval.  Within a cell the loss counts as
        constant.

    Notes
    -----
    Two sums per cell are all that is kept of the examples; learning one takes O(cells) operations.
    Examples are never forgotten, unless in a `WatchedOracle` or a `ForgettingOracle`.

    Examples
    --------
    >>> from smoothbandits.spaces import Interval
    >>> model = CurveOracle().bind(Interval(0, 10))
    >>> for price in range(11):
    ...     for _ in range(20):
    ...         model.learn(None, price, abs(price - 7) / 10)
    >>> action, _ = model.best()
    >>> bool(6.5 < action < 7.5)
    True
    """

    cells: int = 64

    takes_weights = True

    def __post_init__(self) -> None:
        check_count("cells", self.cells, least=2, most=MOST_CELLS)

    def build(self, space: Space, width: int, seed: int) -> CurveState:
        """A loss of 1/2 everywhere."""
        require_number(space, "CurveOracle", ELSEWHERE)
        if width:
            raise InvalidParameter(
                f"CurveOracle learns one curve for all rounds and takes no contexts, but "
                f"context_size is {width}; use AdditiveOracle, HarmonicOracle or BoostedOracle"
            )
        return CurveState(
            counts=np.zeros(self.cells),
            totals=np.zeros(self.cells),
            logits=np.zeros(self.cells),
            dispersion=np.ones(1),
            length=np.array([FIRST_LENGTH], dtype=np.int64),
            examples=np.array([0, FIRST_CHOICE], dtype=np.int64),
            penalties=np.array([penalty(self.cells, length) for length in LENGTHS]),
            edges=np.linspace(0.0, 1.0, self.cells + 1),
        )


def penalty(cells: int, length: float) -> Floats:
    """Bands of R: f'R f / 2 is how improbable a Matern 3/2 process finds f.

    f'R f is the integral of (f''^2 + 2 k^2 f'^2 + k^4 f^2) / (4 k^3 variance), where k is
    1 / length, with differences of neighbours in place of derivatives.

    Examples
    --------
    >>> penalty(5, 0.5).shape
    (3, 5)
    """
    first, second = (np.diff(np.eye(cells), order, axis=0) * cells**order for order in (1, 2))
    k = 1.0 / length
    matrix = second.T @ second + 2.0 * k**2 * first.T @ first + k**4 * np.eye(cells)
    matrix /= 4.0 * k**3 * VARIANCE * cells
    return np.array([np.append(np.diagonal(matrix, j), np.zeros(j))[:cells] for j in range(3)])
