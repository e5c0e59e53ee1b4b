"""Oracles of outcomes against their slow twins, and monotone whatever they are taught."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smoothbandits import Interval, payoffs
from smoothbandits.engines import entries_of
from smoothbandits.interpreted.generics import outcomes
from smoothbandits.interpreted.oracles.tree_outcomes import cell_means
from smoothbandits.interpreted.payoffs import payoff_losses
from smoothbandits.oracles import BoostedOutcomeOracle, OutcomeOracle
from tests.interpreted import model as interpreted
from tests.reference import outcomes as twin

entries_of("python")  # registers the kernels
UNIT = Interval(0.0, 1.0)
unit = st.floats(0.0, 1.0)
examples = st.lists(
    st.tuples(st.floats(-3.0, 3.0), st.floats(-3.0, 3.0), unit, unit), min_size=1, max_size=7
)  # the knots move at the eighth


@settings(max_examples=40, deadline=None)
@given(examples, st.sampled_from([-1, 1, None]))
def test_learning_is_that_of_dense_matrices(taught, monotone):
    model = OutcomeOracle(monotone).bind(UNIT, context_size=2)
    slow = twin.Outcomes(model.state)
    for x, z, action, outcome in taught:
        model.learn([x, z], action, outcome)
        slow.learn([x, z], action, outcome)
    found = np.empty(128)
    outcomes(model.state, np.array([0.3, -0.7]), found)
    wanted = [slow.predict([0.3, -0.7], (cell + 0.5) / 128) for cell in range(128)]
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-7)


@pytest.mark.parametrize("weight", [0.2, 1.0, 30.0])
def test_examples_count_by_their_weights(weight):
    model = interpreted(OutcomeOracle(-1), UNIT, context_size=2)
    slow, rng = twin.Outcomes(model.state), np.random.default_rng(7)
    for x, z, action, sold in rng.random((7, 4)):  # the knots move at the eighth
        model.learn([x, z], action, float(sold > action), weight=weight)
        slow.learn([x, z], action, float(sold > action), weight)
    np.testing.assert_allclose(model.state.covariance, slow.covariance, atol=1e-9)
    for action in rng.random(5):
        middle = (int(128 * action) + 0.5) / 128
        wanted = 1.0 - slow.predict([0.3, 0.7], middle)
        assert model.predict([0.3, 0.7], [action])[0] == pytest.approx(wanted, abs=1e-7)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.floats(-1e9, 1e9), unit, unit), min_size=1, max_size=40),
    st.sampled_from([-1, 1]),
    st.floats(-1e9, 1e9),
)
def test_outcomes_are_monotone_whatever_is_taught(taught, monotone, x):
    model = OutcomeOracle(monotone).bind(UNIT, context_size=1)
    for z, action, outcome in taught:
        model.learn([z], action, outcome)
    found = np.empty(128)
    outcomes(model.state, np.array([x]), found)
    assert (monotone * np.diff(found) >= 0.0).all()
    assert ((found >= 0.0) & (found <= 1.0)).all()


@pytest.mark.parametrize("monotone", [-1, 1])
def test_outcomes_that_go_the_other_way_turn_no_slope(monotone):
    model, rng = interpreted(OutcomeOracle(monotone), UNIT), np.random.default_rng(4)
    for action in rng.random(200):
        model.learn(None, action, float((action > 0.5) == (monotone < 0)))
    found = np.empty(128)
    outcomes(model.state, np.empty(0), found)
    assert (monotone * np.diff(found) >= 0.0).all()
    assert np.ptp(found) < 0.1


@pytest.mark.parametrize("monotone", [-1, 1])
def test_trees_are_monotone_where_outcomes_are_not(monotone):
    rng = np.random.default_rng(3)
    model = BoostedOutcomeOracle(monotone, first=200, background=False).bind(UNIT, context_size=2)
    for _ in range(400):
        x, action = rng.random(2), rng.random()
        model.learn(x, action, float(np.sin(20.0 * action) * np.sin(9.0 * x[0]) > 0.0))
    assert model.state.active[0] == 1
    only_trees = model.state._replace(shares=np.ones(1))
    for x in rng.random((50, 2)):
        found = np.empty(128)
        outcomes(only_trees, x, found)
        assert (monotone * np.diff(found) >= -1e-12).all()


def test_trees_without_a_direction_are_free():
    rng = np.random.default_rng(3)
    model = BoostedOutcomeOracle(first=200, background=False).bind(UNIT, context_size=1)
    for action in rng.random(400):
        model.learn([0.5], action, float(0.3 < action < 0.7))
    found = np.empty(128)
    outcomes(model.state._replace(shares=np.ones(1)), np.array([0.5]), found)
    assert found[64] > found[5] + 0.3 and found[64] > found[123] + 0.3


@settings(max_examples=80, deadline=None)
@given(st.lists(unit, min_size=0, max_size=6, unique=True), st.data(), st.floats(0.0, 0.3))
def test_means_over_cells(cuts, data, reach):
    inner = sorted(cut for cut in cuts if 0.0 < cut < 1.0)
    edges = np.array([0.0, *inner, 1.0])
    n = len(edges) - 1
    values = np.array(data.draw(st.lists(unit, min_size=n, max_size=n)))
    found = np.empty(9)
    cell_means(edges, values, reach, found)
    np.testing.assert_allclose(found, twin.mean_over_cells(edges, values, reach, 9), atol=1e-9)


def test_losses_are_those_of_the_payoff():
    auction = payoffs.Auction(entry=1, least=0.5, most=2.0)
    state = auction.state(UNIT)
    assert (state.terms[0], state.terms[1]) == (2.0, 2.5)  # payoffs from -0.5 to 2
    for value, counted in ((1.2, 1.2), (7.0, 2.0), (-3.0, 0.5), (np.nan, 0.5)):
        chances = np.linspace(0.1, 0.9, 128)
        losses = chances.copy()
        payoff_losses(state, np.array([9.0, value]), losses)
        middles = (np.arange(128) + 0.5) / 128
        np.testing.assert_allclose(losses, (2.0 - (counted - middles) * chances) / 2.5, atol=1e-12)


def test_what_is_paid_whatever_the_outcome_is_part_of_the_loss():
    ad = payoffs.Payoff(base=lambda a: -a, factor=lambda a: 2.0 + 0.0 * a)
    state = ad.state(UNIT)
    assert (state.terms[0], state.terms[1]) == (2.0, 3.0)  # payoffs from -1 to 2
    chances = np.linspace(0.1, 0.9, 128)
    losses = chances.copy()
    payoff_losses(state, np.empty(0), losses)
    middles = (np.arange(128) + 0.5) / 128
    np.testing.assert_allclose(losses, (2.0 + middles - 2.0 * chances) / 3.0, atol=1e-12)
