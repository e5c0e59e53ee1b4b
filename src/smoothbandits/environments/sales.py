"""A table of what customers would have paid: the action is a price."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from smoothbandits.checks import Floats, as_floats, check_finite
from smoothbandits.environments.rows import TableEnvironment
from smoothbandits.errors import InvalidParameter
from smoothbandits.kernels.states import SalesState
from smoothbandits.scale import Scale
from smoothbandits.spaces import Space
from smoothbandits.spaces.base import require_number

__all__ = ["SalesEnvironment"]


class SalesEnvironment(TableEnvironment):
    """Rows (x, worth) in order; a price up to the worth is paid, a higher one earns nothing.

    The outcome of a round is whether it sold, for bandits with the payoff ``Sale``; the others
    are told its loss: 0 is a sale at the highest price, and 1 the least that can be earned.
    The regret of a trace is against the realised worth, which no policy can reach where worths
    are noisy.

    Parameters
    ----------
    X, worths
        Contexts, and the most that would have been paid, in units of the price; nan in a context
        is a missing entry, for bandits that take them.
    cost
        What the thing sold costs; a sale earns the price less this.
    shuffle
        Seed of a random order of the rows; in file order if left out.

    Examples
    --------
    >>> from smoothbandits.spaces import Interval
    >>> rows = SalesEnvironment([[0.0], [1.0]], [20.0, 50.0])
    >>> prices = Interval(0.0, 50.0)
    >>> rows.expected_losses(0, [10.0, 20.0, 30.0], prices).round(2)
    array([0.8, 0.6, 1. ])
    >>> rows.revenues(0, [15.0, 60.0])
    array([15.,  0.])
    """

    compilable = True
    has_outcomes = True
    benchmark = "the realised worth of each round"

    def __init__(
        self,
        X: ArrayLike,
        worths: ArrayLike,
        *,
        cost: float = 0.0,
        shuffle: int | None = None,
    ) -> None:
        super().__init__(X, worths, shuffle=shuffle, name="worths")
        self.worths = self.y
        self.cost = check_finite("cost", cost)

    def sold(self, first: int, prices: ArrayLike) -> NDArray[np.bool_]:
        """Whether these prices are paid in rounds first, first + 1, ..."""
        asked = as_floats("prices", prices, ndim=1)
        return np.asarray(asked <= self.targets(first, len(asked)))

    def revenues(self, first: int, prices: ArrayLike) -> Floats:
        """What these prices earn in rounds first, first + 1, ..., the cost taken off."""
        asked = as_floats("prices", prices, ndim=1)
        return np.where(self.sold(first, asked), asked - self.cost, 0.0)

    def scale(self, space: Space) -> Scale:
        """The least and the most that a round can earn."""
        low, high = require_number(space, "SalesEnvironment").support
        if not self.cost < high:
            raise InvalidParameter(
                f"cost is {self.cost:g} and prices end at {high:g}; give a cost below that"
            )
        return Scale(min(0.0, low - self.cost), high - self.cost)

    def best_losses(self, first: int, n: int, space: Space) -> Floats:
        """Loss of asking exactly the worth, or of not selling where that earns more."""
        low, high = require_number(space, "SalesEnvironment").support
        worths, scale = self.targets(first, n), self.scale(space)
        exact = np.where(worths < low, 0.0, np.maximum(worths - self.cost, 0.0))
        earned = np.where(worths >= high, high - self.cost, exact)  # then every price sells
        return np.asarray((scale.high - earned) / (scale.high - scale.low))

    def state(self, space: Space) -> SalesState:
        """Worths, their order, and how money becomes a loss."""
        scale = self.scale(space)
        return SalesState(self.worths, self.order, self.cost, scale.high, scale.high - scale.low)
