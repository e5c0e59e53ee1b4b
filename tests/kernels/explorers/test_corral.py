from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothbandits.explorers.corral import corral_state
from smoothbandits.interpreted.explorers.corral import corral_choose, log_barrier_step
from smoothbandits.kernels.states import MIXED
from tests.reference import corral as twin
from tests.theory.instances import repeatable


def step(p, losses, eta):
    """The kernel's p', leaving the arguments alone."""
    out = np.array(p, dtype=float)
    log_barrier_step(out, np.array(losses, dtype=float), np.asarray(eta, dtype=float))
    return out


@st.composite
def problems(draw, least_loss=-1.0):
    """M bases, p down to 1e-12, rates 1e-4..1, |loss| up to 1/p."""
    seed, n = draw(st.integers(0, 2**32 - 1)), draw(st.integers(2, 32))
    smallest = draw(st.sampled_from([0, -2, -6, -12]))
    rng = np.random.default_rng(seed)
    p = 10.0 ** rng.uniform(smallest, 0.0, n)
    p /= p.sum()
    eta = 10.0 ** rng.uniform(-4.0, 0.0, n)
    sparse = draw(st.booleans())  # one base invoked, or a batch that invoked many
    hit = rng.permutation(n) < 1 if sparse else rng.random(n) < 0.7
    losses = np.where(hit, rng.uniform(least_loss, 1.0, n) / p, 0.0)
    return p, losses, eta


def kkt_residual(p, losses, eta, found):
    """Relative residual of 1/p' = 1/p + eta (loss - lambda) at the best lambda."""
    with localcontext() as context:
        context.prec = 60
        _, root = twin.mirror_step(p, losses, eta)
        worst = Decimal(0)
        for q, loss, e, new in zip(p, losses, eta, found, strict=True):
            q, loss, e, new = (Decimal(float(v)) for v in (q, loss, e, new))
            terms = [1 / new, -1 / q, -e * loss, e * root]
            worst = max(worst, abs(sum(terms)) / max(abs(term) for term in terms))
        return float(worst)


@repeatable
@given(problems())
def test_solves_the_optimality_conditions(problem):
    found = step(*problem)
    assert found.sum() == pytest.approx(1.0, abs=1e-14)
    assert (found > 0.0).all()
    assert kkt_residual(*problem, found) < 1e-12


@repeatable
@given(problems(least_loss=0.0))
def test_agrees_with_bisection_in_60_digits(problem):
    exact = np.array([float(q) for q in twin.mirror_step(*problem)[0]])
    np.testing.assert_allclose(step(*problem), exact, rtol=1e-11)


@repeatable
@given(problems())
def test_no_loss_changes_nothing(problem):
    p, _, eta = problem
    np.testing.assert_allclose(step(p, np.zeros_like(p), eta), p, rtol=1e-13)


@repeatable
@given(problems(), st.floats(-100.0, 100.0))
def test_a_constant_on_all_coordinates_changes_nothing(problem, constant):
    p, losses, eta = problem
    losses = losses * p  # so that the constant is not lost in the rounding of 1/p
    np.testing.assert_allclose(step(p, losses + constant, eta), step(p, losses, eta), rtol=1e-11)


@repeatable
@given(st.floats(1e-9, 0.5), st.floats(-1.0, 1.0), st.floats(-1.0, 1.0), st.floats(1e-4, 1.0))
def test_two_bases_with_one_rate_solve_a_quadratic(p, first, second, eta):
    p = np.array([p, 1.0 - p])
    losses = np.array([first, second]) / p
    expected = twin.two_bases(p, losses, eta)
    np.testing.assert_allclose(step(p, losses, [eta, eta]), expected, rtol=1e-9)


def test_a_single_base_keeps_everything():
    assert step([1.0], [123.0], [0.5]) == [1.0]


@repeatable
@given(problems())
def test_the_invoked_base_loses_and_the_others_gain(problem):
    p, _, eta = problem
    losses = np.zeros_like(p)
    losses[0] = 1.0 / p[0]
    found = step(p, losses, eta)
    assert found[0] <= p[0]
    assert (found[1:] >= p[1:] * (1.0 - 1e-13)).all()


@repeatable
@given(problems(), st.floats(0.0, 1.0, exclude_max=True))
def test_choose_inverts_the_distribution_function(problem, uniform):
    p, _, _ = problem
    state = corral_state(p.size, 0.1)
    state.rows[MIXED] = p
    base = corral_choose(state, uniform)
    edges = np.concatenate([[0.0], np.cumsum(p)])
    edges[-1] = 1.0
    assert edges[base] - 1e-12 <= uniform < edges[base + 1] + 1e-12
