"""The laboratory: claims, their instances, and the paper's experiments."""

from tests.mutants.mutant import Mutant

__all__ = ["CLAIMS"]

CURVES, CLOSED = "simulation/regret_curves.py", "theory/closed_forms.py"
OF_CLAIMS, FIGURE1 = "smoothbandits_lab/claims", "smoothbandits_lab/figure1"
TABLE1 = "smoothbandits_lab/table1"
HOLDER, ARMS = f"{OF_CLAIMS}/holder", f"{OF_CLAIMS}/best_arms"
ON_HOLDER = "lab/tests/claims/holder/test_claim.py"
ON_ARMS = "lab/tests/claims/best_arms/test_claim.py"
ON_COST = "lab/tests/claims/cost/test_claim.py"

CLAIMS = (
    Mutant(
        "the best action may be one that mu cannot reach",
        "theory/benchmarks.py",
        "values[..., reachable].min(axis=-1)",
        "values.min(axis=-1)",
        "tests/theory/test_benchmarks.py::test_best_ignores_what_mu_cannot_reach",
    ),
    Mutant(
        "the value of two levels falls below the loss of the best arms",
        CLOSED,
        "max(0.0, 1.0 - n_best / (n_actions * width))",
        "(1.0 - n_best / (n_actions * width))",
        "tests/theory/test_closed_forms.py::test_two_levels",
    ),
    Mutant(
        "cells beside the best one already cost more",
        f"{HOLDER}/runs.py",
        "np.abs(np.arange(CELLS) - best) - 1, 0)",
        "np.abs(np.arange(CELLS) - best), 0)",
        f"{ON_HOLDER}::test_losses_rise_no_faster_than_they_may",
    ),
    Mutant(
        "windows reach beyond the ends of the interval",
        CLOSED,
        "    left = np.clip(y - width / 2.0, 0.0, 1.0 - width)\n    before, after",
        "    left = y - width / 2.0\n    before, after",
        "tests/test_paper.py"
        "::test_a_window_beside_the_best_action_is_a_kernel_and_a_cut_cell_is_not",
    ),
    Mutant(
        "h is balanced by the power of alpha + 1 and not of 2 alpha + 1",
        f"{HOLDER}/runs.py",
        "1.0 / (2.0 * alpha + 1.0)",
        "1.0 / (alpha + 1.0)",
        f"{ON_HOLDER}::test_smoothness_balances_the_two_terms",
    ),
    Mutant(
        "the dual of smooth_h forgets how dense a kernel may be",
        f"{OF_CLAIMS}/dominance/runs.py",
        "np.max(losses - below / h)",
        "np.max(losses - below)",
        "lab/tests/claims/dominance/test_claim.py::test_it_holds[tiny]",
    ),
    Mutant(
        "work on whole arrays is not counted",
        f"{OF_CLAIMS}/cost/counted.py",
        '        self.tally["entries"] += value.size\n        return value.view(np.ndarray)',
        "        return value.view(np.ndarray)",
        f"{ON_COST}::test_a_scan_of_all_actions_turns_it",
    ),
    Mutant(
        "where rounds are alike their benchmark is subtracted only once",
        CURVES,
        "np.cumsum(losses - value(trace.first))",
        "np.cumsum(losses) - value(trace.first)",
        "tests/simulation/test_regret_curves.py"
        "::test_smooth_regret_is_standard_regret_at_one_over_the_number_of_actions",
    ),
    Mutant(
        "the oracle of the first base is not counted",
        f"{OF_CLAIMS}/cost/runs.py",
        '1 + oracle.calls["copies"]',
        'oracle.calls["copies"]',
        f"{ON_COST}::test_every_base_has_an_oracle_that_is_counted",
    ),
    Mutant(
        "the exponent of many best arms is 1 + alpha/2",
        f"{ARMS}/claim.py",
        "(1.0 + alpha) / 2.0",
        "1.0 + alpha / 2.0",
        f"{ON_ARMS}::test_the_exponents_are_the_papers",
    ),
    Mutant(
        "the frontier of many best arms rises with beta and falls with alpha",
        f"{ARMS}/claim.py",
        "1.0 + alpha - beta",
        "1.0 - alpha + beta",
        f"{ON_ARMS}::test_the_frontier_is_the_papers",
    ),
    Mutant(
        "the exponent of hoelder losses has alpha + 2 for 2 alpha + 1",
        f"{HOLDER}/claim.py",
        "(alpha + 1.0) / (2.0 * alpha + 1.0)",
        "(alpha + 1.0) / (alpha + 2.0)",
        f"{ON_HOLDER}::test_the_exponents_are_the_papers",
    ),
    Mutant(
        "the frontier of hoelder losses has alpha for alpha/(1 + alpha)",
        f"{HOLDER}/claim.py",
        "1.0 - alpha / (1.0 + alpha) * beta",
        "1.0 - alpha * beta",
        f"{ON_HOLDER}::test_the_frontier_is_the_papers",
    ),
    Mutant(
        "the best action shares a direction with the others",
        f"{OF_CLAIMS}/needle/haystack.py",
        "features[-1, 0] = 1.0",
        "features[-1, 1] = 1.0",
        "lab/tests/claims/needle/test_haystack.py"
        "::test_losses_are_linear_and_the_best_is_orthogonal",
    ),
    Mutant(
        "shares of captions are not divided by the greatest",
        "datasets/caption.py",
        "    share = share / share.max()\n",
        "",
        "tests/datasets/test_caption.py::test_the_derivation_by_hand",
    ),
    Mutant(
        "an arm is rewarded as often as it should not be",
        "kernels/environments/bernoulli.py",
        "return 0.0 if u < environment.means[int(action[0])] else 1.0",
        "return 1.0 if u < environment.means[int(action[0])] else 0.0",
        "tests/environments/test_bernoulli.py::test_rewards_have_their_means",
    ),
    Mutant(
        "moss++ begins with half of its arms",
        "baselines/moss_plus.py",
        "min(1 << (self.power + 1), arm_count(self.space))",
        "min(1 << self.power, arm_count(self.space))",
        "tests/baselines/test_moss_plus.py::test_the_published_constants",
    ),
    Mutant(
        "the published deviation of empmoss++ is taken for four times as small",
        f"{FIGURE1}/runs.py",
        "Published(3007.3, 2336.8, 100)",
        "Published(3007.3, 584.2, 100)",
        "lab/tests/figure1/test_report.py::test_the_published_difference",
    ),
    Mutant(
        "losses are divided by the range of actions alone",
        "environments/regression.py",
        "return min(low, float(self.y.min())), max(high, float(self.y.max()))",
        "return low, high",
        "tests/environments/test_regression.py"
        "::test_losses_are_divided_by_the_range_of_targets_and_actions",
    ),
    Mutant(
        "the bng sets are drawn with seed 0",
        "datasets/bng.py",
        "seed = 1 if seed is None",
        "seed = 0 if seed is None",
        "tests/datasets/test_bng.py::test_the_first_targets_are_those_that_weka_drew",
    ),
    Mutant(
        "columns that the paper leaves out are kept",
        "datasets/openml_table.py",
        "frame.drop(name for name in self.without if name in frame.columns).drop_nulls()",
        "frame.drop_nulls()",
        "tests/datasets/test_openml_table.py::test_a_date_is_left_out_of_zurich",
    ),
    Mutant(
        "random directions are twice as long as the bandwidth says",
        "features.py",
        "directions /= 2.0 * np.pi",
        "directions /= np.pi",
        "tests/kernels/oracles/test_features.py"
        "::test_random_fourier_features_approximate_the_laplace_kernel",
    ),
    Mutant(
        "the bandwidth of the tree is a width and not a radius",
        "baselines/cats.py",
        "(self.bandwidth or 0.5) * (high - low) / self.leaves",
        "(self.bandwidth or 1.0) * (high - low) / (2.0 * self.leaves)",
        "tests/baselines/test_cats.py::test_the_bandwidth_is_in_leaves",
    ),
    Mutant(
        "learning rates are drawn ten times too small",
        f"{TABLE1}/candidates.py",
        "learning_rate=float(10.0 ** (-2.0 + rng.random()))",
        "learning_rate=float(10.0 ** (-3.0 + rng.random()))",
        "lab/tests/table1/test_settings.py::test_draws_are_the_paper_s_ranges_and_differ",
    ),
    Mutant(
        "weights of the paper's interval are renormalised",
        f"{TABLE1}/row_losses.py",
        "float(rng.poisson(batch, size=len(means)) @ means) / (batch * len(means))",
        "float((w := rng.poisson(batch, size=len(means))) @ means) / float(w.sum())",
        "lab/tests/table1/test_row_losses.py::test_the_paper_s_kind_reflects_the_second_moment",
    ),
)
