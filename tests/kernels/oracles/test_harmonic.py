import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothbandits.interpreted.generics import observe, step
from smoothbandits.interpreted.oracles.joint import action_features
from smoothbandits.oracles import Adam, HarmonicOracle
from smoothbandits.spaces import Box, Catalog, Interval, Product
from tests.interpreted import model
from tests.reference import dispersion as twin
from tests.reference import features
from tests.theory.instances import repeatable

SPACES = {
    "line": Interval(0, 1),
    "square": Box([0, 0], [1, 1]),
    "pair": Product(Interval(0, 1), Catalog(3)),
}
NAMES = st.sampled_from(sorted(SPACES))


def random_model(seed, name, context_size):
    space = SPACES[name]
    oracle = model(HarmonicOracle(order=3, optimiser=Adam(0.1)), space, context_size=context_size)
    rng = np.random.default_rng(seed)
    oracle.state.parameters[:] = rng.normal(size=oracle.state.parameters.size)
    context = rng.normal(size=context_size)
    return oracle, context, oracle.space.to_columns(space.sample(seed, 3))


def logit(oracle, parameters, context, action):
    basis = oracle.state.basis
    twin_features = features.joint_of_pair if basis.categories else features.joint
    return parameters @ twin_features(basis.orders, basis.scales, "cosine", context, action)


@repeatable
@given(st.integers(0, 2**32 - 1), NAMES, st.integers(0, 3))
def test_predicts_a_sigmoid_of_joint_features(seed, name, context_size):
    oracle, context, actions = random_model(seed, name, context_size)
    expected = [
        twin.expit(logit(oracle, oracle.state.parameters, context, action)) for action in actions
    ]
    users = oracle.space.from_columns(actions)
    found = oracle.predict(context if context_size else None, users)
    np.testing.assert_allclose(found, expected, atol=1e-12)


@repeatable
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from(sorted(SPACES)),
    st.integers(0, 3),
    st.floats(0.0, 1.0),
)
def test_gradient_is_that_of_the_cross_entropy(seed, name, context_size, label):
    oracle, context, actions = random_model(seed, name, context_size)
    observe(oracle.state, context, actions[0], label, 1.7, 0)
    expected = 1.7 * twin.gradient(
        lambda p: twin.cross_entropy(logit(oracle, p, context, actions[0]), label),
        oracle.state.parameters,
    )
    size = oracle.state.parameters.size
    np.testing.assert_allclose(oracle.state.gradient[:size], expected, atol=1e-7)


def test_a_step_applies_the_average_once():
    oracle, context, actions = random_model(1, "line", 2)
    before = oracle.state.parameters.copy()
    for action in actions:
        observe(oracle.state, context, action, 1.0, 1.0, 0)
    step(oracle.state)
    moved = oracle.state.parameters.copy()
    assert (moved != before).any()
    assert (oracle.state.gradient == 0.0).all()
    step(oracle.state)
    assert (oracle.state.parameters == moved).all()


def test_learns_a_loss_with_two_valleys():
    oracle = model(HarmonicOracle(order=8, optimiser=Adam(0.05)), Interval(0, 1))
    rng = np.random.default_rng(0)

    def loss(a):
        return min(1.0, 0.1 + 8.0 * (a - 0.2) ** 2, 0.3 + 8.0 * (a - 0.8) ** 2)

    for a in rng.random(3000):
        oracle.learn(None, a, loss(a))
    assert oracle.best()[0] == pytest.approx(0.2, abs=0.08)
    assert oracle.predict(None, [0.8])[0] < oracle.predict(None, [0.5])[0]


@pytest.mark.parametrize("name", sorted(SPACES))
def test_the_table_of_candidates_is_bit_for_bit_what_is_evaluated(name):
    oracle, context, _ = random_model(4, name, 2)
    state, rows = oracle.state, len(oracle.state.psi)
    psi = np.empty(state.psi.shape[1])
    for candidate, row in zip(state.candidates[:rows], state.psi, strict=True):
        action_features(state.basis, candidate, psi)
        np.testing.assert_array_equal(row, psi)
    action, value = oracle.best(context)
    users = oracle.space.from_columns(oracle.space.to_columns([action]))
    assert value == oracle.predict(context, users)[0]


def test_the_error_bound_is_that_of_a_minimum_between_two_candidates():
    """A wave whose least value is half a step from the grid, nearly the worst that can be."""
    oracle = model(HarmonicOracle(order=2), Interval(0, 1))
    grid, scales = oracle.state.candidates[:, 0], oracle.state.basis.scales
    least = 0.5 + 0.5 * (grid[1] - grid[0])
    wave = np.array([0.0, -4.0 * np.cos(np.pi * least), 1.0])
    oracle.state.parameters[:] = 0.02 * wave / scales
    assert oracle.best()[0] == pytest.approx(least, abs=1e-4)
    above = oracle.predict(None, grid).min() - oracle.predict(None, [least])[0]
    assert 0.9 * oracle.argmin_error() < above <= oracle.argmin_error()
