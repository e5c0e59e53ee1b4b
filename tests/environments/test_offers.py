import numpy as np
import pytest

from smoothbandits import Bandit, Catalog, HarmonicOracle, Interval, Product, RandomPlay, simulate
from smoothbandits.environments import OffersEnvironment
from smoothbandits.errors import InvalidParameter
from smoothbandits.oracles import Adam

ROUNDS = 5_000


@pytest.fixture(scope="module")
def shop() -> OffersEnvironment:
    return OffersEnvironment(ROUNDS, seed=4)


def play(shop, rounds, engine="compiled"):
    oracle = HarmonicOracle(order=2, optimiser=Adam())
    bandit = Bandit(shop.space, oracle=oracle, explorer=RandomPlay(), context_size=6, seed=1)
    return simulate(bandit, shop, rounds=rounds, engine=engine)


@pytest.fixture(scope="module")
def trace(shop):
    return play(shop, 2 * ROUNDS)


def test_the_kernel_expects_what_the_environment_states(shop, trace):
    for number in (0, 17, ROUNDS + 17):
        offers = trace.actions[:50]
        stated = shop.loss_curve(shop.contexts(number, 1)[0], offers)
        assert shop.expected_losses(number, offers, shop.space) == pytest.approx(stated, abs=1e-12)
        one = shop.expected_losses(number, trace.actions[number : number + 1], shop.space)
        assert trace.expected_losses[number] == one[0]


def test_an_offer_earns_its_price_or_nothing(trace):
    sold = trace.losses < 1.0
    assert trace.losses[sold] == pytest.approx(1.0 - trace.actions["number"][sold])
    assert 0.1 < sold.mean() < 0.9


def test_realised_losses_have_the_stated_mean():
    # the same customer again and again, in each channel; normal tests at 4.4 standard errors:
    # a false alarm in 1 of 46,000 seeds
    trace = play(OffersEnvironment(1, channels=2, seed=8), 20_000)
    difference = trace.losses - trace.expected_losses
    for channel in (0, 1):
        part = difference[trace.actions["category"] == channel]
        assert abs(part.mean()) < 4.4 * part.std() / np.sqrt(len(part))


@pytest.mark.parametrize("spread", [0.001, 0.05, 0.5])
def test_best_losses_are_those_of_a_dense_grid(spread):
    shop = OffersEnvironment(30, channels=3, seed=2, spread=spread)
    prices = np.linspace(0.0, 1.0, 20_001)
    dense = np.array(
        [
            min(
                shop.loss_curve(customer, np.column_stack([prices, np.full_like(prices, c)])).min()
                for c in range(3)
            )
            for customer in shop.contexts(0, 30)
        ]
    )
    best = shop.best_losses(0, 30, shop.space)
    assert (best <= dense + 1e-12).all()
    assert best == pytest.approx(dense, abs=1e-4)


def test_the_best_channel_is_one_that_the_space_can_play(shop):
    without = Product(Interval(0.0, 1.0), Catalog(4, [1.0, 0.0, 1.0, 1.0]))
    every, some = (shop.best_losses(0, 200, space) for space in (shop.space, without))
    assert (some >= every).all() and (some > every).any()


def test_the_highest_price_is_best_where_worths_are_beyond_it(shop):
    assert shop.best_prices(np.array([0.2, 3.0]))[1] == 1.0


def test_each_channel_is_best_for_some_and_the_niche_for_few(shop):
    revenue = shop._revenue(shop.worths, shop.best_prices(shop.worths))
    shares = np.bincount(revenue.argmax(axis=1), minlength=4) / ROUNDS
    assert (shares > 0.03).all()
    assert shares[-1] < 0.2


def test_tastes_are_no_sums_of_functions_of_single_features(shop):
    # such a sum has no mixed difference; the product of two features that matter has
    one, other, _ = shop.matters[0]
    corners = np.zeros((4, 6))
    corners[[1, 3], one] = 1.0
    corners[[2, 3], other] = 1.0
    neither, first, second, both = shop.worth(corners)[:, 0]
    assert abs(both - first - second + neither) > 0.1


def test_regret_is_never_negative(trace):
    assert (np.diff(trace.regrets) >= -1e-12).all()


def test_everything_depends_on_the_seed_alone():
    one, same, other = (OffersEnvironment(100, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(one.worths, same.worths)
    assert not np.array_equal(one.worths, other.worths)
    assert np.array_equal(one.contexts(98, 4), one.features[[98, 99, 0, 1]])


def test_engines_agree(shop):
    compiled, python = play(shop, 50), play(shop, 50, "python")
    assert compiled.engine == "compiled"
    assert np.array_equal(compiled.actions, python.actions)
    assert np.array_equal(compiled.losses, python.losses)
    assert np.array_equal(compiled.expected_losses, python.expected_losses)


@pytest.mark.parametrize(
    "space",
    [
        Interval(0.0, 1.0),
        Catalog(4),
        Product(Interval(0.0, 2.0), Catalog(4)),
        Product(Interval(0.0, 1.0), Catalog(5)),
    ],
)
def test_another_space_is_refused(shop, space):
    with pytest.raises(InvalidParameter, match="needs offers of"):
        shop.state(space)


@pytest.mark.parametrize(
    "arguments",
    [{"rounds": 0}, {"rounds": 5, "spread": 0.0}, {"rounds": 5, "channels": 0}],
)
def test_bad_arguments_are_refused(arguments):
    with pytest.raises(InvalidParameter):
        OffersEnvironment(**arguments)
