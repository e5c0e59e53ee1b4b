import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothbandits.errors import InvalidParameter
from smoothbandits.theory import smooth_igw_law, smooth_value, theorem_gamma, theorem_regret
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
