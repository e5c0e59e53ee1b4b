"""Simulations of bandits with rules, and on values: what is played, and which regret is known."""

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.errors import InvalidParameter
from smoothbandits.simulation import quantile_regret, smooth_regret, standard_regret
from smoothbandits.theory import smooth_value

RNG = np.random.default_rng(5)
X, Y = RNG.integers(0, 3, (300, 1)).astype(float), 5.0 + 40.0 * RNG.random(300)
TABLE = sb.RegressionEnvironment(X, Y)
PRICES = sb.Interval(Y.min(), Y.max())
CAPS = sb.ByField(0, {0.0: (None, 20.0), 1.0: (15.0, 30.0)}, otherwise=None)


def ruled(engine="python", **options):
    options = {"oracle": sb.AdditiveOracle(knots=3), "seed": 3} | options
    return sb.Bandit(PRICES, context_size=1, within=CAPS, engine=engine, **options)


def test_rules_hold_in_every_round_and_it_is_a_loop_of_act_and_learn():
    simulated, by_hand = ruled(), ruled()
    trace = sb.simulate(simulated, TABLE, rounds=120)
    assert trace.ruled and np.isnan(trace.best_losses).all()
    for number, (row, target) in enumerate(zip(X[:120], Y[:120], strict=True)):
        decision = by_hand.act(row)
        assert decision.action == trace.actions[number]
        if row[0] == 0.0:
            assert decision.action <= 20.0
        if row[0] == 1.0:
            assert 15.0 <= decision.action <= 30.0
        width = PRICES.high - PRICES.low
        by_hand.learn(decision, loss=min(1.0, abs(decision.action - target) / width))
    mine, its = simulated.state_arrays(), by_hand.state_arrays()
    for name in mine:
        np.testing.assert_allclose(mine[name], its[name], err_msg=name)


def test_engines_agree():
    traces = [sb.simulate(ruled(engine), TABLE, rounds=60) for engine in ("compiled", "python")]
    assert [trace.engine for trace in traces] == ["compiled", "python"]
    assert (traces[0].actions == traces[1].actions).all()
    assert (traces[0].losses == traces[1].losses).all()


def test_regret_of_a_trace_with_rules_is_refused():
    trace = sb.simulate(ruled(), TABLE, rounds=10)
    for regret in (
        lambda: smooth_regret(trace, TABLE, PRICES, h=0.1),
        lambda: quantile_regret(trace, TABLE, PRICES, h=0.1),
        lambda: standard_regret(trace, TABLE, PRICES),
    ):
        with pytest.raises(InvalidParameter, match="under rules"):
            regret()
    with pytest.raises(InvalidParameter, match="batch=1"):
        sb.simulate(ruled(), TABLE, rounds=10, batch=8)


def test_regret_on_values_is_against_values():
    space = sb.Interval(0.0, 1.0, values=[0.0, 0.1, 0.5, 1.0])
    table = sb.RegressionEnvironment(X, RNG.random(300))
    bandit = sb.Bandit(space, oracle=sb.AdditiveOracle(knots=3), context_size=1, engine="python")
    trace = sb.simulate(bandit, table, rounds=40)
    assert np.isnan(trace.best_losses).all() and set(trace.actions) <= {0.0, 0.1, 0.5, 1.0}
    values = np.array([0.0, 0.1, 0.5, 1.0])
    losses = np.array([table.expected_losses(t, values, space) for t in range(40)])
    best = np.cumsum(trace.expected_losses - losses.min(axis=1))
    np.testing.assert_allclose(standard_regret(trace, table, space), best)
    smooth = [smooth_value(row, 0.3, space.ladder.masses) for row in losses]
    expected = np.cumsum(trace.expected_losses - smooth)
    np.testing.assert_allclose(smooth_regret(trace, table, space, h=0.3), expected)
