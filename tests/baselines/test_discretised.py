import numpy as np
import pytest

from smoothbandits import Catalog, Interval, RegressionEnvironment, simulate
from smoothbandits.baselines import DiscretisedGreedy
from smoothbandits.errors import InvalidParameter

UNIT = Interval(0.0, 1.0)


class Interpreted(DiscretisedGreedy):
    engine = "python"


@pytest.mark.parametrize("steps", ["adaptive", "coin"])
def test_learns_and_gives_the_same_bits_on_both_engines(steps):
    rng = np.random.default_rng(2)
    X = rng.normal(size=(20_000, 3))
    y = 1.0 / (1.0 + np.exp(-2.0 * X[:, 0] + 0.2 * rng.normal(size=len(X))))
    rows = RegressionEnvironment(X, y)
    trace = simulate(DiscretisedGreedy(UNIT, 3, arms=8, steps=steps, seed=1), rows)
    short = simulate(Interpreted(UNIT, 3, arms=8, steps=steps, seed=1), rows, rounds=300)
    assert (trace.engine, short.engine) == ("compiled", "python")
    assert short.losses.tobytes() == trace.losses[:300].tobytes()
    assert trace.losses[-5000:].mean() < 0.6 * np.abs(y - np.median(y)).mean()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"arms": 0}, "arms is 0"),
        ({"epsilon": 1.5}, "epsilon is 1.5"),
        ({"steps": "adam"}, "steps is 'adam'; give one of 'adaptive', 'coin'"),
        ({"learning_rate": 0.0}, "learning_rate is 0.0"),
    ],
)
def test_what_it_refuses(settings, message):
    with pytest.raises(InvalidParameter, match=message):
        DiscretisedGreedy(UNIT, 1, **settings)
    with pytest.raises(InvalidParameter, match="Interval"):
        DiscretisedGreedy(Catalog(3), 1)
