"""Constructors refuse bad parameters with their name and value."""

import math

import numpy as np

from smoothbandits import (
    AdaptiveIGW,
    Anytime,
    Bandit,
    CappedIGW,
    Catalog,
    CorralBandit,
    DispersionOracle,
    EpsilonGreedy,
    Interval,
    SmoothIGW,
    TableOracle,
    Theorem,
)
from smoothbandits.errors import (
    InvalidParameter,
    NoRegretBound,
    SmoothBanditsError,
    UnsupportedEngine,
)
from smoothbandits.measures import Custom
from tests.facade import GridOracle

UNIT = Interval(0.0, 1.0)
SAMPLER = Custom(lambda generator: generator.random(), lambda actions: np.ones(len(actions)))
CONSTRUCTORS = [
    (lambda: SmoothIGW(h=0.0, gamma=1.0), InvalidParameter, "h is 0.0"),
    (lambda: SmoothIGW(h=-0.1, gamma=1.0), InvalidParameter, "h is -0.1"),
    (lambda: SmoothIGW(h=1.1, gamma=1.0), InvalidParameter, "h is 1.1"),
    (lambda: SmoothIGW(h=math.nan, gamma=1.0), InvalidParameter, "h is nan"),
    (lambda: SmoothIGW(h="1/2", gamma=1.0), InvalidParameter, "h is '1/2'"),
    (lambda: SmoothIGW(h=0.5, gamma=0.0), InvalidParameter, "gamma is 0.0"),
    (lambda: SmoothIGW(h=0.5, gamma=-2.0), InvalidParameter, "gamma is -2.0"),
    (lambda: SmoothIGW(h=0.5, gamma=math.inf), InvalidParameter, "gamma is inf"),
    (lambda: SmoothIGW(h=0.5, gamma="theorem"), InvalidParameter, "gamma is 'theorem'"),
    (lambda: SmoothIGW(h=0.5, gamma=None), InvalidParameter, "gamma is None"),
    (lambda: Theorem(0), InvalidParameter, "rounds is 0"),
    (lambda: Anytime(constant=0.0), InvalidParameter, "constant is 0.0"),
    (lambda: EpsilonGreedy(1.5), InvalidParameter, "epsilon is 1.5"),
    (lambda: CappedIGW(h=1.0), InvalidParameter, "h is 1,"),
    (
        lambda: Bandit(UNIT, explorer=EpsilonGreedy(0.1), reusable=True),
        InvalidParameter,
        "leave one of them out",
    ),
    (lambda: Bandit(UNIT, reusable="yes"), InvalidParameter, "reusable is 'yes'"),
    (lambda: EpsilonGreedy(-0.5), InvalidParameter, "epsilon is -0.5"),
    (lambda: AdaptiveIGW(lowest=0.0), InvalidParameter, "lowest is 0.0"),
    (lambda: AdaptiveIGW(lowest=9.0, highest=3.0), InvalidParameter, "lowest is 9.0"),
    (lambda: AdaptiveIGW(bases=0), InvalidParameter, "bases is 0"),
    (lambda: AdaptiveIGW(eta=0.0), InvalidParameter, "eta is 0.0"),
    (lambda: AdaptiveIGW(mixing=2.0), InvalidParameter, "mixing is 2.0"),
    (lambda: AdaptiveIGW(shift=math.nan), InvalidParameter, "shift is nan"),
    (lambda: Bandit("interval"), InvalidParameter, "space is 'interval'"),
    (lambda: Bandit(Interval), InvalidParameter, "space is <class"),
    (lambda: Bandit((0.0, 1.0)), InvalidParameter, "space is (0.0, 1.0)"),
    (lambda: Bandit(UNIT, context_size=-1), InvalidParameter, "context_size is -1"),
    (lambda: Bandit(UNIT, context_size=2.5), InvalidParameter, "context_size is 2.5"),
    (lambda: Bandit(UNIT, context_size=None), InvalidParameter, "context_size is None"),
    (lambda: Bandit(UNIT, seed=-1), InvalidParameter, "seed is -1"),
    (lambda: Bandit(UNIT, seed=1.5), InvalidParameter, "seed is 1.5"),
    (lambda: Bandit(UNIT, seed=2**63), InvalidParameter, "seed is 9223372036854775808"),
    (lambda: Bandit(UNIT, seed="seven"), InvalidParameter, "seed is 'seven'"),
    (lambda: Bandit(UNIT, engine="gpu"), InvalidParameter, "engine is 'gpu'"),
    (lambda: Bandit(UNIT, engine=None), InvalidParameter, "engine is None"),
    (
        lambda: Bandit(UNIT, oracle=GridOracle(), engine="compiled"),
        UnsupportedEngine,
        "engine='python'",
    ),
    (
        lambda: Bandit(Interval(0, 1, SAMPLER), engine="compiled"),
        UnsupportedEngine,
        "engine='python'",
    ),
    (lambda: Bandit(UNIT, pending=-1), InvalidParameter, "pending is -1"),
    (lambda: Bandit(UNIT, scale=(0, 1)), InvalidParameter, "scale is (0, 1)"),
    (lambda: Bandit(UNIT, explorer="greedy"), InvalidParameter, "explorer is 'greedy'"),
    (lambda: Bandit(UNIT, explorer=EpsilonGreedy), InvalidParameter, "explorer is <class"),
    (lambda: Bandit(UNIT, oracle="kernel"), InvalidParameter, "oracle is 'kernel'"),
    (lambda: Bandit(UNIT, oracle=GridOracle), InvalidParameter, "oracle is <class"),
    (lambda: Bandit(UNIT, oracle=DispersionOracle), InvalidParameter, "oracle is <class"),
    (lambda: Bandit(UNIT, oracle=TableOracle()), InvalidParameter, "not Interval"),
    (lambda: Bandit(Catalog(3), oracle=DispersionOracle()), InvalidParameter, "Catalog"),
    (
        lambda: Bandit(UNIT, explorer=SmoothIGW(h=0.5, gamma=Theorem(100))),
        NoRegretBound,
        "CurveOracle",
    ),
    (
        lambda: CorralBandit(UNIT, oracle=DispersionOracle(), rounds=100),
        NoRegretBound,
        "Dispersion",
    ),
    (
        lambda: CorralBandit(Catalog(3), oracle=TableOracle(), rounds=0),
        InvalidParameter,
        "rounds is 0",
    ),
    (
        lambda: CorralBandit(Catalog(3), oracle=TableOracle(), rounds=1),
        InvalidParameter,
        "rounds is 1",
    ),
    (
        lambda: CorralBandit(Catalog(3), oracle=TableOracle(), rounds=9, eta=0.0),
        InvalidParameter,
        "eta is 0.0",
    ),
    (lambda: CorralBandit(UNIT, oracle=GridOracle(), rounds=9), NoRegretBound, "GridOracle"),
    (lambda: CorralBandit(UNIT, oracle=None, rounds=9), InvalidParameter, "oracle is None"),
]


def test_bad_constructors() -> None:
    wrong = []
    for make, error, says in CONSTRUCTORS:
        try:
            wrong.append(f"{make()!r} was made, not {error.__name__} with {says!r}")
        except SmoothBanditsError as found:
            if type(found) is not error or says not in str(found):
                wrong.append(f"{found!r}, not {error.__name__} with {says!r}")
    assert not wrong, "\n".join(wrong)
