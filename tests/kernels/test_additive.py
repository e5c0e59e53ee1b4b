import numpy as np
import pytest

from smoothbandits.interpreted.additive import filter_step
from smoothbandits.interpreted.generics import observe, restore
from smoothbandits.interpreted.philox import decision_key
from smoothbandits.oracles import AdditiveOracle
from smoothbandits.oracles import additive as setting
from smoothbandits.spaces import Interval
from tests.interpreted import model
from tests.reference.additive import Additive

KNOTS = np.array([[-1.0, 0.0, 2.0], [0.0, 0.0, 1.0]])


def oracle_on(knots):
    """A model whose knots will not move: the next power of two is far away."""
    found = model(AdditiveOracle(knots=knots.shape[1]), Interval(0, 1), context_size=len(knots))
    found.state.knots[:] = knots
    found.state.seen[0] = 600
    return found


def test_learns_as_the_twin_does():
    rng = np.random.default_rng(3)
    oracle = oracle_on(KNOTS)
    twin = Additive(
        KNOTS,
        AdditiveOracle().prior,
        setting.PRIOR_OF_CONSTANT,
        setting.FIRST_NOISE,
        setting.FIRST_SHAPE,
        setting.SHAPE_STEPS.learning_rate,
        setting.SHAPE_STEPS.tzero,
    )
    for i in range(150):
        context = np.array([rng.normal(), float(rng.random() < 0.3)])
        greedy, _ = oracle.best(context)
        action = greedy if i % 3 == 0 else rng.random()
        target = 1.0 / (1.0 + np.exp(-context[0] + context[1]))
        loss = float(np.clip(abs(target - action) + 0.05 * rng.normal(), 0.0, 1.0))
        oracle.learn(context, action, loss)
        twin.learn(context, action, loss)
    np.testing.assert_allclose(oracle.state.values, twin.values, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(oracle.state.shape, twin.shape, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(oracle.state.covariance, twin.covariance, rtol=1e-3, atol=1e-6)
    assert oracle.state.noise[0] == pytest.approx(twin.noise, rel=1e-4)
    context = np.array([0.7, 1.0])
    expected = [twin.predict(context, a) for a in (0.1, 0.9)]
    np.testing.assert_allclose(oracle.predict(context, [0.1, 0.9]), expected, rtol=1e-4)


def test_a_linear_problem_is_solved_as_by_ridge_regression():
    """With a constant slope the filter is recursive least squares."""
    rng = np.random.default_rng(5)
    oracle = oracle_on(KNOTS)
    state, noise, slope = oracle.state, oracle.state.noise[0], 0.7
    prior = np.diag(1.0 / np.diag(state.covariance))
    rows, targets = [], []
    for _ in range(40):
        cells, shares = np.array([rng.integers(0, 2), 3 + rng.integers(0, 2)]), rng.random(2)
        phi = np.zeros(7)
        phi[cells], phi[cells + 1], phi[-1] = 1.0 - shares, shares, 1.0
        target = rng.normal()
        filter_step(state, cells, shares, slope, slope * (phi @ state.values) - target, 1.0)
        rows.append(slope * phi)
        targets.append(target)
    design = np.array(rows)
    ridge = np.linalg.solve(
        design.T @ design / noise + prior, design.T @ np.array(targets) / noise
    )
    np.testing.assert_allclose(state.values, ridge, rtol=1e-8)


def test_two_examples_of_weight_one_are_one_of_weight_two():
    """With the residual taken before both, to first order in the covariance."""
    steps = []
    for weights in ((1.0, 1.0), (2.0,)):
        oracle = oracle_on(KNOTS)
        cells, shares = np.array([0, 4]), np.array([0.25, 1.0])
        for weight in weights:
            phi = np.array([0.75, 0.25, 0, 0, 0, 1.0, 1.0])
            surprise = phi @ oracle.state.values - 0.3
            filter_step(oracle.state, cells, shares, 1.0, surprise, weight)
        steps.append((oracle.state.values.copy(), oracle.state.covariance.copy()))
    np.testing.assert_allclose(steps[0][0], steps[1][0], rtol=1e-10)
    np.testing.assert_allclose(steps[0][1], steps[1][1], rtol=1e-8, atol=1e-14)


def test_a_diagonal_is_kept_where_contexts_are_wide():
    oracle = AdditiveOracle()
    wide = oracle.build(Interval(0, 1), 700, 0)
    assert wide.covariance.shape == (1, 1401) and wide.knots.shape == (700, 2)
    narrow = oracle.build(Interval(0, 1), 20, 0)
    assert narrow.covariance.shape == (121, 121)


def test_the_diagonal_learns_what_the_matrix_learns_from_one_example():
    cells, shares = np.array([0, 4]), np.array([0.25, 1.0])
    whole = oracle_on(KNOTS).state
    diagonal = whole._replace(
        covariance=np.diag(whole.covariance)[None].copy(), values=np.zeros(7)
    )
    for state in (whole, diagonal):
        filter_step(state, cells, shares, 0.5, -0.2, 1.0)
    np.testing.assert_allclose(diagonal.values, whole.values, rtol=1e-12)
    np.testing.assert_allclose(diagonal.covariance[0], np.diag(whole.covariance), rtol=1e-12)


def test_greedy_rounds_leave_the_functions_alone():
    oracle = oracle_on(KNOTS)
    context = np.array([0.3, 1.0])
    oracle.learn(context, 0.9, 0.1)
    before = oracle.state.values.copy()
    oracle.learn(context, oracle.best(context)[0], 0.4)
    assert (oracle.state.values == before).all()


def test_units_make_no_difference_but_to_the_first_knots():
    """Contexts times a power of two, and so the knots before 8 are seen: the same bit for bit."""
    rng = np.random.default_rng(1)
    actions = []
    contexts, draws = rng.random((60, 2)), rng.random(60)
    for factor in (1.0, 4096.0):
        oracle = model(AdditiveOracle(), Interval(0, 1), context_size=2)
        oracle.state.knots[:] *= factor
        for context, action in zip(contexts, draws, strict=True):
            oracle.learn(factor * context, action, abs(context[0] - action))
        actions.append(oracle.best(factor * np.array([0.3, 0.6]))[0])
    assert actions[0] == actions[1]


def test_restore():
    oracle, fresh = oracle_on(KNOTS), oracle_on(KNOTS)
    observe(oracle.state, np.array([0.1, 0.0]), np.array([0.9]), 0.2, 1.0, decision_key(0, 0))
    assert oracle.state.values.any()
    restore(oracle.state, fresh.state)
    for mine, other in zip(oracle.state[:4], fresh.state[:4], strict=True):
        assert (mine == other).all()
    assert oracle.state.seen[0] == fresh.state.seen[0]
