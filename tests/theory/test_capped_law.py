import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothbandits.errors import InvalidLoss, InvalidParameter
from smoothbandits.theory import (
    capped_certificate,
    capped_gamma,
    capped_igw_law,
    capped_regret,
    exact_dec,
    smooth_vertices,
    theorem_regret,
)
from tests.reference import capped as twin
from tests.theory.instances import levels, problems, repeatable
from tests.theory.test_certificate import random_problem

gammas = st.floats(0.1, 1e4)


@repeatable
@given(problems(), levels, gammas)
def test_is_the_law_at_the_level_where_the_normaliser_is_one(problem, h, gamma):
    predictions, weights = problem
    masses = weights / weights.sum()
    law = capped_igw_law(predictions, h, gamma, weights)
    np.testing.assert_allclose(law, twin.law(predictions, masses, h, gamma), atol=1e-9)
    assert law.sum() == pytest.approx(1.0, abs=1e-14)
    assert (law <= masses / h * (1 + 1e-9)).all()  # an h-smoothed kernel itself


def test_at_h_one_it_is_mu_and_a_level_can_be_given():
    np.testing.assert_allclose(capped_igw_law([0.1, 0.9], 1.0, 5.0, [1, 3]), [0.25, 0.75])
    found = capped_igw_law([0.1, 0.9, 0.4], 0.5, 10.0, beta=0.4)
    np.testing.assert_allclose(found, np.array([1, 1 / 6, 1]) / (2 + 1 / 6))


def test_no_vertex_and_no_truth_exceed_the_certificate():
    """Section 5.2 of the reference, by enumeration; the bound is nearly reached."""
    rng, closest = np.random.default_rng(8), 0.0
    for _ in range(400):
        predictions, weights, h, gamma = random_problem(rng)
        h = min(h, 0.9)
        masses = weights / weights.sum()
        z = rng.uniform(1 / 1.05, 1.0)
        beta = twin.level(predictions, masses, h, gamma, z)
        kernels = smooth_vertices(weights, h)
        for level, kappa in ((None, 1.0), (beta, 1.0 / z)):
            law = capped_igw_law(predictions, h, gamma, weights, beta=level)
            bound = capped_certificate(h, gamma, kappa)
            worst = exact_dec(predictions, law, kernels, gamma).max()
            assert worst <= bound * (1 + 1e-9)
            closest = max(closest, worst / bound)
    assert closest > 0.99


def test_a_law_that_is_not_capped_breaks_it():
    """The certificate is no bound that anything meets: sharper gaps than gamma's exceed it."""
    predictions, gamma, h = np.array([0.1, 0.4, 0.7, 0.9]), 30.0, 0.25
    sharper = capped_igw_law(predictions, h, 4.0 * gamma)
    worst = exact_dec(predictions, sharper, smooth_vertices(np.ones(4), h), gamma).max()
    assert worst > 1.5 * capped_certificate(h, gamma)


@repeatable
@given(st.integers(1, 10**9), levels, st.floats(1e-3, 1e4), st.floats(1.0, 2.0))
def test_gamma_balances_both_parts(rounds, h, bound, kappa):
    gamma, promised = capped_gamma(rounds, h, bound, kappa), capped_regret(rounds, h, bound, kappa)

    def regret(gamma):
        return rounds * kappa / (h * gamma) + gamma * bound / 4

    assert regret(gamma) == pytest.approx(promised)
    assert min(regret(0.9 * gamma), regret(1.1 * gamma)) > promised
    assert promised <= np.sqrt(kappa / 4) * theorem_regret(rounds, h, bound) * (1 + 1e-12)


def test_refuses_what_makes_no_sense():
    with pytest.raises(InvalidParameter, match="kappa"):
        capped_certificate(0.5, 10.0, 0.9)
    with pytest.raises(InvalidParameter, match="shape"):
        capped_igw_law([[0.1, 0.2]], 0.5, 1.0)
    with pytest.raises(InvalidLoss):
        capped_igw_law([np.nan, 0.2], 0.5, 1.0)
    with pytest.raises(InvalidParameter, match="horizon"):
        capped_gamma(0.5, 0.5, 1.0)
