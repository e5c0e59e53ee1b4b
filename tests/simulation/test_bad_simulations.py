"""Simulations that cannot be: refused, nothing changed."""

import math

import numpy as np
import pytest

from smoothbandits import (
    BernoulliEnvironment,
    Catalog,
    FunctionEnvironment,
    Interval,
    RegressionEnvironment,
    simulate,
)
from smoothbandits.errors import InvalidContext, InvalidLoss, InvalidParameter, UnsupportedEngine
from tests.facade import snapshot
from tests.histories import WITH_CONTEXT, Case, check_refusals
from tests.interpreted import InterpretedBandit

FLAT = FunctionEnvironment(lambda context, a: 0.5, context_size=2)
SIMULATIONS = [
    (lambda b: simulate(b, FLAT, rounds=0), InvalidParameter, "rounds is 0"),
    (lambda b: simulate(b, FLAT, rounds=-5), InvalidParameter, "rounds is -5"),
    (lambda b: simulate(b, FLAT, rounds=2.5), InvalidParameter, "rounds is 2.5"),
    (lambda b: simulate(b, FLAT), InvalidParameter, "rounds is None"),
    (lambda b: simulate(b, FLAT, rounds=5, batch=0), InvalidParameter, "batch is 0"),
    (lambda b: simulate(b, FLAT, rounds=5, engine="gpu"), InvalidParameter, "engine is 'gpu'"),
    (lambda b: simulate(b, FLAT, rounds=5, engine=["python"]), InvalidParameter, "engine is"),
    (lambda b: simulate(b, FLAT, rounds=10**12), InvalidParameter, "rounds is 1000000000000"),
    (lambda b: simulate(b, FLAT, rounds=5, progress=3), InvalidParameter, "progress is 3"),
    (lambda b: simulate(b, "caption", rounds=5), InvalidParameter, "environment is 'caption'"),
    (
        lambda b: simulate(b, FunctionEnvironment(lambda c, a: 0.5, context_size=3), rounds=5),
        InvalidParameter,
        "3 context features and the bandit expects 2",
    ),
    (
        lambda b: simulate(b, BernoulliEnvironment([0.5, 0.5]), rounds=5),
        InvalidParameter,
        "0 context features",
    ),
]
for answer in (1.5, -0.5, math.nan, None, "high"):
    SIMULATIONS.append(
        (
            lambda b, x=answer: simulate(
                b, FunctionEnvironment(lambda c, a: x, context_size=2), rounds=5
            ),
            InvalidLoss,
            repr(answer),
        )
    )
for sample, says in (([-math.inf, 0.0], "-inf"), ([math.inf, 0.0], "inf")):
    SIMULATIONS.append(
        (
            lambda b, x=sample: simulate(
                b,
                FunctionEnvironment(lambda c, a: 0.5, context_size=2, sampler=lambda g: x),
                rounds=5,
            ),
            InvalidContext,
            says,
        )
    )
SIMULATIONS.append(
    (
        lambda b: simulate(
            b,
            FunctionEnvironment(lambda c, a: 0.5, context_size=2, sampler=lambda g: [0.1]),
            rounds=5,
        ),
        InvalidParameter,
        "(1,)",
    )
)


def test_gaps_are_refused_where_the_oracle_takes_none() -> None:
    gap = FunctionEnvironment(lambda c, a: 0.5, context_size=2, sampler=lambda g: [math.nan, 0.0])
    check_refusals(
        "own oracle", [(lambda case: simulate(case.bandit, gap, rounds=5), InvalidContext, "nan")]
    )


@pytest.mark.parametrize("kind", WITH_CONTEXT)
def test_bad_simulations(kind: str) -> None:
    check_refusals(
        kind,
        [(lambda case, run=run: run(case.bandit), *others) for run, *others in SIMULATIONS],
    )


def test_simulations_of_other_spaces() -> None:
    table, interval = (
        InterpretedBandit(Catalog(3)),
        InterpretedBandit(Interval(0, 1), policy="fast"),
    )
    rows = RegressionEnvironment(np.zeros((4, 0)), [0.1, 0.2, 0.3, 0.4])
    for bandit, environment, says in (
        (table, BernoulliEnvironment([0.5, 0.5]), "2 means for Catalog"),
        (interval, BernoulliEnvironment([0.5, 0.5]), "2 means for Interval"),
        (table, rows, "needs an Interval, not Catalog"),
    ):
        before = snapshot(bandit)
        with pytest.raises(InvalidParameter, match=says):
            simulate(bandit, environment, rounds=2)
        assert snapshot(bandit) == before


def test_an_engine_that_cannot_run_the_bandit() -> None:
    def run(case: Case) -> None:
        simulate(case.bandit, FLAT, rounds=5, engine="compiled")

    for kind in ("own oracle", "dispersion"):  # one of a user's, and one made to be interpreted
        check_refusals(kind, [(run, UnsupportedEngine, "engine='python'")])


def test_not_a_bandit() -> None:
    with pytest.raises(InvalidParameter, match="bandit is 'me'"):
        simulate("me", FLAT, rounds=3)
