import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import expit

from smoothbandits.oracles import HarmonicOracle
from smoothbandits.spaces import Box, Interval
from tests.interpreted import model
from tests.theory.instances import repeatable


class Valley:
    """A user's oracle without ``best``: the grid finds it."""

    def __init__(self, bottom):
        self.bottom = np.atleast_1d(bottom)

    def predict(self, context, actions, weight=1.0):
        actions = np.asarray(actions, dtype=float).reshape(len(actions), -1)
        return np.minimum(1.0, ((actions - self.bottom) ** 2).sum(axis=1))

    def learn(self, context, action, loss, weight=1.0):
        pass


@repeatable
@given(st.floats(0.0, 1.0))
def test_refines_below_the_grid_on_an_interval(bottom):
    action, value = model(Valley(bottom), Interval(0, 1)).best()
    assert action == pytest.approx(bottom, abs=1e-5)
    assert value == pytest.approx(0.0, abs=1e-10)


@repeatable
@given(st.tuples(*[st.floats(0.0, 1.0)] * 3))
def test_refines_below_the_grid_on_a_box(bottom):
    action, value = model(Valley(bottom), Box([0, 0, 0], [1, 1, 1])).best()
    np.testing.assert_allclose(action, bottom, atol=1e-4)
    assert value == pytest.approx(0.0, abs=1e-7)


def test_a_flat_loss_keeps_the_first_candidate():
    class Flat(Valley):
        def predict(self, context, actions, weight=1.0):
            return np.full(len(actions), 0.25)

    assert model(Flat(0.0), Interval(2.0, 4.0)).best() == (2.0, 0.25)


@settings(repeatable, max_examples=40)
@given(st.integers(0, 2**32 - 1), st.floats(0.1, 20.0), st.integers(1, 2))
def test_the_kernel_oracles_error_bound_holds(seed, size, dimension):
    space = Interval(0, 1) if dimension == 1 else Box([0, 0], [1, 1])
    oracle = model(HarmonicOracle(order=6), space)
    rng = np.random.default_rng(seed)
    coefficients = size * rng.normal(size=oracle.state.parameters.size)
    oracle.state.parameters[:] = coefficients
    action, value = oracle.best()
    assert value == oracle.predict(None, [action])[0]
    # the same cosine series on a much finer grid
    line = np.linspace(0.0, 1.0, 4001 if dimension == 1 else 201)
    dense = np.stack(np.meshgrid(*[line] * dimension), axis=-1).reshape(-1, dimension)
    basis = oracle.state.basis
    waves = np.cos(np.pi * dense[:, None, :] * basis.orders).prod(axis=2) * basis.scales
    assert value - expit(waves @ coefficients).min() <= oracle.argmin_error() + 1e-12
