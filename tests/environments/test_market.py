import numpy as np
import pytest

from smoothbandits import Bandit, Interval, KernelOracle, RandomPlay, simulate
from smoothbandits.environments import MarketEnvironment
from smoothbandits.errors import InvalidParameter


@pytest.fixture(scope="module")
def market() -> MarketEnvironment:
    return MarketEnvironment(20_000, seed=4)


@pytest.fixture(scope="module")
def trace(market):
    bandit = Bandit(market.space, policy="fast", explorer=RandomPlay(), context_size=6, seed=1)
    return simulate(bandit, market, rounds=20_000, engine="python")


def test_the_kernel_answers_with_the_revenue_of_the_customer(market, trace):
    revenue = np.where(trace.actions <= market.worths, trace.actions, 0.0)
    assert trace.losses == pytest.approx(1.0 - revenue / 50.0)


def test_the_kernel_expects_what_the_environment_states(market, trace):
    assert trace.expected_losses == pytest.approx(1.0 - market.revenues(0, trace.actions) / 50.0)


def test_realised_revenues_have_the_stated_mean(trace):
    # a normal test at 4.4 standard errors: a false alarm in 1 of 100,000 seeds
    difference = trace.losses - trace.expected_losses
    assert abs(difference.mean()) < 4.4 * difference.std() / np.sqrt(len(trace))


def test_best_prices_beat_a_dense_grid(market):
    n = 50
    best = market.revenues(0, market.best_prices[:n])
    assert np.array_equal(best, market.best_revenues[:n])
    dense = [market.revenues(0, np.full(n, price)) for price in np.linspace(10.0, 50.0, 4001)]
    assert (best >= np.max(dense, axis=0) - 1e-9).all()


def test_regret_is_never_negative(trace):
    assert (np.diff(trace.regrets) >= 0.0).all()


def test_both_peaks_are_best_for_many_customers(market):
    high = market.best_prices > 33.0
    assert 0.3 < high.mean() < 0.7


def test_customers_depend_on_the_seed_alone():
    one, same, other = (MarketEnvironment(100, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(one.worths, same.worths)
    assert not np.array_equal(one.worths, other.worths)
    assert np.array_equal(one.contexts(98, 4), one.features[[98, 99, 0, 1]])


def test_engines_agree(market):
    def play(engine):
        bandit = Bandit(market.space, oracle=KernelOracle(), context_size=6, seed=3)
        return simulate(bandit, market, rounds=200, engine=engine)

    compiled, python = play("compiled"), play("python")
    assert np.array_equal(compiled.losses, python.losses)
    assert np.array_equal(compiled.expected_losses, python.expected_losses)


def test_another_space_is_refused(market):
    with pytest.raises(InvalidParameter, match="takes prices of"):
        simulate(Bandit(Interval(0.0, 50.0), policy="fast", context_size=6), market, rounds=1)


@pytest.mark.parametrize("arguments", [{"customers": 0}, {"customers": 5, "spread": 0.0}])
def test_bad_arguments_are_refused(arguments):
    with pytest.raises(InvalidParameter):
        MarketEnvironment(**arguments)
