import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smoothbandits.explorers import AdaptiveIGW
from smoothbandits.explorers.adaptive_igw import default_rates
from smoothbandits.interpreted.explorers.corral import corral_credit, corral_rebalance
from smoothbandits.kernels.states import MIXED, RATE
from smoothbandits.oracles import DispersionOracle
from smoothbandits.spaces import Box, Catalog, Interval, Product
from tests.explorers.law import (
    DRAWS,
    PREDICTIONS,
    WEIGHTS,
    algorithm_2,
    assert_frequencies,
    fixed_bandit,
    stated_law,
)
from tests.inside import states_of
from tests.interpreted import InterpretedBandit
from tests.theory.instances import problems, repeatable


def with_moved_master(bandit, seed):
    """Let the master form opinions: unequal probabilities of the bases."""
    rows = states_of(bandit).explorer.corral.rows
    rows[MIXED] = np.random.default_rng(seed).dirichlet(np.ones(rows.shape[1]))
    return rows[MIXED]


def rates_of(bandit):
    """The grid of h*gamma."""
    return bandit.explorer.build(bandit.oracle).rates


def laws_by_base(bandit, relative=False):
    """P(a | base), one row per point of the grid."""
    rates = rates_of(bandit)
    scale = 1.0 / (1.0 - bandit.oracle.best()[1]) if relative else 1.0
    return np.array([algorithm_2(bandit, rate * scale) for rate in rates])


@settings(repeatable, max_examples=80)
@given(problems(), st.integers(1, 6), st.integers(0, 2**32 - 1), st.booleans())
def test_the_stated_law_is_marginal_over_the_bases(problem, bases, seed, relative):
    predictions, weights = problem
    if relative:
        predictions = 0.9 * predictions  # the reference code divides by the best reward
    bandit = fixed_bandit(predictions, weights, AdaptiveIGW(bases=bases, relative=relative))
    q = with_moved_master(bandit, seed)
    expected = q @ laws_by_base(bandit, relative)
    np.testing.assert_allclose(stated_law(bandit), expected, atol=1e-11)


@pytest.mark.parametrize("weights", [None, WEIGHTS], ids=["uniform", "weighted"])
def test_bases_and_actions_are_drawn_by_their_joint_law(weights):
    bandit = fixed_bandit(PREDICTIONS, weights, AdaptiveIGW(bases=4), seed=6)
    q = with_moved_master(bandit, 1)
    laws = laws_by_base(bandit)
    decisions = bandit.act_many(DRAWS)
    counts = np.zeros((4, 6))
    np.add.at(counts, (decisions.bases, decisions.actions), 1.0)
    assert_frequencies(counts, q[:, None] * laws)
    np.testing.assert_array_equal(decisions.base_probabilities, q[decisions.bases])
    # the propensity that is logged is the marginal one, whichever base acted
    mu = bandit.space.masses[decisions.actions]
    np.testing.assert_allclose(
        mu * decisions.densities + decisions.atoms, (q @ laws)[decisions.actions], atol=1e-12
    )


def test_on_an_interval_the_atom_is_one_minus_the_mean_mass():
    bandit = InterpretedBandit(
        Interval(0, 1), oracle=DispersionOracle(), explorer=AdaptiveIGW(bases=5), seed=1
    )
    q = with_moved_master(bandit, 2)
    masses = [bandit.oracle.mass(None, rate)[0] for rate in rates_of(bandit)]
    for decision in (bandit.act() for _ in range(50)):
        expected = 0.0 if decision.explored else 1.0 - q @ masses
        assert decision.propensity.atom == pytest.approx(expected, abs=1e-12)
        gap = decision.predicted_loss - bandit.oracle.best()[1]
        densities = 1.0 / (1.0 + rates_of(bandit) * gap)
        assert decision.propensity.density == pytest.approx(q @ densities, rel=1e-9)


