"""A covering set of what runs compiled: every pair that matters, not the whole product.

Each entry costs one compilation of the loop (seconds).  Together they hold every oracle, those
that differ between kinds of space on both, and every explorer on every kind of space.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from smoothbandits.bandit.corral_bandit import CorralBandit
from smoothbandits.bandit.facade import Bandit
from smoothbandits.environments import (
    BernoulliEnvironment,
    MarketEnvironment,
    OffersEnvironment,
    RegressionEnvironment,
    TwoValleysEnvironment,
)
from smoothbandits.explorers import (
    AdaptiveIGW,
    Anytime,
    CappedIGW,
    EpsilonGreedy,
    SmoothIGW,
    Theorem,
)
from smoothbandits.features import Cosine, Items, Polynomial, RandomFourier
from smoothbandits.measures import Empirical, LogUniform
from smoothbandits.oracles import (
    Adam,
    AdditiveOracle,
    BoostedOracle,
    BoostedOutcomeOracle,
    Coin,
    CurveOracle,
    DispersionOracle,
    FiniteClassOracle,
    ForgettingOracle,
    GLMOracle,
    GradientOracle,
    HarmonicOracle,
    LinearOracle,
    NewtonOracle,
    OutcomeOracle,
    ScaledOracle,
    TableOracle,
    WatchedOracle,
    WeightedOracle,
)
from smoothbandits.payoffs import Sale
from smoothbandits.spaces import Catalog, Interval, Product

ROUNDS = 200
RNG = np.random.default_rng(2023)
X, Y = RNG.random((ROUNDS, 3)), 1.0 + 8.0 * RNG.random(ROUNDS)
NUMBERS = RNG.integers(0, 3, (ROUNDS, 1)).astype(float)  # contexts of a finite class
N_ITEMS = 30
ITEMS = Items(RNG.normal(size=(N_ITEMS, 3)) / 2.0)
MEANS = RNG.random(N_ITEMS)

UNIFORM = Interval(0.5, 9.5)
STEPPED = Interval(0.5, 9.5, step=0.75)
LOGARITHMIC = Interval(0.5, 9.5, LogUniform())
EMPIRICAL = Interval(0.5, 9.5, Empirical(Y))
PLAIN = Catalog(N_ITEMS)
WEIGHTED = Catalog(N_ITEMS, RNG.random(N_ITEMS))

REGRESSION = {
    loss: RegressionEnvironment(X, Y, loss=loss, tau=0.8, shuffle=1)
    for loss in ("absolute", "squared", "pinball")
}
BLIND = RegressionEnvironment(np.empty((ROUNDS, 0)), Y, loss="absolute", shuffle=1)
NUMBERED = RegressionEnvironment(NUMBERS, Y)
BERNOULLI = BernoulliEnvironment(MEANS, seed=9)
MARKET = MarketEnvironment(ROUNDS, seed=4)
OFFERS = OffersEnvironment(ROUNDS, channels=3, seed=4)
CHANNELS = Product(Interval(0.0, 1.0, Empirical(np.linspace(0, 1, 9) ** 2)), Catalog(3, [1, 2, 4]))
VALLEYS = TwoValleysEnvironment(ROUNDS, seed=4)


@dataclass(frozen=True)
class Problem:
    """A bandit to be made anew for each run, and its environment."""

    space: Any
    oracle: Any
    explorer: Any  # None: CORRAL over stable bases
    environment: Any
    payoff: Any = None

    def bandit(self, engine: str = "auto") -> Bandit:
        size = self.environment.context_size
        options = {"oracle": self.oracle, "context_size": size, "seed": 17, "engine": engine}
        if self.payoff is not None:
            options["payoff"] = self.payoff
        if self.explorer is None:
            return CorralBandit(self.space, rounds=ROUNDS, eta=0.3, **options)
        return Bandit(self.space, explorer=self.explorer, **options)

    @property
    def names(self) -> tuple[str, str, str, str]:
        """Kinds of oracle, explorer, space and environment."""
        oracle = type(self.oracle).__name__
        explorer = "StableCorral" if self.explorer is None else type(self.explorer).__name__
        return oracle, explorer, type(self.space).__name__, type(self.environment).__name__


ADAPTIVE = AdaptiveIGW(bases=4)
REFERENCE = AdaptiveIGW(bases=3, relative=True, shift=1.0, mixing=0.01, eta=0.5)
GROWING = AdaptiveIGW(lowest=0.3, highest=30.0, bases=3, anytime=True)
EPSILON = EpsilonGreedy(0.3)
CONSTANT = SmoothIGW(h=0.1, gamma=300.0)
ANYTIME = SmoothIGW(h=0.1, gamma=Anytime())
THEOREM = SmoothIGW(h=0.1, gamma=Theorem(ROUNDS))
CAPPED = CappedIGW(h=0.1, gamma=Anytime(4.0))

CURVES = FiniteClassOracle(RNG.random((5, 3, 12)))
COLUMNS = FiniteClassOracle(RNG.random((5, N_ITEMS)))
ON_INTERVAL = Polynomial(2)

PROBLEMS = {
    # intervals
    "capped": Problem(UNIFORM, AdditiveOracle(knots=3), CAPPED, REGRESSION["absolute"]),
    "capped items": Problem(WEIGHTED, TableOracle(), CAPPED, BERNOULLI),
    "additive": Problem(UNIFORM, AdditiveOracle(knots=3), GROWING, REGRESSION["pinball"]),
    "steps": Problem(STEPPED, AdditiveOracle(knots=3), GROWING, REGRESSION["absolute"]),
    "dispersion": Problem(UNIFORM, DispersionOracle(), REFERENCE, REGRESSION["absolute"]),
    "fourier": Problem(
        LOGARITHMIC, DispersionOracle(RandomFourier(16), Coin()), ANYTIME, REGRESSION["pinball"]
    ),
    "harmonic": Problem(
        EMPIRICAL, HarmonicOracle(order=4, optimiser=Adam()), ADAPTIVE, REGRESSION["squared"]
    ),
    "linear": Problem(UNIFORM, LinearOracle(ON_INTERVAL), THEOREM, REGRESSION["absolute"]),
    "newton": Problem(UNIFORM, NewtonOracle(ON_INTERVAL), EPSILON, REGRESSION["pinball"]),
    "glm": Problem(LOGARITHMIC, GLMOracle(Cosine(3)), ADAPTIVE, REGRESSION["absolute"]),
    "gradient": Problem(EMPIRICAL, GradientOracle(Cosine(3)), CONSTANT, REGRESSION["squared"]),
    "class": Problem(UNIFORM, CURVES, EPSILON, NUMBERED),
    "class under corral": Problem(UNIFORM, CURVES, None, NUMBERED),
    "thinned under corral": Problem(LOGARITHMIC, WeightedOracle(CURVES, "C"), None, NUMBERED),
    "curve": Problem(EMPIRICAL, CurveOracle(), GROWING, BLIND),
    "forgetting": Problem(
        UNIFORM, ForgettingOracle(AdditiveOracle(knots=3), 50), GROWING, REGRESSION["absolute"]
    ),
    "forgetting harmonic": Problem(
        UNIFORM, ForgettingOracle(HarmonicOracle(order=3), 50), ADAPTIVE, REGRESSION["absolute"]
    ),
    "forgetting linear": Problem(
        UNIFORM, ForgettingOracle(LinearOracle(ON_INTERVAL), 50), EPSILON, REGRESSION["absolute"]
    ),
    # the market
    "market, adaptive": Problem(MARKET.space, HarmonicOracle(order=4), ADAPTIVE, MARKET),
    "market, smooth": Problem(MARKET.space, DispersionOracle(), ANYTIME, MARKET),
    "market, outcomes": Problem(MARKET.space, OutcomeOracle(-1), GROWING, MARKET, Sale()),
    "market, boosted outcomes": Problem(
        MARKET.space,
        BoostedOutcomeOracle(-1, first=100, trees=5, background=False),
        CONSTANT,
        MARKET,
        Sale(),
    ),
    "market, forgetting outcomes": Problem(
        MARKET.space, ForgettingOracle(OutcomeOracle(-1), 50), CONSTANT, MARKET, Sale()
    ),
    "market, watched outcomes": Problem(
        MARKET.space,
        WatchedOracle(ForgettingOracle(OutcomeOracle(-1), 50)),
        GROWING,
        MARKET,
        Sale(),
    ),
    "market, boosted outcomes that are forgotten": Problem(
        MARKET.space,
        BoostedOutcomeOracle(-1, first=100, trees=5, background=False, forget=80),
        CONSTANT,
        MARKET,
        Sale(),
    ),
    "market, boosted outcomes that are watched": Problem(
        MARKET.space,
        BoostedOutcomeOracle(-1, first=100, trees=5, background=False, watch=True),
        CONSTANT,
        MARKET,
        Sale(),
    ),
    # losses of any shape
    "boosted": Problem(
        VALLEYS.space, BoostedOracle(first=100, trees=5, background=False), CONSTANT, VALLEYS
    ),
    # a number and a category
    "scaled harmonic on a product": Problem(
        CHANNELS, ScaledOracle(HarmonicOracle(order=2)), ADAPTIVE, OFFERS
    ),
    "boosted on a product": Problem(
        CHANNELS,
        BoostedOracle(first=100, trees=5, background=False),
        SmoothIGW(h=1.0, gamma=Anytime(4.0)),
        OFFERS,
    ),
    # catalogues
    "watched and forgetting": Problem(
        PLAIN, WatchedOracle(ForgettingOracle(TableOracle(), 40)), GROWING, BERNOULLI
    ),
    "table": Problem(WEIGHTED, TableOracle(), ADAPTIVE, BERNOULLI),
    "items": Problem(PLAIN, LinearOracle(ITEMS), EPSILON, BERNOULLI),
    "glm on items": Problem(PLAIN, GLMOracle(ITEMS, rounds=200), THEOREM, BERNOULLI),
    "class on items": Problem(PLAIN, COLUMNS, THEOREM, BERNOULLI),
    "doubling under corral": Problem(
        WEIGHTED, WeightedOracle(TableOracle(), "B"), None, BERNOULLI
    ),
}
