import math

import numpy as np
import pytest

from smoothbandits import Catalog, Interval, RandomPlay, RegressionEnvironment, simulate
from smoothbandits.errors import InvalidLoss, InvalidParameter
from smoothbandits.measures import Empirical
from tests.interpreted import InterpretedBandit

X = np.linspace(-1.0, 1.0, 24).reshape(8, 3)
Y = np.array([1.0, 4.0, 2.5, 9.0, 3.0, 6.0, 0.0, 5.0])
LOSSES = {
    "absolute": lambda y, a, width: abs(y - a) / width,
    "squared": lambda y, a, width: ((y - a) / width) ** 2,
    "pinball": lambda y, a, width: max(0.8 * (y - a), -0.2 * (y - a)) / width,
    "asymmetric": lambda y, a, width: max(6.0 * (y - a), 2.0 * (a - y)) / 6.0 / width,
}


def play(environment: RegressionEnvironment, space: Interval, rounds: int):
    bandit = InterpretedBandit(space, policy="fast", explorer=RandomPlay(), context_size=3, seed=1)
    return simulate(bandit, environment, rounds=rounds, engine="python")


@pytest.mark.parametrize("name", LOSSES)
@pytest.mark.parametrize(("space", "width"), [(Interval(0.0, 10.0), 10.0), (Interval(2, 4), 9.0)])
def test_losses_are_divided_by_the_range_of_targets_and_actions(
    name: str, space: Interval, width: float
) -> None:
    environment = RegressionEnvironment(X, Y, loss=name, tau=0.8, under=6.0, over=2.0)
    trace = play(environment, space, 20)
    targets = np.resize(Y, 20)  # from the start again after the last row
    expected = [LOSSES[name](y, a, width) for y, a in zip(targets, trace.actions, strict=True)]
    assert trace.losses == pytest.approx(expected)
    assert (trace.losses == trace.expected_losses).all() and trace.losses.max() <= 1.0
    reachable = np.clip(targets, *space.support)
    best = [LOSSES[name](y, a, width) for y, a in zip(targets, reachable, strict=True)]
    assert trace.best_losses == pytest.approx(best)
    assert "realised" in trace.benchmark


def test_a_function_as_the_loss() -> None:
    environment = RegressionEnvironment(X, Y, loss=lambda y, a: float(a < y))
    assert not environment.compilable
    trace = play(environment, Interval(0.0, 10.0), 20)
    assert (trace.losses == (trace.actions < np.resize(Y, 20))).all()
    assert np.isnan(trace.best_losses).all() and np.isnan(trace.regrets).all()


def test_rows_in_order_or_shuffled() -> None:
    plain = RegressionEnvironment(X, Y)
    assert (plain.contexts(6, 4) == X[[6, 7, 0, 1]]).all() and plain.length == 8
    mixed = RegressionEnvironment(X, Y, shuffle=3)
    assert sorted(mixed.order) == list(range(8)) and (mixed.order != np.arange(8)).any()
    assert (mixed.contexts(0, 8) == X[mixed.order]).all()
    assert (mixed.order == RegressionEnvironment(X, Y, shuffle=3).order).all()
    trace = play(mixed, Interval(0.0, 10.0), 8)
    assert trace.losses == pytest.approx(np.abs(Y[mixed.order] - trace.actions) / 10.0)


def test_the_support_counts_not_the_bounds() -> None:
    space = Interval(-100.0, 100.0, Empirical([2.0, 3.0, 4.0]))
    assert RegressionEnvironment(X, Y).state(space).width == 9.0


def test_all_rows_are_played_if_no_number_is_given() -> None:
    bandit = InterpretedBandit(Interval(0, 10), policy="fast", context_size=3)
    assert len(simulate(bandit, RegressionEnvironment(X, Y), engine="python")) == 8


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"X": X[:3]}, "3 rows and y 8"),
        ({"X": np.empty((0, 3)), "y": []}, "0 rows"),
        ({"X": X[0]}, "1 axes"),
        ({"y": X}, "2 axes"),
        ({"X": np.where(X > 0.9, math.inf, X)}, "inf at (7, 1)"),
        ({"y": np.where(Y > 8, math.inf, Y)}, "inf at (3,)"),
        ({"X": [["a"]]}, "'a'"),
        ({"loss": "hinge"}, "loss is 'hinge'"),
        ({"loss": None}, "loss is None"),
        ({"loss": "pinball", "tau": 1.5}, "tau is 1.5"),
        ({"loss": "asymmetric", "under": 0.0}, "under is 0.0"),
        ({"loss": "asymmetric", "over": math.inf}, "over is inf"),
        ({"shuffle": -1}, "shuffle is -1"),
        ({"shuffle": True}, "shuffle is True"),
    ],
)
def test_bad_parameters(arguments: dict, says: str) -> None:
    with pytest.raises(InvalidParameter) as caught:
        RegressionEnvironment(**{"X": X, "y": Y, **arguments})
    assert says in str(caught.value)


def test_it_needs_an_interval() -> None:
    with pytest.raises(InvalidParameter, match="needs an Interval, not Catalog"):
        RegressionEnvironment(X, Y).state(Catalog(3))


@pytest.mark.parametrize("answer", [2.0, math.nan, None])
def test_a_loss_function_outside_is_refused(answer: object) -> None:
    environment = RegressionEnvironment(X, Y, loss=lambda y, a: answer)
    with pytest.raises(InvalidLoss, match=f"gave {answer!r} for y = 1.0 and action 0.5"):
        environment.realised(0, 0.5)
