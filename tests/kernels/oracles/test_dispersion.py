import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from smoothbandits.interpreted.generics import curve, evaluate, minimise, observe, step
from smoothbandits.interpreted.numerics import dot, sigmoid
from smoothbandits.oracles import Adam, DispersionOracle
from smoothbandits.spaces import Interval
from tests.interpreted import model
from tests.reference import dispersion as twin
from tests.reference.optimisers import Adam as SlowAdam
from tests.theory.instances import repeatable

CONTEXT = np.array([0.3, -1.2, 0.8])
parameters = st.tuples(
    *[st.floats(-2.0, 2.0)] * 4,
    st.one_of(st.floats(-8.0, -0.05), st.floats(0.05, 8.0)),
    st.floats(-4.0, 4.0),
)
units = st.floats(0.0, 1.0)


def oracle_at(values, optimiser=None):
    oracle = DispersionOracle(optimiser=optimiser or Adam())
    dispersion = model(oracle, Interval(0, 1), context_size=3)
    dispersion.state.parameters[: len(values)] = values
    return dispersion


@repeatable
@given(st.floats(-800.0, 800.0))
def test_sigmoid(z):
    assert sigmoid(z) == pytest.approx(twin.expit(z), rel=1e-14, abs=1e-300)


@repeatable
@given(st.integers(0, 2**32 - 1), st.integers(0, 13))
def test_dot(seed, n):
    a, b = np.random.default_rng(seed).normal(size=(2, 15))
    assert dot(a, b, n) == pytest.approx(a[:n] @ b[:n], abs=1e-12)


@repeatable
@given(parameters, st.lists(units, min_size=1, max_size=5))
def test_predictions_and_argmin(values, actions):
    dispersion = oracle_at(values)
    expected = [twin.predict(values, CONTEXT, a) for a in actions]
    np.testing.assert_allclose(dispersion.predict(CONTEXT, actions), expected, rtol=1e-12)
    best, loss = dispersion.best(CONTEXT)
    assert loss == dispersion.predict(CONTEXT, [best])[0]
    assert (dispersion.predict(CONTEXT, np.linspace(0.0, 1.0, 11)) >= loss).all()
    point = np.empty(1)
    looked = curve(dispersion.state, CONTEXT, 1.0)
    assert minimise(dispersion.state, looked, point) == evaluate(dispersion.state, looked, point)


@repeatable
@given(parameters, units, units, st.floats(0.1, 5.0))
def test_gradient_is_that_of_the_cross_entropy(values, action, label, weight):
    *w, b, _, _ = values
    # differences cannot see the kink at the argmin
    assume(abs(twin.expit(np.dot(w, CONTEXT) + b) - action) > 1e-3)
    dispersion = oracle_at(values)
    observe(dispersion.state, CONTEXT, np.array([action]), label, weight, 0)
    expected = weight * twin.gradient(
        lambda p: twin.cross_entropy(twin.logit(p, CONTEXT, action), label), values
    )
    np.testing.assert_allclose(dispersion.state.gradient[:6], expected, atol=2e-7)


def test_a_batch_takes_one_step_with_the_average_gradient():
    values = np.array([0.4, -0.3, 0.2, 0.1, 1.5, 0.5])
    examples = [(0.1, 0.3), (0.9, 0.8), (0.5, 0.0)]
    dispersion = oracle_at(values, Adam(learning_rate=0.1, tzero=10.0))
    for action, label in examples:
        observe(dispersion.state, CONTEXT, np.array([action]), label, 1.0, 0)
    step(dispersion.state)
    average = np.mean(
        [
            twin.gradient(
                lambda p, a=a, y=y: twin.cross_entropy(twin.logit(p, CONTEXT, a), y), values
            )
            for a, y in examples
        ],
        axis=0,
    )
    expected = [SlowAdam(0.1, 10.0).step(v, g) for v, g in zip(values, average, strict=True)]
    np.testing.assert_allclose(dispersion.state.parameters[:6], expected, atol=1e-6)
    assert not dispersion.state.parameters[6:].any()  # what fills the last vector never moves
    step(dispersion.state)  # nothing is pending
    np.testing.assert_allclose(dispersion.state.parameters[:6], expected, atol=1e-6)


@repeatable
@given(
    units,
    st.one_of(st.just(0.0), st.floats(-9.0, 3.0).map(lambda e: 10.0**e)),
    st.floats(-12.0, 12.0),
    st.floats(-3.0, 5.0).map(lambda e: 10.0**e),
)
def test_mass_has_a_closed_form(ahat, slope, xi, rate):
    dispersion = oracle_at([0.0, 0.0, 0.0, 0.0, slope, xi])
    bias = np.log(ahat / (1.0 - ahat)) if 0.0 < ahat < 1.0 else (800.0 if ahat else -800.0)
    dispersion.state.parameters[3] = bias
    best = twin.expit(xi)

    def predicted(a):
        return twin.expit(slope * abs(ahat - a) + xi)

    # the mass gathers within 1/(rate slope) of the argmin: tell the quadrature where to look
    scales = [s / max(slope * rate, 1e-12) for s in (0.1, 1.0, 10.0, 100.0, 1000.0)]
    kinks = [ahat, *(ahat + s for s in scales), *(ahat - s for s in scales)]
    kinks += [ahat + s / max(slope, 1e-12) for s in (-10.0, -1.0, 1.0, 10.0)]
    expected = twin.igw_mass(predicted, best, rate, kinks)
    found, error = dispersion.mass(CONTEXT, rate)
    assert found == pytest.approx(expected, abs=1e-8)
    assert error == 0.0
    assert 1.0 / (1.0 + rate) - 1e-12 <= found <= 1.0 + 1e-12


def test_mass_where_the_rate_cancels_the_best_loss():
    # B = 1 - rate best = 0 is a removable singularity of the closed form
    for shift in (0.0, 1e-14, 1e-11, -1e-9, 1e-6):
        dispersion = oracle_at([0.0, 0.0, 0.0, 0.3, 2.0, 0.4])
        best = twin.expit(0.4)
        rate = (1.0 + shift) / best
        ahat = twin.expit(0.3)
        expected = twin.igw_mass(
            lambda a, ahat=ahat: twin.expit(2.0 * abs(ahat - a) + 0.4), best, rate, [ahat]
        )
        assert dispersion.mass(CONTEXT, rate)[0] == pytest.approx(expected, abs=1e-10)
