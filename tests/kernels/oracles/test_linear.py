import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.special import expit

from smoothbandits.features import Items
from smoothbandits.interpreted.numerics import invert, sherman_morrison
from smoothbandits.interpreted.oracles import linear
from smoothbandits.interpreted.oracles.linear import project
from smoothbandits.oracles import GLMOracle, GradientOracle, LinearOracle, NewtonOracle
from smoothbandits.spaces import Catalog
from tests.interpreted import model
from tests.reference import linear as twin
from tests.theory.instances import repeatable

seeds = st.integers(0, 2**32 - 1)


def sequence(seed, rounds=25, size=3, largest_weight=None):
    """Random unit features as the items of a catalogue, labels, weights."""
    rng = np.random.default_rng(seed)
    features = rng.normal(size=(rounds, size))
    features /= np.linalg.norm(features, axis=1, keepdims=True)
    labels = rng.random(rounds)
    weights = np.ones(rounds)
    if largest_weight is not None:
        weights = largest_weight ** rng.uniform(-1.0, 1.0, rounds)
    return features, labels, weights


def definite(seed, size):
    """A symmetric positive definite matrix."""
    root = np.random.default_rng(seed).normal(size=(size, size))
    return root @ root.T + 0.1 * np.eye(size)


# ---------------------------------------------------------------------------- linear algebra


@repeatable
@given(seeds, st.integers(1, 8), st.floats(0.0, 10.0))
def test_invert(seed, size, shift):
    matrix = definite(seed, size)
    out = np.empty_like(matrix)
    invert(matrix, shift, out)
    np.testing.assert_allclose(out @ (matrix + shift * np.eye(size)), np.eye(size), atol=1e-9)


@repeatable
@given(seeds, st.integers(1, 8), st.floats(0.0, 100.0))
def test_sherman_morrison(seed, size, scale):
    matrix = definite(seed, size)
    v = np.random.default_rng(seed + 1).normal(size=size)
    inverse = np.linalg.inv(matrix)
    sherman_morrison(inverse, v, scale)
    expected = np.linalg.inv(matrix + scale * np.outer(v, v))
    np.testing.assert_allclose(inverse, expected, rtol=1e-7, atol=1e-9)


def test_no_variance_falls_below_zero():
    """Examples so heavy and so alike that rounding would leave less than nothing."""
    for seed in range(20):
        rng, inverse = np.random.default_rng(seed), np.eye(3)
        v = rng.normal(size=3)
        for _ in range(30):
            sherman_morrison(inverse, v + 1e-6 * rng.normal(size=3), 1e15)
            assert (inverse.diagonal() >= 0.0).all() and np.abs(inverse).max() <= 1.0


@repeatable
@given(seeds, st.integers(1, 6), st.floats(0.01, 3.0))
def test_project_solves_the_secular_equation(seed, size, radius):
    matrix = definite(seed, size)
    theta = np.random.default_rng(seed + 1).normal(size=size)
    expected = twin.project(matrix, theta, radius)
    found = theta.copy()
    project(matrix, found, radius)
    np.testing.assert_allclose(found, expected, atol=1e-9)
    assert np.linalg.norm(found) <= radius * (1.0 + 1e-9)


def test_project_is_the_nearest_point_of_the_ball():
    matrix, theta = definite(5, 3), np.array([2.0, -1.0, 3.0])
    found = theta.copy()
    project(matrix, found, 0.7)
    search = minimize(
        lambda z: (z - theta) @ matrix @ (z - theta),
        np.zeros(3),
        constraints={"type": "ineq", "fun": lambda z: 0.49 - z @ z},
        method="SLSQP",
        options={"ftol": 1e-14},
    )
    np.testing.assert_allclose(found, search.x, atol=1e-5)


# -------------------------------------------------------------------------------- the models


@repeatable
@given(seeds, st.floats(0.01, 10.0))
def test_vovk_azoury_warmuth(seed, ridge):
    features, labels, _ = sequence(seed)
    oracle = model(LinearOracle(Items(features), ridge=ridge), Catalog(len(features)))
    for t, label in enumerate(labels):
        expected = twin.vovk_azoury_warmuth(features[:t], labels[:t], features[t], ridge)
        assert oracle.predict(None, [t])[0] == pytest.approx(expected, abs=1e-10)
        oracle.learn(None, t, label)


@repeatable
@given(seeds, st.floats(0.01, 10.0))
def test_weighted_vovk_azoury_warmuth(seed, ridge):
    # the ridge is lam W, W the largest weight so far; before any example the forecast is 0
    features, labels, weights = sequence(seed, largest_weight=100.0)
    oracle = model(LinearOracle(Items(features), ridge=ridge), Catalog(len(features)))
    scale = 0.0
    for t, (label, weight) in enumerate(zip(labels, weights, strict=True)):
        expected = 0.0
        if t > 0:
            expected = twin.vovk_azoury_warmuth(
                features[:t], labels[:t], features[t], ridge * scale, weights[:t], weight
            )
        assert oracle.predict(None, [t], weight)[0] == pytest.approx(expected, abs=1e-9)
        oracle.learn(None, t, label, weight)
        scale = max(scale, weight)