def test_the_master_learns_from_losses():
    # whatever is explored is bad here, so the master should favour large h*gamma
    predictions = np.array([0.1] + [0.9] * 9)
    bandit = fixed_bandit(predictions, None, AdaptiveIGW(lowest=0.1, highest=1e3, bases=4, eta=2))
    for _ in range(300):
        decision = bandit.act()
        bandit.learn(decision, loss=predictions[decision.action])
    q = bandit.state_arrays()["explorer.corral.rows"][MIXED]
    assert q.argmax() == 3
    assert q[2:].sum() > 0.9
    favourite = bandit.act(explore=False)
    assert favourite.base == 3


def test_the_grid_is_geometric_and_fits_the_space():
    catalog = fixed_bandit(PREDICTIONS, None, AdaptiveIGW())
    np.testing.assert_allclose(rates_of(catalog), np.geomspace(0.1, 100.0, 8))
    interval = InterpretedBandit(Interval(0, 1), policy="fast", explorer=AdaptiveIGW(bases=3))
    np.testing.assert_allclose(rates_of(interval), np.geomspace(4.0, 4096.0, 3))
    own = fixed_bandit(PREDICTIONS, None, AdaptiveIGW(lowest=1.0, highest=16.0, bases=5))
    np.testing.assert_allclose(rates_of(own), [1.0, 2.0, 4.0, 8.0, 16.0])


def test_default_rates_count_the_knobs():
    interval, two = Interval(0.0, 1.0), Box([0, 0], [1, 1])
    assert default_rates(interval) == default_rates(Product(interval, Catalog(9)))
    assert default_rates(Box([0], [1])) == default_rates(interval)
    assert default_rates(Catalog(9))[1] < default_rates(two)[1] < default_rates(interval)[1]
    bandit = InterpretedBandit(
        Product(interval, Catalog(2)), policy="fast", explorer=AdaptiveIGW()
    )
    rates = rates_of(bandit)
    assert rates[[0, -1]] == pytest.approx(default_rates(bandit.space))


def test_an_anytime_grid_grows_like_the_root_of_the_rounds():
    bandit = fixed_bandit(PREDICTIONS, WEIGHTS, AdaptiveIGW(bases=4, anytime=True), seed=6)
    q, mu = with_moved_master(bandit, 1), bandit.space.masses
    for rounds in (1, 98, 900):
        bandit.act_many(rounds)
        rates = rates_of(bandit) * math.sqrt(bandit.rounds + 1)
        law = q @ np.array([algorithm_2(bandit, rate) for rate in rates])
        np.testing.assert_allclose(stated_law(bandit), law, atol=1e-12)
        action, (density, atom, _) = (decision := bandit.act()).action, decision.propensity
        assert decision.gamma == pytest.approx(rates[decision.base], rel=1e-12)
        assert mu[action] * density + atom == pytest.approx(law[action], abs=1e-12)


@pytest.mark.parametrize("mixing", [0.0, 0.2])
def test_mixing_keeps_every_base_in_reach(mixing):
    explorer = AdaptiveIGW(bases=4, eta=4.0, mixing=mixing)
    bandit = fixed_bandit(PREDICTIONS, None, explorer)
    master = states_of(bandit).explorer.corral
    for _ in range(60):
        corral_credit(master, 0, master.rows[MIXED, 0], 1.0)
        corral_rebalance(master)
    # 1 - mixing of what is left of the base, and its share of the mixing
    least = master.rows[MIXED].min()
    assert least == master.rows[MIXED, 0]
    assert 0.0 < least - mixing / 4 < 1e-3


@pytest.mark.parametrize("bases", [1, 8])
def test_the_learning_rate_is_divided_among_the_bases(bases):
    explorer = AdaptiveIGW(bases=bases, eta=2.0)
    rows = fixed_bandit(PREDICTIONS, None, explorer).state_arrays()["explorer.corral.rows"]
    assert rows[RATE].tolist() == [2.0 / bases] * bases


def test_one_end_of_the_grid_moves_the_other():
    space = Interval(0.0, 1.0)
    low, high = default_rates(space)
    for ends in ({"lowest": 7.0 * low}, {"highest": 7.0 * high}):
        grid = AdaptiveIGW(bases=3, **ends).grid(space)
        np.testing.assert_allclose(grid, 7.0 * np.geomspace(low, high, 3))
