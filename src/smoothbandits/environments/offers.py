"""Offers of a price through a channel; which customer likes which channel is not additive."""

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.checks import (
    MOST_ENTRIES,
    Floats,
    as_floats,
    check_count,
    check_positive,
    check_seed,
)
from smoothbandits.contexts import finite_contexts
from smoothbandits.environments.base import require_items
from smoothbandits.environments.rows import RowsEnvironment
from smoothbandits.errors import InvalidParameter
from smoothbandits.kernels.states import OffersState
from smoothbandits.spaces import Catalog, Interval, Product, Space
from smoothbandits.spaces.base import check_space, unsuited

__all__ = ["OffersEnvironment"]

LEAST_WORTH = 0.15  # of an offer in a channel that she never looks at
AGREEMENT, TREND = 6.0, 3.0  # weights of the product of two features, and of a third
BROAD, NICHE = (0.4, 0.0), (0.7, 4.0)  # height and threshold of the first and the last channel


class OffersEnvironment(RowsEnvironment):
    """A shop makes each customer one offer: a price in [0, 1], through one of some channels.

    A customer is six numbers, uniform in [-1, 1].  In channel c her worth is

        0.15 + height_c sigmoid(6 sign_c x_i x_j + 3 x_k - threshold_c),

    with features i, j, k and a sign of the channel's own: she likes it if two of her features
    agree (or differ), which no sum of functions of single features expresses.  The first channel
    is broad; the last is a niche, with the highest worth, for few customers.  She buys if the
    price is at most her worth plus logistic noise.  The loss is one minus the revenue.

    Parameters
    ----------
    rounds
        How many rounds before the same customers come again.
    channels
        How many channels there are to choose from, at most 1,000.
    seed
        Seed of customers, tastes and noise.
    spread
        Spread of the noise, in units of the price.

    Examples
    --------
    >>> shop = OffersEnvironment(1000, channels=3, seed=1)
    >>> shop.space.contains((0.3, 2))
    True
    >>> shop.loss_curve(shop.contexts(0, 1)[0], [(0.2, 0), (0.2, 1), (0.2, 2)]).round(2)
    array([0.83, 0.8 , 0.95])
    """

    compilable = True
    benchmark = "the best price and channel given each customer's features"
    context_size = 6

    def __init__(
        self, rounds: int, *, channels: int = 4, seed: int = 0, spread: float = 0.05
    ) -> None:
        self.length = check_count("rounds", rounds, most=MOST_ENTRIES)
        self.channels = check_count("channels", channels)
        if self.channels > 1000:
            raise InvalidParameter(f"channels is {channels!r}; give at most 1000")
        self.seed = check_seed(seed)
        self.spread = check_positive("spread", spread)
        #: the offers
        self.space = Product(Interval(0.0, 1.0), Catalog(self.channels))
        generator = np.random.default_rng([self.seed, 6])
        self.features = generator.uniform(-1.0, 1.0, (self.length, self.context_size))
        self.heights, self.thresholds = np.linspace(BROAD, NICHE, self.channels).T
        everything = np.tile(np.arange(self.context_size), (self.channels, 1))
        self.matters = generator.permuted(everything, axis=1)[:, :3]
        self.signs = generator.choice([-1.0, 1.0], self.channels)
        self.worths = self.worth(self.features)

    def worth(self, contexts: ArrayLike) -> Floats:
        """Median of what customers pay: one row each, one column per channel."""
        rows = finite_contexts(contexts, self.context_size)
        one, other, third = (rows[:, column] for column in self.matters.T)
        with np.errstate(over="ignore"):  # of contexts far from [-1, 1]
            taste = AGREEMENT * self.signs * one * other + TREND * third - self.thresholds
            return np.asarray(LEAST_WORTH + self.heights / (1.0 + np.exp(-taste)))

    def contexts(self, first: int, n: int) -> Floats:
        """Customers in order of arrival, from the start again after the last."""
        return self.features[self._rows(first, n)]

    def loss_curve(self, context: ArrayLike, actions: ArrayLike) -> Floats:
        """Expected losses of many offers to a customer of your own."""
        worths = self.worth(as_floats("context", context, ndim=1)[None])[0]
        columns = self.space.to_columns(actions)
        require_items(self.space, columns)
        prices, channels = columns.T
        return 1.0 - self._revenue(worths[channels.astype(np.int64)], prices)

    def _revenue(self, worths: Floats, prices: Floats) -> Floats:
        """The price times the probability of a sale."""
        exponent = np.minimum((prices - worths) / self.spread, 700.0)  # stays finite
        return np.asarray(prices / (1.0 + np.exp(exponent)))

    def best_prices(self, worths: ArrayLike) -> Floats:
        """The price of greatest expected revenue for customers of these worths.

        With spread s, a sigmoid((w - a) / s) is greatest at a = s (1 + W(exp(w / s - 1))), W being
        Lambert's function, and falls beyond: the highest price is best where a is above it.
        """
        from scipy.special import wrightomega  # W(exp(x)), also where exp(x) overflows

        known = as_floats("worths", worths)
        best = self.spread * (1.0 + wrightomega(known / self.spread - 1.0))
        return np.asarray(np.minimum(best, 1.0))

    def best_losses(self, first: int, n: int, space: Space) -> Floats:
        """Loss of the best price in the best channel that the space gives any mass."""
        worths = self.worths[self._rows(first, n)]
        worths = worths[:, self._channels_of(space).reachable]
        best: Floats = 1.0 - self._revenue(worths, self.best_prices(worths)).max(axis=1)
        return best

    def state(self, space: Space) -> OffersState:
        """Worths, spread and the seed of the noise."""
        self._channels_of(space)
        return OffersState(self.worths, self.spread, self.seed)

    def _channels_of(self, space: Space) -> Catalog:
        """The channels of a space of this shop's offers; refuses every other space."""
        number, channels = check_space(space).parts.number, space.parts.category
        if (
            number is None
            or channels is None
            or number.support != self.space.number.support
            or channels.n != self.channels
        ):
            raise unsuited(space, "OffersEnvironment", f"offers of {self.space!r}")
        return channels
