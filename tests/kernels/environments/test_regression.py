import numpy as np
import pytest

from smoothbandits.environments import RegressionEnvironment
from smoothbandits.interpreted.generics import expected_loss, realised_loss
from smoothbandits.spaces import Interval

X, Y = np.zeros((4, 1)), np.array([2.0, 8.0, 5.0, 12.0])
SPACE = Interval(0.0, 10.0)  # the last target lies outside: the range is 12 wide


def loss_of(environment, space, number, action):
    state = environment.state(space)
    found = realised_loss(state, number, np.empty(0), np.array([action]))
    assert found == expected_loss(state, number, np.empty(0), np.array([action]))
    return found


@pytest.mark.parametrize(
    ("kind", "formula"),
    [
        ("absolute", lambda e: abs(e)),
        ("squared", lambda e: e * e),
        ("pinball", lambda e: max(0.9 * e, -0.1 * e)),
        ("asymmetric", lambda e: max(e / 3.0, -e)),
    ],
)
def test_regression_losses(kind, formula):
    environment = RegressionEnvironment(X, Y, loss=kind, tau=0.9, under=1.0, over=3.0)
    for number in range(8):  # the rows come again
        for action in (0.0, 5.0, 10.0):
            error = (Y[number % 4] - action) / 12.0
            assert loss_of(environment, SPACE, number, action) == pytest.approx(formula(error))


def test_a_shuffled_table_keeps_rows_together():
    rng = np.random.default_rng(0)
    X, y = rng.random((20, 2)), np.arange(20.0)
    environment = RegressionEnvironment(X, y, shuffle=3)
    space = Interval(0.0, 19.0)
    rows = environment.contexts(0, 20)
    for number in range(20):
        row = int(np.flatnonzero((X == rows[number]).all(axis=1))[0])
        assert loss_of(environment, space, number, 0.0) == pytest.approx(y[row] / 19.0)
