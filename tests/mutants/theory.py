"""Smooth_h, certificates, theorems and plans, the regret of traces, and M(A) by quadrature."""

from tests.mutants.mutant import Mutant

__all__ = ["THEORY"]

RUN, CERTIFYING = "theory/run_certificate.py", "bandit/certifying.py"
QUADRATURE = "kernels/spaces/quadrature.py"
PLANNING, CURVES = "bandit/planning.py", "simulation/regret_curves.py"
RUNS, MASS = "tests/theory/test_run_certificate.py", "tests/kernels/spaces/test_quadrature.py"
PLANS, REGRET = "tests/bandit/test_planning.py", "tests/simulation/test_regret_curves.py"
VALUE, CERTIFICATE = "tests/theory/test_smooth_value.py", "tests/bandit/test_certificate.py"

THEORY = (
    Mutant(
        "the run's certificate has no union bound",
        RUN,
        'check_fraction("confidence", confidence)) / 3.0',
        'check_fraction("confidence", confidence)) / 1.0',
        f"{RUNS}::test_its_bound_shares_the_doubt_among_three",
    ),
    Mutant(
        "the noise of losses hides none of the oracle's error",
        RUN,
        "rates = -np.expm1(-TILTS * (1.0 - TILTS / 2.0))",
        "rates = -np.expm1(-TILTS)",
        f"{RUNS}::test_its_bound_shares_the_doubt_among_three",
    ),
    Mutant(
        "the last gamma of a run counts, not the largest",
        RUN,
        "gamma=float(gammas.max())",
        "gamma=float(gammas[-1])",
        f"{RUNS}::test_the_order_of_rounds_does_not_matter",
    ),
    Mutant(
        "a later part of a run counts its own examples only",
        "simulation/trace.py",
        "oracle_bound=bandit.oracle.require_bound(last)",
        "oracle_bound=bandit.oracle.require_bound(len(self))",
        f"{RUNS}::test_a_later_part_of_a_run_counts_a_bound_that_grew",
    ),
    Mutant(
        "the error of the mass makes the certificate smaller",
        CERTIFYING,
        "max(mass - error, 1.0 / (1.0 + h * gamma))",
        "max(mass + error, 1.0 / (1.0 + h * gamma))",
        f"{CERTIFICATE}::test_an_inexact_mass_enters_it",
    ),
    Mutant(
        "the certificate is that of a round long learned",
        CERTIFYING,
        "gamma = bandit._states.gamma(bandit.rounds)",
        "gamma = bandit._states.gamma(bandit.learned)",
        f"{CERTIFICATE}::test_questions_are_about_the_round_to_come",
    ),
    Mutant(
        "the error of quadrature is the last change, not four of it",
        QUADRATURE,
        "                error += 4.0 * change",
        "                error += change",
        f"{MASS}::test_the_stated_error_on_an_interval_is_four_last_changes",
    ),
    Mutant(
        "the error of quadrature of an own oracle is the last change",
        "kernels/oracles/own.py",
        "error = float(np.max(4.0 * np.abs(out - previous)))",
        "error = float(np.max(np.abs(out - previous)))",
        f"{MASS}::test_the_stated_error_of_ones_own_oracle_is_four_last_changes",
    ),
    Mutant(
        "the error on a cube is one standard error",
        QUADRATURE,
        "4.0 * math.sqrt(spread)",
        "math.sqrt(spread)",
        f"{MASS}::test_the_stated_error_on_a_box_is_four_standard_errors",
    ),
    Mutant(
        "the density of an own measure is per unit of the user's",
        "spaces/interval.py",
        "measure.density(low + units * width, low, high) * width",
        "measure.density(low + units * width, low, high)",
        f"{MASS}::test_mass_under_a_measure_of_ones_own_in_other_units",
    ),
    Mutant(
        "later blocks of a catalogue have the weights of the first",
        QUADRATURE,
        "mu = space.weights[start + i]",
        "mu = space.weights[i]",
        f"{MASS}::test_catalogues_longer_than_a_block_keep_their_weights",
    ),
    Mutant(
        "the mass on a product takes all categories to be alike",
        "kernels/spaces/product.py",
        "out[b] += mu * part[b]",
        "out[b] += part[b] / space.catalog.size",
        f"{MASS}::test_mass_on_a_product_weighs_its_categories",
    ),
    Mutant(
        "the kernel that attains Smooth_h takes whole actions",
        "theory/smooth_value.py",
        "return np.clip(amount - before, 0.0, mass)",
        "return np.where(amount > before, mass, 0.0)",
        f"{VALUE}::test_agrees_with_greedy_fill_by_hand_and_with_the_dual",
    ),
    Mutant(
        "gamma of Theorem 1 is smaller by the root of two",
        "kernels/theorem.py",
        "math.sqrt(8.0 * rounds",
        "math.sqrt(4.0 * rounds",
        "tests/theory/test_theorem.py::test_gamma_balances_both_parts_at_the_sharp_constant",
    ),
    Mutant(
        "a plan promises more regret than there are rounds",
        PLANNING,
        "regret = min(float(rounds), theorem_regret(rounds, h, bound))",
        "regret = theorem_regret(rounds, h, bound)",
        f"{PLANS}::test_no_promise_is_above_the_horizon",
    ),
    Mutant(
        "the rounds for a regret are one too many",
        PLANNING,
        "while high - low > 1:",
        "while high - low > 2:",
        f"{PLANS}::test_the_rounds_for_a_regret_are_the_fewest",
    ),
    Mutant(
        "a later part of a run is compared with the first rounds",
        CURVES,
        "values = np.array([value(trace.first + t)",
        "values = np.array([value(t)",
        f"{REGRET}::test_a_later_part_of_a_run_is_compared_with_its_own_rounds",
    ),
    Mutant(
        "a later part of a run has the formula of the first rounds",
        CURVES,
        "environment.smooth_losses(trace.first, ",
        "environment.smooth_losses(0, ",
        f"{REGRET}::test_a_later_part_of_a_run_is_compared_with_its_own_rounds",
    ),
)
