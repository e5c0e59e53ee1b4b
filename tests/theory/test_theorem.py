import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothbandits.errors import InvalidParameter
from smoothbandits.theory import (
    adaptive_eta,
    adaptive_regret,
    smooth_igw_law,
    smooth_value,
    theorem_gamma,
    theorem_regret,
)
from tests.theory.instances import levels, repeatable

horizons = st.integers(1, 10**9)
bounds = st.floats(1e-3, 1e4)


def regret_bound(rounds, h, bound, gamma):
    return 2 * rounds / (h * gamma) + gamma * bound / 4


@repeatable
@given(horizons, levels, bounds)
def test_gamma_balances_both_parts_at_the_sharp_constant(rounds, h, bound):
    gamma = theorem_gamma(rounds, h, bound)
    sharp = theorem_regret(rounds, h, bound, sharp=True)
    assert 2 * rounds / (h * gamma) == pytest.approx(gamma * bound / 4)
    assert regret_bound(rounds, h, bound, gamma) == pytest.approx(sharp)
    for other in (0.9 * gamma, 1.1 * gamma):
        assert regret_bound(rounds, h, bound, other) > sharp
    assert theorem_regret(rounds, h, bound) == pytest.approx(np.sqrt(2.0) * sharp)


@repeatable
@given(horizons, levels, bounds, st.floats(0.05, 1.0), st.floats(1e-6, 1.0))
def test_corral_pays_the_worst_that_rarely_invoked_bases_can_cost(rounds, h, bound, beta, eta):
    """max over rho of rho^alpha R - rho/(40 eta ln T), by a grid of rho around its place."""
    alpha = beta / (1.0 + beta)
    stability = (rounds * (2.0 * bound / h) ** beta) ** (1.0 / (1.0 + beta))
    credit = 1.0 / (40.0 * eta * np.log(max(rounds, 2)))
    middle = (alpha * stability / credit) ** (1.0 / (1.0 - alpha))
    rho = middle * np.geomspace(1e-3, 1e3, 20_001)
    worst = (rho**alpha * stability - rho * credit).max()
    master = 7 * np.log(max(rounds, 2)) / eta + eta * rounds
    promised = adaptive_regret(rounds, h, bound, bases=7, eta=eta, beta=beta)
    assert promised - master == pytest.approx(worst, rel=1e-5, abs=1e-9 * master)


@repeatable
@given(horizons, levels, bounds, st.floats(1.0, 1e6), st.floats(0.05, 1.0))
def test_a_stable_base_is_stable_for_every_beta(rounds, h, bound, rho, beta):
    """min(T, sqrt(rho) sqrt(2 T Reg_Sq/h)) is at most rho^alpha R."""
    alpha = beta / (1.0 + beta)
    known = min(rounds, np.sqrt(rho) * theorem_regret(rounds, h, bound, sharp=True))
    stability = (rounds * (2.0 * bound / h) ** beta) ** (1.0 / (1.0 + beta))
    assert known <= rho**alpha * stability * (1.0 + 1e-9)


def test_the_rate_of_beta_balances_its_promise():
    """Up to logarithms, T^(1/(1+beta)) h^-beta: exponents of T and of h far out."""
    for beta in (0.25, 0.5, 1.0):
        logs = []
        for rounds, h in ((1e15, 1e-14), (1e30, 1e-14), (1e30, 1e-20)):
            eta = adaptive_eta(rounds, 1.0, beta)
            # less the logarithms, which take long to be small: B = 1, and ln(T)^beta out
            regret = adaptive_regret(rounds, h, 1.0, bases=1, eta=eta, beta=beta)
            logs.append(np.log10(regret / np.log(rounds) ** beta))
        assert logs[1] - logs[0] == pytest.approx(15.0 / (1.0 + beta), abs=0.3)
        assert logs[2] - logs[1] == pytest.approx(6.0 * beta, abs=0.1)


def test_a_plateau_of_mass_h_costs_what_the_formula_says_per_round():
    # Perfect predictions, mu-mass h at loss 0 and the rest at `gap`.
    n_actions, n_best, gap, gamma = 64, 8, 0.3, 50.0
    h = n_best / n_actions
    losses = np.where(np.arange(n_actions) < n_best, 0.0, gap)
    regret = smooth_igw_law(losses, h, gamma) @ losses - smooth_value(losses, h)
    assert regret == pytest.approx(gap * (1 - h) / (1 + h * gamma * gap), abs=1e-14)


@pytest.mark.parametrize("function", [theorem_gamma, theorem_regret])
@pytest.mark.parametrize(
    "arguments", [(0, 0.1, 1.0), (10, 0.0, 1.0), (10, 0.1, 0.0), (10, 0.1, np.inf)]
)
def test_refuses_arguments_out_of_range(function, arguments):
    with pytest.raises(InvalidParameter):
        function(*arguments)
