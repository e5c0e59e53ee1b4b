import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothbandits.interpreted.hyperbola import (
    bound_shape,
    hyperbola,
    hyperbola_mass,
    hyperbola_minimum,
    shape_gradient,
)
from tests.reference import hyperbola as twin
from tests.reference.dispersion import gradient
from tests.regret.instances import repeatable

shapes = st.tuples(
    st.floats(-4.0, 3.0), st.floats(-8.0, 2.0), st.floats(-5.0, 1.0), st.floats(-2.0, 2.0)
).map(np.array)
distances = st.floats(-1.0, 1.0)


@repeatable
@given(shapes, distances)
def test_loss_and_its_minimum(shape, distance):
    value, _ = hyperbola(shape, distance)
    assert value == pytest.approx(twin.loss(shape, distance), rel=1e-12)
    assert hyperbola_minimum(shape) == pytest.approx(twin.loss(shape, 0.0), rel=1e-9)
    assert value >= hyperbola_minimum(shape) - 1e-12


@repeatable
@given(shapes, distances)
def test_slope_and_gradient_by_differences(shape, distance):
    out = np.empty(4)
    shape_gradient(shape, distance, out)
    expected = gradient(lambda s: twin.loss(s, distance), shape)
    np.testing.assert_allclose(out, expected, rtol=1e-4, atol=1e-5)
    step = 1e-3 * np.exp(shape[1])
    sides = twin.loss(shape, distance + step) - twin.loss(shape, distance - step)
    assert hyperbola(shape, distance)[1] == pytest.approx(
        sides / (2.0 * step), rel=1e-3, abs=1e-4 * np.exp(shape[0])
    )


@pytest.mark.parametrize("seed", range(60))
def test_mass_by_quadrature(seed):
    rng = np.random.default_rng(seed)
    shape = np.array(
        [rng.uniform(-4, 3), rng.uniform(-8, 2), rng.uniform(-5, 1), rng.uniform(-2, 2)]
    )
    ahat, rates, out = rng.random(), 10.0 ** rng.uniform(-3, 6, 2), np.empty(2)
    hyperbola_mass(shape, ahat, rates, out)
    for found, rate in zip(out, rates, strict=True):
        assert found == pytest.approx(twin.mass(shape, ahat, rate), abs=1e-8)


def test_a_loss_of_one_everywhere_leaves_nothing_to_gain():
    out = np.empty(1)
    hyperbola_mass(np.array([3.0, 2.0, 1.0, 0.0]), 0.3, np.array([100.0]), out)
    assert out[0] == 1.0


def test_bounds_of_the_parameters():
    shape = np.array([99.0, -99.0, 99.0, -99.0])
    bound_shape(shape)
    assert shape.tolist() == [5.0, -8.0, 10.0, -2.0]
