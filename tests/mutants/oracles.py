"""Oracles that learn online."""

from tests.mutants.mutant import Mutant

__all__ = ["ORACLES"]

CODE, KERNELS, TESTS = "kernels/oracles", "tests/kernels/oracles", "tests/oracles"
TABLE, ADDITIVE = f"{CODE}/table.py", f"{CODE}/additive.py"
DISPERSION, LINEAR = f"{CODE}/dispersion.py", f"{CODE}/linear.py"
LOGISTIC, HARMONIC = f"{CODE}/logistic.py", f"{CODE}/harmonic.py"
FINITE, WEIGHTED = f"{CODE}/finite_class.py", f"{CODE}/weighted.py"
SCALED, CURVE = f"{CODE}/scaled.py", f"{CODE}/smooth_curve.py"
OPTIMISERS, NUMERICS = f"{CODE}/optimisers.py", "kernels/numerics.py"
NEWTON = f"{KERNELS}/test_linear.py::test_online_newton_step_beyond_the_interval_of_losses"

ORACLES: tuple[Mutant, ...] = (
    Mutant(
        "seen items of a table weigh the same in M(A)",
        TABLE,
        "seen_mass += mu",
        "seen_mass += 1.0 / space.size",
        f"{KERNELS}/test_table.py::test_mass_is_the_plain_sum",
    ),
    Mutant(
        "a row of the covariance is settled, and its column is not",
        ADDITIVE,
        "        row[j] *= 1.0 - share\n        covariance[j, at] = row[j]",
        "        row[j] *= 1.0 - share",
        f"{KERNELS}/test_additive.py::test_a_greedy_round_leaves_the_covariance_symmetric",
    ),
    Mutant(
        "the sides of the dispersion's valley are exchanged in M(A)",
        DISPERSION,
        "(rest_left + lift * left) * (rest_right + lift * right)",
        "(rest_left + lift * right) * (rest_right + lift * left)",
        f"{KERNELS}/test_dispersion.py::test_mass_has_a_closed_form",
    ),
    Mutant(
        "the gradient of the online Newton step is that of the clipped prediction",
        LINEAR,
        "residual = dot(phi, oracle.parameters, size) - loss",
        "residual = clip(dot(phi, oracle.parameters, size)) - loss",
        NEWTON,
    ),
    Mutant(
        "the gradient is clipped in the online Newton step",
        LINEAR,
        "gradient[i] = 2.0 * weight * residual * phi[i]",
        "gradient[i] = min(1.0, max(-1.0, 2.0 * weight * residual * phi[i]))",
        NEWTON,
    ),
    Mutant(
        "the parameters of the online Newton step leave their ball",
        LINEAR,
        "    project(oracle.matrix, oracle.parameters, oracle.setting[1])\n",
        "",
        f"{TESTS}/test_newton.py::test_the_parameters_stay_in_the_ball_and_reach_its_surface",
    ),
    Mutant(
        "the query weighs one in least squares",
        LINEAR,
        "(1.0 + weight * max(0.0, quadratic_form",
        "(1.0 + max(0.0, quadratic_form",
        f"{KERNELS}/test_linear.py::test_weighted_vovk_azoury_warmuth",
    ),
    Mutant(
        "a heavy example overshoots in gradient descent",
        LINEAR,
        "residual * -math.expm1(-time) / norm",
        "residual * time / norm",
        f"{TESTS}/test_gradient.py::test_no_weight_overshoots_the_label",
    ),
    Mutant(
        "curvature is that of before the example",
        LOGISTIC,
        "    p = sigmoid(z)\n    curvature",
        "    p = sigmoid(logit)\n    curvature",
        f"{KERNELS}/test_logistic.py::test_each_example_moves_as_the_slow_twin_does",
    ),
    Mutant(
        "a searched argmin is said to be better than it is",
        HARMONIC,
        "0.25 * series_error",
        "0.025 * series_error",
        f"{KERNELS}/test_harmonic.py"
        "::test_the_error_bound_is_that_of_a_minimum_between_two_candidates",
    ),
    Mutant(
        "functions of a finite class are mixed as if the query weighed one",
        FINITE,
        "rate = eta * weight",
        "rate = eta",
        f"{KERNELS}/test_finite_class.py::test_predicts_by_the_substitution_rule",
    ),
    Mutant(
        "an example that is shown keeps its weight",
        WEIGHTED,
        "observe(oracle.inner, context, action, loss, 1.0, key)",
        "observe(oracle.inner, context, action, loss, weight, key)",
        f"{KERNELS}/test_weighted.py::test_the_coin_of_an_example_comes_from_its_key",
    ),
    Mutant(
        "a missing entry counts as the least",
        SCALED,
        "0.0 if cells[i] == MISSING",
        "-1.0 if cells[i] == MISSING",
        f"{TESTS}/test_scaled.py::test_entries_become_places_among_their_knots",
    ),
    Mutant(
        "the length of the curve is not halved",
        CURVE,
        "found, i - 1  #",
        "found, i  #",
        f"{KERNELS}/test_smooth_curve.py::test_learns_as_its_twin_does",
    ),
    Mutant(
        "the argmin within its cell leans to the higher neighbour",
        CURVE,
        "WITHIN * (left - right)",
        "WITHIN * (right - left)",
        f"{KERNELS}/test_smooth_curve.py::test_where_in_the_best_cell_the_argmin_is",
    ),
    Mutant(
        "Adam's first moment keeps its bias",
        OPTIMISERS,
        "scale = rate / (1.0 - clock[3])",
        "scale = rate",
        f"{KERNELS}/test_optimisers.py::test_steps_are_the_published_ones",
    ),
    Mutant(
        "a batch steps by the sum of its gradients",
        OPTIMISERS,
        "gradient[i] /= count",
        "gradient[i] /= 1.0",
        f"{KERNELS}/test_optimisers.py::test_batches_of_all_sizes_step_by_their_mean",
    ),
    Mutant(
        "variances fall below zero by rounding",
        NUMERICS,
        "        if not scale * v[i] * v[i] <= inverse[i, i]:\n            return\n",
        "        pass\n",
        f"{KERNELS}/test_linear.py::test_no_variance_falls_below_zero",
    ),
)
