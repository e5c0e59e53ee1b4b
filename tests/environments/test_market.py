import numpy as np
import pytest

from smoothbandits import Bandit, HarmonicOracle, Interval, RandomPlay, simulate
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
        bandit = Bandit(market.space, oracle=HarmonicOracle(), context_size=6, seed=3)
        return simulate(bandit, market, rounds=200, engine=engine)

    compiled, python = play("compiled"), play("python")
    assert np.array_equal(compiled.losses, python.losses)
    assert np.array_equal(compiled.expected_losses, python.expected_losses)


@pytest.fixture(scope="module", params=[True, False], ids=["calendar", "no calendar"])
def seasonal(request) -> MarketEnvironment:
    return MarketEnvironment(4_000, seed=4, swing=0.2, year=1_000, calendar=request.param)


def test_worths_rise_and_fall_with_the_season(seasonal):
    plain = MarketEnvironment(4_000, seed=4)
    factor = 1.0 + 0.2 * np.sin(2.0 * np.pi * (np.arange(4_000) % 1_000) / 1_000)
    np.testing.assert_allclose(seasonal.typical, plain.typical * factor[:, None])
    np.testing.assert_array_equal(seasonal.share, plain.share)
    np.testing.assert_allclose(
        seasonal.worths - plain.worths,
        (seasonal.typical - plain.typical)[np.arange(4_000), kinds(plain)],
        atol=1e-9,
    )
    best = seasonal.best_prices
    assert best[200:300].mean() > 1.1 * best[700:800].mean()


def kinds(market: MarketEnvironment) -> np.ndarray:
    """Which kind each customer is of, as the generator drew it."""
    generator = np.random.default_rng([market.seed, 3])
    generator.uniform(-1.0, 1.0, market.features.shape)
    return (generator.random(len(market.worths)) < market.share).astype(int)


def test_the_calendar_is_one_more_feature(seasonal):
    plain = MarketEnvironment(4_000, seed=4)
    contexts = seasonal.contexts(0, 4_000)
    np.testing.assert_array_equal(contexts[:, :6], plain.features)
    if seasonal.calendar:
        assert seasonal.context_size == len(seasonal.feature_names) == 7
        np.testing.assert_allclose(contexts[[0, 500, 1_000, 1_750], 6], [-1.0, 0.0, -1.0, 0.5])
    else:
        assert seasonal.context_size == len(seasonal.feature_names) == 6


def test_regret_is_exact_in_every_season(seasonal):
    explorer = RandomPlay()
    size = seasonal.context_size
    bandit = Bandit(seasonal.space, policy="fast", explorer=explorer, context_size=size, seed=1)
    trace = simulate(bandit, seasonal)
    expected = 1.0 - seasonal.revenues(0, trace.actions) / 50.0
    np.testing.assert_allclose(trace.expected_losses, expected)
    # a normal test at 4.4 standard errors: a false alarm in 1 of 100,000 seeds
    difference = trace.losses - trace.expected_losses
    assert abs(difference.mean()) < 4.4 * difference.std() / np.sqrt(len(trace))
    assert (np.diff(trace.regrets) >= 0.0).all()
    rows = np.arange(0, 4_000, 97)
    dense = [seasonal.revenue_curve(int(row), np.linspace(10.0, 50.0, 4_001)) for row in rows]
    assert (seasonal.best_revenues[rows] >= np.max(dense, axis=1) - 1e-9).all()


def test_another_space_is_refused(market):
    with pytest.raises(InvalidParameter, match="needs an Interval from 10 to 50"):
        simulate(Bandit(Interval(0.0, 50.0), policy="fast", context_size=6), market, rounds=1)


@pytest.mark.parametrize(
    "arguments",
    [
        {"customers": 0},
        {"customers": 5, "spread": 0.0},
        {"customers": 5, "swing": 1.5},
        {"customers": 5, "year": 1},
        {"customers": 5, "calendar": 2},
    ],
)
def test_bad_arguments_are_refused(arguments):
    with pytest.raises(InvalidParameter):
        MarketEnvironment(**arguments)
