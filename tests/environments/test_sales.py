import numpy as np
import pytest

from smoothbandits import Bandit, Box, Interval, RandomPlay, simulate
from smoothbandits.baselines import Constant
from smoothbandits.environments import SalesEnvironment
from smoothbandits.errors import InvalidParameter
from smoothbandits.payoffs import Sale

RNG = np.random.default_rng(5)
X, WORTHS = RNG.random((60, 2)), RNG.uniform(5.0, 45.0, 60)
PRICES = Interval(10.0, 40.0)


def random_trace(cost=0.0, engine="auto"):
    rows = SalesEnvironment(X, WORTHS, cost=cost, shuffle=3)
    explorer = RandomPlay()
    bandit = Bandit(PRICES, policy="fast", explorer=explorer, context_size=2, seed=1)
    return rows, simulate(bandit, rows, rounds=90, engine=engine)


@pytest.mark.parametrize("cost", [0.0, 12.0])
def test_a_sale_earns_its_price_less_the_cost(cost):
    """With a cost above the lowest price, the worst is such a sale and not none at all."""
    rows, trace = random_trace(cost)
    worths = WORTHS[rows.order[np.arange(90) % 60]]
    earned = np.where(trace.actions <= worths, trace.actions - cost, 0.0)
    least, most = min(0.0, 10.0 - cost), 40.0 - cost
    np.testing.assert_allclose(trace.losses, (most - earned) / (most - least), atol=1e-15)
    np.testing.assert_array_equal(trace.expected_losses, trace.losses)
    np.testing.assert_array_equal(rows.revenues(0, trace.actions), earned)
    np.testing.assert_array_equal(rows.sold(0, trace.actions), trace.actions <= worths)
    scale = rows.scale(PRICES)
    np.testing.assert_allclose(scale.high - trace.losses * (scale.high - scale.low), earned)


@pytest.mark.parametrize("cost", [0.0, 12.0, 30.0])
def test_no_price_is_better_than_the_best(cost):
    rows = SalesEnvironment(X, WORTHS, cost=cost)
    best = rows.best_losses(0, 60, PRICES)
    grid = np.linspace(10.0, 40.0, 3_001)
    for number in range(60):
        prices = np.append(grid, np.clip(WORTHS[number], 10.0, 40.0))
        least = rows.expected_losses(number, prices, PRICES).min()
        assert best[number] == pytest.approx(least, abs=1e-12)


def test_engines_agree():
    compiled, python = (random_trace(7.0, engine)[1] for engine in ("compiled", "python"))
    np.testing.assert_array_equal(compiled.losses, python.losses)
    np.testing.assert_array_equal(compiled.expected_losses, python.expected_losses)


@pytest.mark.parametrize("cost", [0.0, 7.0])
def test_a_bandit_with_the_payoff_meets_its_own_money(cost):
    rows, payoff = SalesEnvironment(X, WORTHS, cost=cost, shuffle=3), Sale(cost=cost)
    traces = []
    for engine in ("compiled", "python"):
        bandit = Bandit(PRICES, payoff=payoff, policy="fast", context_size=2, seed=1)
        assert bandit.scale == rows.scale(PRICES)
        traces.append(simulate(bandit, rows, rounds=80, engine=engine))
        earned = rows.revenues(0, traces[-1].actions)
        assert bandit.mean_reward == pytest.approx(earned.mean())
    np.testing.assert_array_equal(traces[0].actions, traces[1].actions)
    by_hand = Bandit(PRICES, payoff=payoff, policy="fast", context_size=2, seed=1)
    for number in range(80):
        decision = by_hand.act(rows.contexts(number, 1)[0])
        assert decision.action == traces[0].actions[number]
        by_hand.learn(decision, outcome=bool(rows.sold(number, [decision.action])[0]))


def test_a_price_that_equals_the_worth_is_paid():
    rows = SalesEnvironment(np.zeros((2, 0)), [20.0, np.nextafter(20.0, 0.0)])
    trace = simulate(Constant(PRICES, 20.0), rows)
    np.testing.assert_array_equal(trace.losses, [0.5, 1.0])


def test_rows_come_in_the_order_of_the_seed():
    one, other = SalesEnvironment(X, WORTHS, shuffle=3), SalesEnvironment(X, WORTHS, shuffle=4)
    assert not np.array_equal(one.order, other.order)
    np.testing.assert_array_equal(one.contexts(59, 2), X[one.order[[59, 0]]])
    np.testing.assert_array_equal(one.targets(59, 2), WORTHS[one.order[[59, 0]]])
    assert not one.same_every_round and one.length == 60


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: SalesEnvironment(X, WORTHS[:5]), "X has 60 rows and worths 5"),
        (lambda: SalesEnvironment(np.zeros((0, 2)), []), "at least 1"),
        (lambda: SalesEnvironment(X, WORTHS, cost=np.nan), "cost is nan"),
        (lambda: SalesEnvironment(X, WORTHS, cost=40.0).state(PRICES), "give a cost below that"),
        (lambda: SalesEnvironment(X, WORTHS).state(Box([0, 0], [1, 1])), "needs an Interval"),
    ],
)
def test_what_is_refused(make, words):
    with pytest.raises(InvalidParameter, match=words):
        make()
