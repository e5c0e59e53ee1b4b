"""The valley's kernels, compiled and interpreted, against the slow twin."""

import numpy as np
import pytest

from smoothbandits.interpreted.oracles import hyperbola
from smoothbandits.interpreted.oracles import valley as interpreted
from smoothbandits.kernels.oracles import valley as compiled
from smoothbandits.kernels.states import ValleyState
from smoothbandits.oracles.trees import from_lightgbm
from smoothbandits.oracles.trees.valleys import flat_valley
from tests.oracles.trees.models import KINDS, fitted, strange_rows
from tests.reference import valley as twin

ENGINES = {"compiled": compiled, "interpreted": interpreted}
engines = pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES.keys())
seeds = pytest.mark.parametrize("seed", range(5))
N = 200


def problem(seed):
    """A shape within bounds, and examples near and far from it."""
    rng = np.random.default_rng(seed)
    shape = np.array([rng.normal(), rng.uniform(0.02, 0.5), rng.uniform(), rng.uniform(-1, 1)])
    return shape, rng.random(N), rng.uniform(-0.2, 1.2, N), rng.random(N)


@seeds
@engines
def test_the_error_is_that_of_the_formula(engine, seed):
    given = problem(seed)
    assert engine.valley_error(*given) == pytest.approx(twin.error(*given), rel=1e-10)


@seeds
@engines
def test_gradients_by_differences(engine, seed):
    given, (gradients, curvatures) = problem(seed), np.empty((2, N))
    engine.valley_gradients(*given, np.inf, gradients, curvatures)
    slopes, steepest = twin.slopes(*given), np.exp(given[0][0])
    np.testing.assert_allclose(gradients, slopes * twin.residuals(*given), atol=1e-5 * steepest)
    flattest = compiled.FLATTEST * steepest**2
    np.testing.assert_allclose(curvatures, slopes**2 + flattest, atol=1e-5 * steepest**2)
    assert (curvatures >= flattest).all()


@engines
def test_a_residual_counts_up_to_the_largest_only(engine):
    given, largest = problem(1), 0.1
    (free, bounded), unused = np.empty((2, N)), np.empty(N)
    engine.valley_gradients(*given, np.inf, free, unused)
    engine.valley_gradients(*given, largest, bounded, unused)
    residuals = twin.residuals(*given)
    expected = free * np.minimum(1.0, largest / np.abs(residuals))
    np.testing.assert_allclose(bounded, expected, rtol=1e-9, atol=1e-15)
    assert (np.abs(residuals) > largest).any() and (np.abs(residuals) < largest).any()


@seeds
@engines
def test_the_equations_of_the_shape_by_differences(engine, seed):
    given, matrix, vector = problem(seed), np.full((4, 4), np.nan), np.full(4, np.nan)
    total = engine.shape_equations(*given, matrix, vector)
    jacobian = twin.jacobian(*given)
    scale = np.abs(jacobian).max() ** 2 * N
    np.testing.assert_allclose(matrix, jacobian.T @ jacobian, atol=1e-6 * scale)
    np.testing.assert_allclose(vector, jacobian.T @ twin.residuals(*given), atol=1e-6 * scale)
    assert total == pytest.approx(twin.error(*given), rel=1e-10)


@seeds
def test_both_engines_agree_in_every_bit(seed):
    given, found = problem(seed), []
    for engine in ENGINES.values():
        gradients, curvatures, matrix, vector = (
            np.empty(N),
            np.empty(N),
            np.empty((4, 4)),
            np.empty(4),
        )
        engine.valley_gradients(*given, 0.2, gradients, curvatures)
        total = engine.shape_equations(*given, matrix, vector)
        parts = (gradients, curvatures, matrix, vector, [total, engine.valley_error(*given)])
        found.append(np.concatenate([np.ravel(part) for part in parts]))
    np.testing.assert_array_equal(found[0], found[1])


@pytest.mark.parametrize("kind", KINDS)
@engines
def test_places_are_the_library_s_predictions(engine, kind):
    """Of the sum of two models; categories and missing entries among the contexts."""
    models = fitted(kind), fitted(kind, trees=3, leaves=5)
    valley = ValleyState(from_lightgbm(*models, action=False).state(), np.zeros(4))
    rows = strange_rows(kind, 300, np.random.default_rng(7))
    found = np.empty(len(rows))
    engine.valley_places(valley, rows, found)
    np.testing.assert_allclose(found, twin.places(models, rows), rtol=0.0, atol=1e-12)


def test_a_curve_has_its_place_within_the_interval_and_the_shape():
    valley, out = flat_valley(2), np.empty(5)
    for base, expected in ((0.0, 0.5), (0.7, 1.0), (-0.7, 0.0), (0.2, 0.7)):
        moved = valley._replace(trees=valley.trees._replace(base=np.array([base])))
        interpreted.valley_curve(moved, np.zeros(5), out)
        assert out.tolist() == pytest.approx([expected, *valley.shape])


@engines
def test_bounds_are_those_of_the_hyperbola(engine):
    for wild in ([99.0, -99.0, 99.0, -99.0], [0.1, 0.2, 0.3, 0.4]):
        one, other = np.array(wild), np.array(wild)
        engine.within_bounds(one)
        hyperbola.bound_shape(other)
        assert one.tolist() == other.tolist()
