"""A service that names a price to each customer: losses with two valleys, and with seasons."""

from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from smoothbandits.checks import (
    MOST_ENTRIES,
    Floats,
    as_floats,
    check_count,
    check_flag,
    check_fraction,
    check_positive,
    check_seed,
)
from smoothbandits.environments.base import check_round, require_support
from smoothbandits.environments.rows import RowsEnvironment
from smoothbandits.kernels.states import MarketState
from smoothbandits.scale import Scale
from smoothbandits.spaces import Interval, Space

__all__ = ["MarketEnvironment"]

FEATURES = ("district", "urgency", "loyalty", "office hours", "lead time", "distance")
# constant, then the weight of each feature
PRIVATE_WORTH = np.array([24.0, 4.0, 2.0, 1.0, 0.0, 0.0, 0.0])
BUSINESS_WORTH = np.array([42.0, 3.0, 0.0, 0.0, 0.0, -2.0, 1.0])
BUSINESS_LOGIT = np.array([0.0, 2.5, 0.0, 0.0, 2.5, 0.0, 0.0])
SEARCH_PRICES = 81  # grid of the search for the best price, refined afterwards


class MarketEnvironment(RowsEnvironment):
    """A delivery service: each customer comes with six features, sees one price, buys or leaves.

    Some customers are private and pay around 24, some are businesses and pay around 42; which
    they are is hidden, their features only tell how likely.  A customer buys at any price up to
    what the delivery is worth to her, which is logistic around a median that depends on her
    features.  So the expected revenue as a function of the price has two peaks, each with a
    steep far side, and which peak is higher depends on the customer.

    With a ``swing``, worths rise and fall with the season, which the calendar tells: one more
    feature, the day of the year.  Without the calendar it is a world that changes by itself.

    Worths are drawn once per customer: all policies meet the same customers.

    Parameters
    ----------
    customers
        How many arrive before they come again.
    seed
        Seed of the customers; the market itself is always the same.
    spread
        Spread of worths around their median, in units of the price.
    swing
        By which share of themselves, in [0, 1], median worths rise and fall with the season.
    year
        Customers from one season to the same again; a divisor of ``customers`` keeps the calendar
        whole when they come again.
    calendar
        Whether the day of the year is among the features, where there are seasons.

    Examples
    --------
    >>> market = MarketEnvironment(1000, seed=1)
    >>> market.contexts(0, 2).shape
    (2, 6)
    >>> bool((market.worths > market.space.high).mean() < 0.1)
    True
    >>> seasonal = MarketEnvironment(1000, seed=1, swing=0.3, year=400)
    >>> seasonal.feature_names[-1], seasonal.seasons[[0, 100, 200, 300]].round(2)
    ('day of the year', array([1. , 1.3, 1. , 0.7]))
    """

    compilable = True
    has_outcomes = True
    benchmark = "the best price given each customer's features"
    #: the prices that may be named
    space = Interval(10.0, 50.0)
    #: revenue per customer: nothing, up to a sale at the highest price
    scale = Scale(0.0, 50.0)

    def __init__(
        self,
        customers: int,
        *,
        seed: int = 0,
        spread: float = 1.0,
        swing: float = 0.0,
        year: int = 2_000,
        calendar: bool = True,
    ) -> None:
        self.length = check_count("customers", customers, most=MOST_ENTRIES)
        self.seed = check_seed(seed)
        self.spread = check_positive("spread", spread)
        self.swing = check_fraction("swing", swing, zero=True)
        self.year = check_count("year", year, least=2, most=MOST_ENTRIES)
        self.calendar = check_flag("calendar", calendar)
        generator = np.random.default_rng([self.seed, 3])
        self.features = generator.uniform(-1.0, 1.0, (self.length, len(FEATURES)))
        known = np.hstack([np.ones((self.length, 1)), self.features])
        days = np.arange(self.length) % self.year / self.year
        #: what the season makes of a median worth, for each customer
        self.seasons = 1.0 + self.swing * np.sin(2.0 * np.pi * days)
        self.typical = np.stack([known @ PRIVATE_WORTH, known @ BUSINESS_WORTH], axis=1)
        self.typical *= self.seasons[:, None]
        self.share = 1.0 / (1.0 + np.exp(-(known @ BUSINESS_LOGIT)))
        business = generator.random(self.length) < self.share
        self.worths = generator.logistic(
            np.where(business, self.typical[:, 1], self.typical[:, 0]), self.spread
        )
        #: what is known about a customer, each in [-1, 1]
        self.feature_names: tuple[str, ...] = FEATURES
        if self.swing and self.calendar:
            self.feature_names = (*FEATURES, "day of the year")
            self.features = np.column_stack([self.features, 2.0 * days - 1.0])
        self.context_size = len(self.feature_names)

    def contexts(self, first: int, n: int) -> Floats:
        """Customers in order of arrival, from the start again after the last."""
        return self.features[self._rows(first, n)]

    def revenues(self, first: int, prices: ArrayLike) -> Floats:
        """Expected revenues when customers first, first + 1, ... are asked these prices."""
        prices = as_floats("prices", prices, ndim=1)
        return self._expect(self._rows(first, len(prices)), prices)

    def revenue_curve(self, number: int, prices: ArrayLike) -> Floats:
        """Expected revenues of many prices for one customer."""
        array = as_floats("prices", prices, ndim=1)
        row = check_round(number) % len(self.worths)
        return self._expect(np.full(len(array), row), array)

    def _expect(self, rows: NDArray[np.int64], prices: Floats) -> Floats:
        with np.errstate(over="ignore"):  # at such a price nothing is sold
            sale = 1.0 / (1.0 + np.exp((prices[:, None] - self.typical[rows]) / self.spread))
        share = self.share[rows]
        return np.asarray(prices * ((1.0 - share) * sale[:, 0] + share * sale[:, 1]))

    @cached_property
    def best_prices(self) -> Floats:
        """The price of greatest expected revenue, given the features of each customer."""
        low, high = self.space.support
        best = np.full(len(self.worths), low)
        revenue = self.revenues(0, best)

        def consider(prices: Floats) -> None:
            other = self.revenues(0, prices)
            np.copyto(best, prices, where=other > revenue)
            np.maximum(revenue, other, out=revenue)

        for price in np.linspace(low, high, SEARCH_PRICES):
            consider(np.full_like(best, price))
        step = (high - low) / (SEARCH_PRICES - 1)
        for _ in range(12):  # the peak lies within a step: look to both sides, ever closer
            step *= 0.5
            consider(np.minimum(best + step, high))
            consider(np.maximum(best - step, low))
        return best

    @cached_property
    def best_revenues(self) -> Floats:
        """What the best prices earn on average."""
        return self.revenues(0, self.best_prices)

    def best_losses(self, first: int, n: int, space: Space) -> Floats:
        """Loss of the best price."""
        return 1.0 - self.best_revenues[self._rows(first, n)] / self.scale.high

    def state(self, space: Space) -> MarketState:
        """Worths, their medians and the share of businesses."""
        require_support(space, self.space, "MarketEnvironment")
        return MarketState(self.worths, self.typical, self.share, self.spread, self.scale.high)
