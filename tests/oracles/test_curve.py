"""CurveOracle, and what `fast` learns with it on an interval without contexts; seeds are fixed."""

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.errors import InvalidParameter
from smoothbandits.oracles import CurveOracle

UNIT = sb.Interval(0, 1)


def lopsided(_, a):
    return min(1.0, 0.2 + 3.0 * max(a - 0.3, 0.0) + 0.5 * max(0.3 - a, 0.0))


def two_valleys(_, a):
    """The deeper one is at 0.75."""
    near = 0.4 * np.exp(-(((a - 0.2) / 0.08) ** 2))
    return float(0.75 - near - 0.5 * np.exp(-(((a - 0.75) / 0.08) ** 2)))


@pytest.mark.parametrize(
    ("curve", "least", "most"),
    [
        (lambda _, a: abs(a - 0.3), 0.0, 0.025),
        (lopsided, 0.2, 0.06),
        (lambda _, a: 0.1 + (a - 0.8) ** 2, 0.1, 0.018),
        (lambda _, a: 0.1 + 0.5 * a, 0.1, 0.015),
        (two_valleys, 0.25, 0.05),
    ],
    ids=["absolute", "lopsided", "square", "slope", "two valleys"],
)
def test_losses_of_zero_or_one(curve, least, most):
    regrets = []
    for seed in range(100, 106):
        environment = sb.FunctionEnvironment(
            curve, noise="bernoulli", best=lambda _: least, seed=seed
        )
        trace = sb.simulate(sb.Bandit(UNIT, seed=seed, policy="fast"), environment, rounds=6000)
        regrets.append(trace.regrets[-1] / 6000)
    assert np.mean(regrets) < most


def test_a_plateau_is_left():
    """Above 0.57 every loss is 1: nothing there says where the valley is."""
    for seed in range(100, 110):
        environment = sb.FunctionEnvironment(lopsided, noise="bernoulli", seed=seed)
        bandit = sb.Bandit(UNIT, seed=seed, policy="fast", atoms=False)
        sb.simulate(bandit, environment, rounds=2000)
        assert bandit.oracle.best()[0] < 0.35


def test_examples_at_three_prices_are_no_burden():
    """What was seen only there is not believed of the places between them."""

    def earned(seed, logged):
        rng = np.random.default_rng(seed)
        shop = sb.Bandit(sb.Interval(0, 50), scale=sb.Scale(0, 50), seed=seed, policy="fast")
        for price in rng.choice([5.0, 10.0, 45.0], logged):
            shop.oracle.learn(None, price, 1.0 - (price <= rng.normal(30, 3)) * price / 50)
        total = 0.0
        for _ in range(2000):
            decision = shop.act()
            reward = (decision.action <= rng.normal(30, 3)) * decision.action
            shop.learn(decision, reward=reward)
            total += reward
        return total / 2000

    warm, cold = (np.mean([earned(seed, logged) for seed in range(3)]) for logged in (5000, 0))
    assert warm > 0.95 * cold > 18.0


def test_quiet_losses_are_believed_sooner():
    """Residuals say how far a loss is to be trusted, and say so again when they grow."""
    rng = np.random.default_rng(1)
    quiet, loud = CurveOracle().bind(UNIT), CurveOracle().bind(UNIT)
    for action in rng.random(300):
        mean = 0.3 + 0.4 * abs(action - 0.5)
        quiet.learn(None, action, mean)
        loud.learn(None, action, float(rng.random() < mean))
    places = np.linspace(0.05, 0.95, 19)
    truth = 0.3 + 0.4 * abs(places - 0.5)
    errors = [np.abs(model.predict(None, places) - truth).mean() for model in (quiet, loud)]
    assert errors[0] < 0.01 < errors[1]
    assert quiet.state.dispersion[0] < 0.02 and loud.state.dispersion[0] > 0.7
    for action in rng.random(500):
        quiet.learn(None, action, float(rng.random() < 0.5))
    assert quiet.state.dispersion[0] > 0.4


def test_what_one_weight_says_two_examples_say():
    twice, heavy = CurveOracle().bind(UNIT), CurveOracle().bind(UNIT)
    for action, loss in [(0.2, 0.0), (0.9, 1.0)]:
        twice.learn(None, action, loss), twice.learn(None, action, loss)
        heavy.learn(None, action, loss, 2.0)
    assert np.array_equal(twice.state.counts, heavy.state.counts)
    assert np.array_equal(twice.state.totals, heavy.state.totals)


def test_where_it_is_not_for():
    with pytest.raises(InvalidParameter, match="context_size is 2; use AdditiveOracle"):
        sb.Bandit(UNIT, oracle=CurveOracle(), context_size=2)
    with pytest.raises(InvalidParameter, match="needs an Interval.*TableOracle on a Catalog"):
        sb.Bandit(sb.Catalog(3), oracle=CurveOracle())
    for cells in (1, 0, 513, 2.5):
        with pytest.raises(InvalidParameter, match="cells"):
            CurveOracle(cells)
