import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothbandits.interpreted.generics import observe, restore
from smoothbandits.interpreted.oracles.additive import filter_step, times_features
from smoothbandits.interpreted.philox import decision_key
from smoothbandits.oracles import AdditiveOracle
from smoothbandits.oracles import additive as setting
from smoothbandits.spaces import Interval
from tests.interpreted import model
from tests.reference.additive import Additive
from tests.theory.instances import repeatable

KNOTS = np.array([[-1.0, 0.0, 2.0], [0.0, 0.0, 1.0]])


def oracle_on(knots):
    """A model whose knots will not move: the next power of two is far away."""
    found = model(AdditiveOracle(knots=knots.shape[1]), Interval(0, 1), context_size=len(knots))
    found.state.knots[:] = knots
    found.state.seen[0] = 600
    return found


def step(state, cells, shares, slope, surprise, weight, gradient=(0.0, 0.0, 0.0, 0.0)):
    """A step of the filter, by default with a shape that is known."""
    size = len(state.values)
    direction = np.empty(size + 4)
    times_features(state.covariance, cells, shares, size - 1, direction)
    filter_step(state, cells, shares, direction, slope, np.array(gradient), surprise, weight)


@pytest.mark.parametrize(("under", "over"), [(1.0, 1.0), (1.0, 0.3), (0.4, 3.0)])
def test_learns_as_the_twin_does(under, over):
    """Losses above 1 are cut, so that all kinds of step occur."""
    rng = np.random.default_rng(3)
    oracle = oracle_on(KNOTS)
    twin = Additive(
        KNOTS,
        AdditiveOracle().prior,
        setting.PRIOR_OF_CONSTANT,
        setting.FIRST_NOISE,
        setting.FIRST_SHAPE,
        setting.PRIOR_OF_SHAPE,
    )
    for i in range(150):
        context = np.array([rng.normal(), float(rng.random() < 0.3)])
        greedy, _ = oracle.best(context)
        action = greedy if i % 3 == 0 else rng.random()
        target = 1.0 / (1.0 + np.exp(-context[0] + context[1]))
        distance = under * max(target - action, 0.0) + over * max(action - target, 0.0)
        loss = float(np.clip(distance + 0.05 * rng.normal(), 0.0, 1.0))
        oracle.learn(context, action, loss)
        twin.learn(context, action, loss)
    found = np.concatenate([oracle.state.values, oracle.state.shape])
    np.testing.assert_allclose(found, twin.parameters, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(oracle.state.covariance, twin.covariance, rtol=1e-3, atol=1e-6)
    assert oracle.state.noise[0] == pytest.approx(twin.noise, rel=1e-4)
    context = np.array([0.7, 1.0])
    expected = [twin.predict(context, a) for a in (0.1, 0.9)]
    np.testing.assert_allclose(oracle.predict(context, [0.1, 0.9]), expected, rtol=1e-4)


def test_a_linear_problem_is_solved_as_by_ridge_regression():
    """With constant derivatives the filter is recursive least squares, of functions and shape."""
    rng = np.random.default_rng(5)
    oracle = oracle_on(KNOTS)
    state, noise, slope = oracle.state, oracle.state.noise[0], 0.7
    prior, start = np.diag(1.0 / np.diag(state.covariance)), np.array([0] * 7 + [*state.shape])
    rows, targets = [], []
    for _ in range(40):
        cells, shares = np.array([rng.integers(0, 2), 3 + rng.integers(0, 2)]), rng.random(2)
        phi, gradient = np.zeros(7), 0.1 * rng.normal(size=4)
        phi[cells], phi[cells + 1], phi[-1] = 1.0 - shares, shares, 1.0
        row, target = np.concatenate([slope * phi, gradient]), 0.3 * rng.normal()
        parameters = np.concatenate([state.values, state.shape])
        step(state, cells, shares, slope, row @ parameters - target, 1.0, gradient)
        rows.append(row)
        targets.append(target)
    design = np.array(rows)
    residuals = np.array(targets) - design @ start
    ridge = np.linalg.solve(design.T @ design / noise + prior, design.T @ residuals / noise)
    found = np.concatenate([state.values, state.shape])
    np.testing.assert_allclose(found, start + ridge, rtol=1e-8)


def test_two_examples_of_weight_one_are_one_of_weight_two():
    steps = []
    for weights in ((1.0, 1.0), (2.0,)):
        oracle = oracle_on(KNOTS)
        cells, shares = np.array([0, 4]), np.array([0.25, 1.0])
        for weight in weights:
            phi = np.array([0.75, 0.25, 0, 0, 0, 1.0, 1.0])
            surprise = phi @ oracle.state.values - 0.3
            step(oracle.state, cells, shares, 1.0, surprise, weight)
        steps.append((oracle.state.values.copy(), oracle.state.covariance.copy()))
    np.testing.assert_allclose(steps[0][0], steps[1][0], rtol=1e-10)
    np.testing.assert_allclose(steps[0][1], steps[1][1], rtol=1e-8, atol=1e-14)


def test_a_diagonal_is_kept_where_contexts_are_wide():
    oracle = AdditiveOracle()
    wide = oracle.build(Interval(0, 1), 700, 0)
    assert wide.covariance.shape == (1, 1405) and wide.knots.shape == (700, 2)
    narrow = oracle.build(Interval(0, 1), 20, 0)
    assert narrow.covariance.shape == (125, 125)


def test_the_diagonal_learns_what_the_matrix_learns_from_one_example():
    cells, shares = np.array([0, 4]), np.array([0.25, 1.0])
    whole = oracle_on(KNOTS).state
    diagonal = whole._replace(
        covariance=np.diag(whole.covariance)[None].copy(), values=np.zeros(7)
    )
    diagonal = diagonal._replace(shape=whole.shape.copy())
    for state in (whole, diagonal):
        step(state, cells, shares, 0.5, -0.2, 1.0, (0.1, -0.3, 1.0, 0.2))
    np.testing.assert_allclose(diagonal.values, whole.values, rtol=1e-12)
    np.testing.assert_allclose(diagonal.shape, whole.shape, rtol=1e-12)
    np.testing.assert_allclose(diagonal.covariance[0], np.diag(whole.covariance), rtol=1e-12)


@pytest.mark.parametrize("width", [2, 700])
def test_greedy_rounds_teach_the_least_loss_alone(width):
    oracle = model(AdditiveOracle(), Interval(0, 1), context_size=width)
    context = np.linspace(-1.0, 1.0, width)
    oracle.learn(context, 0.9, 0.1)
    values, shape = oracle.state.values.copy(), oracle.state.shape.copy()
    oracle.learn(context, oracle.best(context)[0], 0.4)
    assert (oracle.state.values == values).all()
    moved = oracle.state.shape - shape
    assert moved[2] > 0.0 and (moved[[0, 1, 3]] == 0.0).all()


def test_a_greedy_round_leaves_the_covariance_symmetric():
    oracle, rng = model(AdditiveOracle(), Interval(0, 1), context_size=1), np.random.default_rng(8)
    for context in rng.normal(size=(6, 1)):
        oracle.learn(context, rng.random(), rng.random())
    before = oracle.state.covariance.copy()
    oracle.learn([0.2], oracle.best([0.2])[0], 0.9)
    after = oracle.state.covariance
    assert (after != before).any()
    np.testing.assert_allclose(after, after.T, atol=1e-12)


def test_a_loss_of_one_where_one_is_predicted_is_no_surprise():
    oracle = oracle_on(KNOTS)
    oracle.state.shape[:] = [3.0, 0.1, 0.1, 0.0]
    before = [part.copy() for part in oracle.state[:4]]
    oracle.learn([0.3, 1.0], 1.0, 1.0)
    for mine, other in zip(oracle.state[:4], before, strict=True):
        assert (mine == other).all()
    oracle.learn([0.3, 1.0], 1.0, 0.6)
    assert (oracle.state.values != before[0]).any()


@repeatable
@given(st.integers(0, 10**6), st.integers(0, 3))
def test_what_is_uncertain_stays_a_covariance(seed, width):
    """Symmetric and not negative in any direction, whatever the losses are."""
    rng = np.random.default_rng(seed)
    oracle = model(AdditiveOracle(knots=3), Interval(0, 1), context_size=width)
    for i in range(60):
        context = rng.normal(size=width)
        action = oracle.best(context)[0] if i % 2 else rng.random()
        oracle.learn(context, action, float(rng.choice([0.0, 1.0, rng.random()])))
    covariance = oracle.state.covariance
    np.testing.assert_allclose(covariance, covariance.T, atol=1e-9)
    assert np.linalg.eigvalsh(covariance)[0] > -1e-9
    assert np.isfinite(oracle.state.values).all()


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
