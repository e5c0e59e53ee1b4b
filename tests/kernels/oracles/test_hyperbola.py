import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothbandits.interpreted.oracles.hyperbola import (
    blurred_hyperbola,
    bound_shape,
    hyperbola,
    hyperbola_mass,
)
from tests.reference import hyperbola as twin
from tests.reference.dispersion import gradient
from tests.theory.instances import repeatable

widths = st.floats(-6.0, 2.0).map(np.exp)
shapes = st.tuples(st.floats(-4.0, 3.0), widths, st.floats(0.0, 1.0), st.floats(-1.0, 1.0)).map(
    np.array
)
distances, blurs = st.floats(-1.0, 1.0), st.floats(0.0, 0.3)


@repeatable
@given(shapes, distances)
def test_loss_and_its_minimum(shape, distance):
    value = hyperbola(shape, distance)
    assert value == pytest.approx(twin.loss(shape, distance), rel=1e-9, abs=1e-12)
    assert hyperbola(shape, 0.0) == pytest.approx(shape[2], rel=1e-9, abs=1e-12)
    assert value >= shape[2]


@repeatable
@given(shapes, distances, blurs)
def test_slope_and_gradient_by_differences(shape, distance, blur):
    out = np.empty(4)
    value, slope = blurred_hyperbola(shape, distance, blur, out)
    assert value == pytest.approx(twin.loss(shape, distance, blur), rel=1e-9, abs=1e-12)
    expected = gradient(lambda s: twin.loss(s, distance, blur), shape)
    np.testing.assert_allclose(out, expected, rtol=1e-3, atol=1e-3 * np.exp(shape[0]))
    step = 1e-3 * shape[1]
    sides = twin.loss(shape, distance + step, blur) - twin.loss(shape, distance - step, blur)
    assert slope == pytest.approx(sides / (2.0 * step), rel=1e-3, abs=1e-4 * np.exp(shape[0]))


@repeatable
@given(shapes)
def test_an_example_at_the_minimum_tells_the_least_loss_only(shape):
    out = np.empty(4)
    _, slope = blurred_hyperbola(shape, 0.0, 0.0, out)
    scale = np.exp(shape[0])
    np.testing.assert_allclose([slope, *out], [0.0, 0.0, 0.0, 1.0, 0.0], atol=1e-9 * scale)


@pytest.mark.parametrize("spread", [0.03, 0.1, 0.3])
def test_a_blurred_hyperbola_is_nearly_the_mean_over_ahat(spread):
    shape, nodes = np.array([0.0, 0.1, 0.1, 0.5]), np.random.default_rng(1).normal(size=4001)
    for distance in (-0.6, -0.1, 0.0, 0.2, 0.7):
        mean = np.mean([twin.loss(shape, distance - spread * z) for z in nodes])
        value, _ = blurred_hyperbola(shape, distance, spread**2, np.empty(4))
        assert value == pytest.approx(mean, abs=0.25 * spread)


def test_mass_by_quadrature():
    for seed in range(60):
        rng = np.random.default_rng(seed)
        width = np.exp(rng.uniform(-6, 2))
        shape = np.array([rng.uniform(-4, 3), width, rng.uniform(0, 0.9), rng.uniform(-1, 1)])
        ahat, rates, out = rng.random(), 10.0 ** rng.uniform(-3, 6, 2), np.empty(2)
        hyperbola_mass(shape, ahat, rates, out)
        expected = [twin.mass(shape, ahat, rate) for rate in rates]
        assert out == pytest.approx(expected, abs=1e-8), seed


def test_a_loss_of_one_everywhere_leaves_nothing_to_gain():
    out = np.empty(1)
    hyperbola_mass(np.array([3.0, 2.0, 1.0, 0.0]), 0.3, np.array([100.0]), out)
    assert out[0] == 1.0


def test_bounds_of_the_parameters():
    shape = np.array([99.0, -99.0, 99.0, -99.0])
    bound_shape(shape)
    assert shape.tolist() == [5.0, 0.002, 1.0, -1.0]
