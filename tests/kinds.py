"""One taught bandit of every kind that a file can keep, each with decisions that wait."""

import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from smoothbandits import (
    AdaptiveIGW,
    AdditiveOracle,
    Anytime,
    Bandit,
    BoostedOracle,
    Box,
    CappedIGW,
    Catalog,
    CorralBandit,
    DispersionOracle,
    EpsilonGreedy,
    FiniteClassOracle,
    HarmonicOracle,
    Interval,
    LinearOracle,
    Product,
    Scale,
    SmoothIGW,
    TableOracle,
)
from smoothbandits.explorers import Greedy, RandomPlay
from smoothbandits.features import Items, RandomFourier
from smoothbandits.measures import Empirical, LogUniform
from smoothbandits.oracles import (
    Adam,
    BoostedOutcomeOracle,
    Coin,
    CurveOracle,
    ForgettingOracle,
    GLMOracle,
    GradientOracle,
    NewtonOracle,
    ScaledOracle,
    WatchedOracle,
    WeightedOracle,
)
from smoothbandits.payoffs import Auction, Sale

UNIT = Interval(0.0, 1.0)
OFFERS = Product(Interval(5.0, 50.0), Catalog(3, weights=[1.0, 2.0, 1.0]))
TREES = {"first": 20, "trees": 5, "leaves": 4, "background": False}
IGW = SmoothIGW(h=0.25, gamma=20.0)
CLASS = np.random.default_rng(3).uniform(size=(4, 2, 3))

KINDS: dict[str, Callable[..., Bandit]] = {
    "additive": partial(
        Bandit, UNIT, policy="fast", context_size=2, scale=Scale(-1.0, 3.0), drift=None
    ),
    "reusable": partial(
        Bandit, UNIT, policy="fast", context_size=2, explorer=CappedIGW(h=0.2, gamma=Anytime(9.0))
    ),
    "diagonal": partial(Bandit, UNIT, oracle=AdditiveOracle(knots=2), context_size=601),
    "curve": partial(Bandit, UNIT, policy="fast"),
    "curve of few cells": partial(Bandit, UNIT, oracle=CurveOracle(5), explorer=RandomPlay()),
    "boosted": partial(Bandit, UNIT, oracle=BoostedOracle(**TREES), context_size=2),
    "boosted categories": partial(
        Bandit, UNIT, oracle=BoostedOracle(**TREES, categories=(1,)), explorer=IGW, context_size=2
    ),
    "boosted product": partial(Bandit, OFFERS, oracle=BoostedOracle(**TREES), context_size=2),
    "sale": partial(Bandit, UNIT, payoff=Sale(), policy="fast", context_size=2),
    "boosted sale": partial(
        Bandit, UNIT, payoff=Sale(0.1), oracle=BoostedOutcomeOracle(-1, **TREES), context_size=2
    ),
    "forgetting sale": partial(
        Bandit, UNIT, payoff=Sale(), policy="fast", context_size=2, forget=20
    ),
    "watched sale": partial(
        Bandit, UNIT, payoff=Sale(), policy="fast", context_size=2, drift="watch"
    ),
    "watched boosted sale": partial(
        Bandit,
        UNIT,
        payoff=Sale(),
        oracle=BoostedOutcomeOracle(-1, **TREES, watch=True),
        context_size=2,
    ),
    "forgetting boosted sale": partial(
        Bandit,
        UNIT,
        payoff=Sale(),
        oracle=BoostedOutcomeOracle(-1, **TREES, forget=20),
        context_size=2,
    ),
    "auction": partial(
        Bandit, UNIT, payoff=Auction(entry=1, least=0.0, most=2.0), policy="fast", context_size=2
    ),
    "box": partial(Bandit, Box([0, 1], [1, 9]), context_size=1),
    "harmonic": partial(
        Bandit, UNIT, oracle=HarmonicOracle(order=3), explorer=IGW, context_size=1
    ),
    "harmonic with coins": partial(Bandit, UNIT, oracle=HarmonicOracle(order=3, optimiser=Coin())),
    "scaled": partial(Bandit, OFFERS, policy="fast", context_size=2),
    "table": partial(Bandit, Catalog(30, weights=np.r_[0.0, np.ones(29)])),
    "finite": partial(
        Bandit,
        Catalog(3),
        oracle=FiniteClassOracle(CLASS),
        explorer=EpsilonGreedy(0.1),
        context_size=1,
    ),
    "finite cells": partial(
        Bandit, UNIT, oracle=FiniteClassOracle(CLASS[:, 0]), explorer=Greedy()
    ),
    "linear": partial(
        Bandit, Catalog(6), oracle=LinearOracle(Items(np.eye(6)[:, :4])), context_size=2
    ),
    "newton": partial(Bandit, UNIT, oracle=NewtonOracle(), explorer=IGW, context_size=1),
    "glm": partial(
        Bandit, UNIT, oracle=GLMOracle(rounds=100), explorer=SmoothIGW(h=0.5, gamma=Anytime())
    ),
    "gradient": partial(Bandit, Interval(1.0, 9.0, LogUniform()), oracle=GradientOracle()),
    "fourier": partial(
        Bandit,
        Interval(0.0, 9.0, Empirical([1.0, 2.0, 8.0])),
        oracle=DispersionOracle(RandomFourier(8), Adam()),
        explorer=AdaptiveIGW(bases=3),
        context_size=2,
    ),
    "dispersion": partial(Bandit, UNIT, oracle=DispersionOracle(optimiser=Coin()), context_size=1),
    "weighted": partial(Bandit, Catalog(5), oracle=WeightedOracle(TableOracle(), "B")),
    "scaled linear": partial(
        Bandit, UNIT, oracle=ScaledOracle(LinearOracle()), explorer=IGW, context_size=2
    ),
    "watched": partial(Bandit, UNIT, policy="fast", context_size=2),
    "watched table": partial(Bandit, Catalog(5), oracle=WatchedOracle(TableOracle(), alpha=0.2)),
    "watched boosted": partial(
        Bandit, UNIT, oracle=BoostedOracle(**TREES, watch=True, forget=40), context_size=2
    ),
    "forgetting": partial(Bandit, UNIT, policy="fast", context_size=2, forget=20),
    "forgetting linear, watched": partial(
        Bandit, UNIT, oracle=WatchedOracle(ForgettingOracle(LinearOracle(), 20)), explorer=IGW
    ),
    "corral": partial(CorralBandit, Catalog(8), oracle=TableOracle(), rounds=16),
    "corral of thinned": partial(CorralBandit, UNIT, oracle=GLMOracle(rounds=50), rounds=4),
}


def contexts_of(bandit: Bandit) -> Iterator[Any]:
    """Contexts that this bandit takes, for ever."""
    rng = np.random.default_rng(5)
    while True:
        yield (
            rng.integers(0, 2, bandit.context_size).astype(float) if bandit.context_size else None
        )


def taught(kind: str, rounds: int = 50, **options: Any) -> Bandit:
    """A bandit that learned, with three decisions that wait, one under an id of the user's."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        bandit = KINDS[kind](**options)
        contexts, rng = contexts_of(bandit), np.random.default_rng(6)
        low, high = bandit.scale.low, bandit.scale.high
        for _, context in zip(range(rounds), contexts, strict=False):
            decision = bandit.act(context)
            if bandit.payoff is not None:
                bandit.learn(decision, outcome=rng.random())
            else:
                bandit.learn(decision, loss=rng.uniform(low, high))
        for id in (None, "mine", 7):
            bandit.act(next(contexts), id=id)
    return bandit
