import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothbandits.features import Items
from smoothbandits.oracles import GradientOracle
from smoothbandits.spaces import Catalog
from tests.interpreted import model
from tests.theory.instances import repeatable


@repeatable
@given(
    st.integers(0, 2**32 - 1),
    st.floats(1e-6, 1e6),
    st.floats(0.0, 1.0),
    st.floats(1e-3, 10.0),
    st.integers(2, 5),
)
def test_splitting_a_weight_changes_nothing(seed, weight, label, rate, parts):
    features = np.random.default_rng(seed).normal(size=(2, 3))
    whole = model(GradientOracle(Items(features), learning_rate=rate), Catalog(2))
    split = model(GradientOracle(Items(features), learning_rate=rate), Catalog(2))
    for oracle in (whole, split):
        oracle.learn(None, 0, 0.3, weight=2.0)
    whole.learn(None, 1, label, weight)
    for _ in range(parts):
        split.learn(None, 1, label, weight / parts)
    np.testing.assert_allclose(
        whole.state.parameters, split.state.parameters, rtol=1e-11, atol=1e-12
    )


@repeatable
@given(st.floats(1e-6, 1e9), st.floats(0.0, 1.0), st.floats(1e-3, 100.0))
def test_no_weight_overshoots_the_label(weight, label, size):
    oracle = model(GradientOracle(Items([[size]])), Catalog(1))
    oracle.state.parameters[:] = 0.5 / size
    oracle.learn(None, 0, label, weight)
    raw = oracle.state.parameters[0] * size
    assert min(0.5, label) - 1e-12 <= raw <= max(0.5, label) + 1e-12


def test_small_steps_are_those_of_gradient_descent():
    features = np.array([[0.3, -0.4]])
    oracle = model(GradientOracle(Items(features), learning_rate=1e-7), Catalog(1))
    oracle.learn(None, 0, 1.0, weight=3.0)
    np.testing.assert_allclose(oracle.state.parameters, 2.0 * 1e-7 * 3.0 * features[0], rtol=1e-6)


def test_total_loss_obeys_the_classical_bound():
    # constant rate: sum (pred - y)^2 <= (L(u) + |u|^2/(2 eta))/(1 - 2 eta X^2), X = 1; the
    # invariant step is never longer than the plain one
    rng = np.random.default_rng(3)
    features = rng.normal(size=(300, 4))
    features /= np.linalg.norm(features, axis=1, keepdims=True)
    u, eta = np.array([0.5, -0.3, 0.2, 0.6]), 0.1
    labels = np.clip(features @ u + 0.1 * rng.normal(size=300), 0.0, 1.0)
    oracle = model(GradientOracle(Items(features), learning_rate=eta), Catalog(300))
    loss = 0.0
    for t, label in enumerate(labels):
        loss += (oracle.predict(None, [t])[0] - label) ** 2
        oracle.learn(None, t, label)
    best = np.sum((features @ u - labels) ** 2)
    assert loss <= (best + u @ u / (2.0 * eta)) / (1.0 - 2.0 * eta)


def test_features_of_norm_zero_teach_nothing():
    oracle = model(GradientOracle(Items([[0.0, 0.0], [1.0, 0.0]])), Catalog(2))
    oracle.learn(None, 0, 1.0)
    assert (oracle.state.parameters == 0.0).all()
    assert oracle.predict(None, [0, 1]) == pytest.approx([0.0, 0.0])
