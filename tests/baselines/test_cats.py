import numpy as np
import pytest

from smoothbandits import Box, Interval, RegressionEnvironment, measures, simulate
from smoothbandits.baselines import CATS
from smoothbandits.errors import InvalidParameter

UNIT = Interval(0.0, 1.0)


class Interpreted(CATS):
    engine = "python"


def table(rounds):
    rng = np.random.default_rng(2)
    X = rng.normal(size=(rounds, 3))
    y = 1.0 / (1.0 + np.exp(-2.0 * X[:, 0] + 0.2 * rng.normal(size=rounds)))
    return RegressionEnvironment(X, y)


def test_learns_and_gives_the_same_bits_on_both_engines():
    rows = table(20_000)
    compiled = CATS(UNIT, 3, leaves=32, bandwidth=2.0, seed=5)
    trace = simulate(compiled, rows)
    assert trace.engine == "compiled"
    short = simulate(Interpreted(UNIT, 3, leaves=32, bandwidth=2.0, seed=5), rows, rounds=300)
    assert short.engine == "python"
    assert short.losses.tobytes() == trace.losses[:300].tobytes()
    median = np.abs(rows.y - np.median(rows.y)).mean()
    assert trace.losses[-5000:].mean() < 0.6 * median


def test_units_of_the_action_do_not_matter():
    rows = table(200)
    wide = RegressionEnvironment(rows.X, 40.0 * rows.y - 7.0)
    first = simulate(Interpreted(UNIT, 3, leaves=8, bandwidth=1.0), rows)
    second = simulate(Interpreted(Interval(-7.0, 33.0), 3, leaves=8, bandwidth=1.0), wide)
    np.testing.assert_allclose(first.losses, second.losses, rtol=1e-9)


def test_acts_and_learns():
    tree = Interpreted(Interval(0.0, 10.0), 2, leaves=16, bandwidth=4.0, epsilon=0.5)
    choice = tree.act([1.0, 2.0])
    assert choice.density in (pytest.approx(0.05), pytest.approx(0.05 + 0.5 / 5.0))
    tree.learn(choice, loss=0.7)
    assert tree.state.norm[1] > 0.0


def test_the_bandwidth_is_in_leaves():
    assert CATS(Interval(0.0, 100.0), 1, leaves=1024, bandwidth=32.0).radius == 3.125
    within = CATS(Interval(0.0, 8.0), 1, leaves=8, bandwidth=0.0)
    assert within.radius == 0.5 and within.state.reach == 0
    assert CATS(UNIT, 1, leaves=8, bandwidth=0.5).state.reach == 0
    assert CATS(UNIT, 1, leaves=8, bandwidth=1.25).state.reach == 2


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"leaves": 12}, "leaves is 12; give a power of two"),
        ({"leaves": 1}, "at least 2"),
        ({"leaves": 8, "bandwidth": 4.0}, "bandwidth is 4.0; it is a radius in leaves"),
        ({"bandwidth": -1.0}, "bandwidth is -1.0"),
        ({"epsilon": 0.0}, "epsilon is 0.0"),  # p(a) would be 0 where a loss is learned
    ],
)
def test_what_it_refuses(settings, message):
    with pytest.raises(InvalidParameter, match=message):
        CATS(UNIT, 1, **settings)


@pytest.mark.parametrize(
    "space", [Box([0.0], [1.0]), Interval(1.0, 2.0, measures.LogUniform())], ids=["box", "log"]
)
def test_spaces_it_refuses(space):
    with pytest.raises(InvalidParameter, match="Interval with a uniform measure"):
        CATS(space, 1)
