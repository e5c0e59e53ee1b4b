import numpy as np
import pytest

from smoothbandits import FunctionEnvironment, Interval, RegressionEnvironment
from smoothbandits.baselines import Constant, best_constant
from smoothbandits.environments import SalesEnvironment
from smoothbandits.errors import InvalidAction, InvalidParameter

TARGETS = np.random.default_rng(3).gamma(2.0, 1.0, 41)
SPACE = Interval(0.0, 12.0)
LOSSES = [
    {"loss": "absolute"},
    {"loss": "squared"},
    {"loss": "pinball", "tau": 0.8},
    {"loss": "asymmetric", "under": 3.0, "over": 1.0},
]


def mean_loss(environment: RegressionEnvironment, action: float) -> float:
    rows = range(len(environment.y))
    return float(np.mean([environment.expected_losses(i, [action], SPACE) for i in rows]))


@pytest.mark.parametrize("loss", LOSSES)
def test_no_other_constant_is_better(loss: dict) -> None:
    environment = RegressionEnvironment(np.zeros((41, 0)), TARGETS, **loss)
    best = best_constant(environment, SPACE)
    least = mean_loss(environment, best)
    others = [mean_loss(environment, a) for a in np.linspace(0.0, 12.0, 200)]
    assert least <= min(others) + 1e-12
    assert mean_loss(environment, best + 0.5) > least < mean_loss(environment, best - 0.5)


def test_it_stays_inside_the_space_and_within_the_rounds() -> None:
    rows = RegressionEnvironment(np.zeros((4, 0)), [1.0, 1.0, 8.0, 8.0], loss="squared")
    assert best_constant(rows, Interval(0.0, 10.0)) == 4.5
    assert best_constant(rows, Interval(0.0, 3.0)) == 3.0
    assert best_constant(rows, Interval(0.0, 10.0), rounds=2) == 1.0


@pytest.mark.parametrize("cost", [0.0, 1.5])
@pytest.mark.parametrize("rounds", [None, 17])
def test_no_other_price_earns_more(cost: float, rounds: int | None) -> None:
    rows = SalesEnvironment(np.zeros((41, 0)), TARGETS, cost=cost, shuffle=1)
    for space in (SPACE, Interval(2.5, 3.0), Interval(9.0, 12.0)):
        best, n = best_constant(rows, space, rounds=rounds), rounds or 41
        assert space.contains(best)

        def earned(price: float, n: int = n) -> float:
            return float(rows.revenues(0, np.full(n, price)).sum())

        others = [earned(price) for price in np.linspace(*space.support, 2_000)]
        assert earned(best) >= max(others)


def test_what_is_refused() -> None:
    own = RegressionEnvironment(np.zeros((2, 0)), [0.1, 0.2], loss=lambda y, a: 0.5)
    for environment in (own, FunctionEnvironment(lambda c, a: 0.5)):
        with pytest.raises(InvalidParameter, match="loss by name"):
            best_constant(environment, SPACE)  # type: ignore[arg-type]
    with pytest.raises(InvalidAction):
        Constant(SPACE, 13.0)
