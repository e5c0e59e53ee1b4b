"""Oracles that predict NaN or outside [0, 1]: refused when they do, nothing changed."""

import math
from typing import Any

import pytest

from smoothbandits import Bandit, FunctionEnvironment, Interval, LinearOracle, simulate
from smoothbandits.errors import InvalidAction, InvalidPrediction
from tests.facade import FixedOracle, GridOracle, GridOracleWithBest, snapshot
from tests.interpreted import InterpretedBandit


class BadBest(GridOracleWithBest):
    """Its argmin is what it was told to be."""

    def __init__(self, answer: Any) -> None:
        super().__init__()
        self.answer = answer

    def best(self, context: Any, weight: float = 1.0) -> Any:
        return self.answer


class WrongLength(GridOracle):
    def predict(self, context: Any, actions: Any, weight: float = 1.0) -> Any:
        return super().predict(context, actions)[:-1] if len(actions) > 1 else []


LIARS = [
    (FixedOracle(math.nan), InvalidPrediction, "nan"),
    (FixedOracle(math.inf), InvalidPrediction, "inf"),
    (FixedOracle(1.5), InvalidPrediction, "1.5"),
    (FixedOracle(-0.25), InvalidPrediction, "-0.25"),
    (WrongLength(), InvalidPrediction, "64 values for 65 actions"),
    (BadBest((0.5, math.nan)), InvalidPrediction, "nan"),
    (BadBest((0.5, -1.0)), InvalidPrediction, "-1.0"),
    (BadBest((7.0, 0.5)), InvalidAction, "7.0"),
    (LinearOracle(lambda context, a: [1.0, math.nan if a > 0.6 else a]), InvalidPrediction, "nan"),
]


@pytest.mark.parametrize(("oracle", "error", "says"), LIARS, ids=lambda value: None)
@pytest.mark.parametrize("explore", [True, False])
def test_bad_predictions_are_refused(oracle: Any, error: type, says: str, explore: bool) -> None:
    bandit = Bandit(Interval(0.0, 1.0), oracle=oracle, seed=1)
    before = snapshot(bandit)
    environment = FunctionEnvironment(lambda context, a: a)
    for act in (
        lambda: bandit.act(explore=explore),
        lambda: bandit.act_many(3, explore=explore),
        lambda: bandit.propensity(None, 0.5),
        lambda: simulate(bandit, environment, rounds=3),
    ):
        with pytest.raises(error, match=says.replace(".", r"\.")):
            act()
        assert snapshot(bandit) == before


def test_an_oracle_that_turns_bad_is_refused_from_then_on() -> None:
    bandit = Bandit(Interval(0.0, 1.0), oracle=GridOracle(), seed=1)
    for _ in range(4):
        bandit.learn(bandit.act(), loss=0.5)
    bandit.oracle.oracle.totals[:] = math.nan
    before = snapshot(bandit)
    with pytest.raises(InvalidPrediction, match="nan"):
        bandit.act()
    assert snapshot(bandit) == before


@pytest.mark.parametrize("value", [math.nan, 1e308])
def test_a_built_in_oracle_that_turned_bad_is_refused(value: float) -> None:
    bandit = InterpretedBandit(Interval(0.0, 1.0), oracle=LinearOracle(), seed=1)
    bandit.oracle.state.target[:] = value
    bandit.oracle.state.inverse[:] = math.nan
    before = snapshot(bandit)
    with pytest.raises(InvalidPrediction, match="nan, nan"):
        bandit.act()
    assert snapshot(bandit) == before