@settings(repeatable, max_examples=30)
@given(seeds)
def test_online_newton_step(seed):
    features, labels, _ = sequence(seed)
    features, labels = np.abs(features), 0.5 + 0.5 * labels  # pulls against the ball
    oracle = NewtonOracle(Items(features), norm=0.4)
    newton = model(oracle, Catalog(len(features)))
    alpha, gradient_norm, diameter = oracle.constants
    gamma = 0.5 * min(1.0 / (4.0 * gradient_norm * diameter), alpha)
    matrix, theta, projected = np.eye(3) / (gamma * diameter) ** 2, np.zeros(3), False
    for t, (phi, label) in enumerate(zip(features, labels, strict=True)):
        expected = np.clip(theta @ phi, 0.0, 1.0)
        assert newton.predict(None, [t])[0] == pytest.approx(expected, abs=1e-9)
        newton.learn(None, t, label)
        slope = 2.0 * (theta @ phi - label) * phi
        matrix += np.outer(slope, slope)
        theta = theta - np.linalg.solve(matrix, slope) / gamma
        projected |= np.linalg.norm(theta) > 0.4
        theta = twin.project(matrix, theta, 0.4)
    np.testing.assert_allclose(newton.state.parameters, theta, atol=1e-9)
    assert projected


@pytest.mark.parametrize("seed", range(3))
def test_online_newton_step_beyond_the_interval_of_losses(seed):
    """What is predicted is clipped; what is learned is not, however steep."""
    features, labels, _ = sequence(seed, rounds=60)
    features *= 3.0
    oracle = NewtonOracle(Items(features), norm=3.0, radius=3.0)
    newton = model(oracle, Catalog(len(features)))
    gamma, matrix, theta = newton.state.setting[0], newton.state.matrix.copy(), np.zeros(3)
    raw, steepest = [], 0.0
    for t, (phi, label) in enumerate(zip(features, labels, strict=True)):
        raw.append(theta @ phi)
        slope = 2.0 * (raw[-1] - label) * phi
        steepest = max(steepest, np.abs(slope).max())
        matrix += np.outer(slope, slope)
        theta = twin.project(matrix, theta - np.linalg.solve(matrix, slope) / gamma, 3.0)
        assert newton.predict(None, [t])[0] == pytest.approx(np.clip(raw[-1], 0.0, 1.0), abs=1e-9)
        newton.learn(None, t, label)
    np.testing.assert_allclose(newton.state.parameters, theta, atol=1e-9)
    assert min(raw) < -0.1 and steepest > 2.0


@repeatable
@given(seeds, st.sampled_from([None, 25, 10_000]))
def test_glmtron(seed, rounds):
    features, labels, _ = sequence(seed)
    glm = model(GLMOracle(Items(features), norm=3.0, rounds=rounds), Catalog(len(features)))
    w = np.zeros(3)
    for t, (phi, label) in enumerate(zip(features, labels, strict=True)):
        assert glm.predict(None, [t])[0] == pytest.approx(expit(w @ phi), abs=1e-12)
        glm.learn(None, t, label)
        rate = min(4.0, 6.0 / np.sqrt(rounds or t + 1))
        w -= rate * (expit(w @ phi) - label) * phi


@repeatable
@given(seeds)
def test_importance_invariant_gradient(seed):
    # the flow dw/dtau = 2 rate (y - w.phi) phi, followed in many small Euler steps
    features, labels, weights = sequence(seed, rounds=4, largest_weight=3.0)
    features = 2.0 * features
    oracle = model(GradientOracle(Items(features), learning_rate=0.1), Catalog(4))
    w = np.zeros(3)
    for t, (phi, label, weight) in enumerate(zip(features, labels, weights, strict=True)):
        oracle.learn(None, t, label, weight)
        for _ in range(400):
            w += 2.0 * 0.1 * (label - w @ phi) * phi * weight / 400
    np.testing.assert_allclose(oracle.state.parameters, w, atol=1e-2)


@repeatable
@given(seeds)
def test_the_argmin_of_a_catalogue_is_exact(seed):
    features, labels, _ = sequence(seed)
    for oracle in (LinearOracle, NewtonOracle, GLMOracle, GradientOracle):
        trained = model(oracle(Items(features)), Catalog(len(features)))
        for t, label in enumerate(labels):
            trained.learn(None, t, label)
        predictions = trained.predict(None, range(len(features)))
        assert trained.best() == (predictions.argmin(), predictions.min())
        assert trained.argmin_error() == 0.0


def test_least_squares_meets_a_context_once(monkeypatch):
    """However many items there are: the matrix is contracted with the context, then small."""
    rng = np.random.default_rng(2)
    psi, context = rng.normal(size=(40, 3)), rng.normal(size=4)
    oracle = model(LinearOracle(Items(psi)), Catalog(40), context_size=4)
    for item in range(40):
        oracle.learn(rng.normal(size=4), item, float(rng.random()), float(1 + item % 3))
    phi = np.einsum("ij,k->ijk", psi, np.append(context, 1.0)).reshape(40, -1)
    inverse, target = oracle.state.inverse, oracle.state.target
    form = np.einsum("ij,jk,ik->i", phi, inverse, phi)
    expected = np.clip(phi @ inverse @ target / (1.0 + form), 0.0, 1.0)
    sizes, plain = [], linear.quadratic_form

    def counting(matrix, v):
        sizes.append(v.size)
        return plain(matrix, v)

    monkeypatch.setattr(linear, "quadratic_form", counting)
    np.testing.assert_allclose(oracle.predict(context, range(40)), expected, atol=1e-12)
    assert sizes == [3] * 40
