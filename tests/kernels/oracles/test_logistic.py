import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.linalg import block_diag
from scipy.special import expit

from smoothbandits.errors import InvalidParameter
from smoothbandits.interpreted.generics import observe, restore, step
from smoothbandits.interpreted.oracles.logistic import settled_logit
from smoothbandits.oracles import Adam, DispersionOracle, HarmonicOracle, Newton
from smoothbandits.spaces import Box, Catalog, Interval, Product
from tests.interpreted import model
from tests.reference import features, logistic
from tests.theory.instances import repeatable

UNIT = Interval(0, 1)


def examples(seed, n, context_size, space=UNIT):
    """Contexts, actions and labels of no particular pattern."""
    rng = np.random.default_rng(seed)
    actions = space.to_columns(space.sample(seed, n))
    return rng.normal(size=(n, context_size)), actions, rng.random(n)


def joint(oracle, context, action):
    basis = oracle.state.basis
    twin = features.joint_of_pair if basis.categories else features.joint
    return twin(basis.orders, basis.scales, "cosine", context, action)


@repeatable
@given(st.floats(-30.0, 30.0), st.floats(0.0, 1e8), st.floats(0.0, 1.0))
def test_the_settled_logit_solves_its_equation(logit, pull, loss):
    z = settled_logit(logit, pull, loss)
    residual = z - logit - pull * (loss - expit(z))
    slope = 1.0 + pull * expit(z) * (1.0 - expit(z))
    # the distance to the root, up to rounding in the sigmoid
    assert abs(residual) / slope <= 1e-9 * (1.0 + abs(z)) + 1e-15 * pull / slope


@pytest.mark.parametrize(
    ("space", "order", "context_size"),
    [
        (Interval(0, 1), 3, 2),
        (Box([0, 0], [1, 1]), 2, 0),
        (Product(Interval(0, 1), Catalog(3)), 2, 1),  # whose categories have blocks of their own
    ],
)
def test_each_example_moves_as_the_slow_twin_does(space, order, context_size):
    kernel = HarmonicOracle(order=order, optimiser=Newton(0.7))
    oracle = model(kernel, space, context_size=context_size)
    twin = logistic.Newton(oracle.state.parameters.size, 0.7)
    weights = [0.1, 1.0, 1.0, 30.0, 2.5] * 4
    contexts, actions, labels = examples(3, 20, context_size, space)
    rows = zip(contexts, actions, labels, weights, strict=True)
    for context, action, label, weight in rows:
        observe(oracle.state, context, action, label, weight, 0)
        step(oracle.state)
        twin.learn(joint(oracle, context, action), label, weight)
        np.testing.assert_allclose(oracle.state.parameters, twin.theta, atol=1e-6)
    inverse = block_diag(*oracle.state.optimiser.inverse)
    np.testing.assert_allclose(inverse, np.linalg.inv(twin.matrix), atol=1e-6)


def test_one_look_at_each_example_is_nearly_the_fit_to_all():
    """Losses 0 or 1; the two differ by less than a standard error of either."""
    oracle = model(HarmonicOracle(order=3), Interval(0, 1))
    rng = np.random.default_rng(5)
    actions = rng.random((3000, 1))
    labels = (rng.random(3000) < expit(3.0 * np.cos(5.0 * actions[:, 0]))).astype(float)
    for action, label in zip(actions, labels, strict=True):
        observe(oracle.state, np.empty(0), action, label, 1.0, 0)
    phi = np.array([joint(oracle, np.empty(0), action) for action in actions])
    away = oracle.state.parameters - logistic.fit(phi, labels, 1.0)
    errors = np.sqrt(np.diag(oracle.state.optimiser.inverse[0]))
    assert np.abs(away / errors).max() < 1.0


@pytest.mark.parametrize("weight", [1.0, 1e3, 1e9])
def test_no_weight_overshoots(weight):
    oracle = model(HarmonicOracle(order=3), Interval(0, 1))
    for _ in range(5):
        oracle.learn(None, 0.4, 0.9, weight=weight)
        assert 0.5 < oracle.predict(None, [0.4])[0] <= 0.9 + 1e-9
    assert np.isfinite(oracle.state.parameters).all()


def test_restoring_forgets_everything():
    space, oracle = Interval(0, 1), HarmonicOracle(order=3)
    taught, pristine = model(oracle, space), model(oracle, space)
    taught.learn(None, 0.3, 1.0)
    assert taught.predict(None, [0.3])[0] > 0.5
    restore(taught.state, pristine.state)
    assert taught.predict(None, [0.3])[0] == 0.5
    assert (taught.state.optimiser.inverse == pristine.state.optimiser.inverse).all()


def test_newton_is_the_default_where_it_is_cheap():
    def optimiser(context_size):
        return type(
            model(HarmonicOracle(order=7), Interval(0, 1), context_size=context_size).state[2]
        )

    newton = type(Newton().build(np.zeros(1)))
    assert optimiser(31) is newton  # 8 cosines times 32
    assert optimiser(32) is type(Adam().build(np.zeros(1)))


def test_newton_needs_a_linear_model():
    with pytest.raises(InvalidParameter, match="give Adam or Coin"):
        DispersionOracle(optimiser=Newton())
    with pytest.raises(InvalidParameter, match="ridge"):
        Newton(ridge=0.0)
