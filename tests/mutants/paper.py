"""Statements of the paper that the other lists leave out."""

from tests.mutants.mutant import Mutant

__all__ = ["PAPER"]

BENCHMARKS, CERTIFICATE = "theory/benchmarks.py", "theory/certificate.py"
LAW, THEOREM = "theory/igw_law.py", "theory/theorem.py"
NET, BASE = "oracles/finite_class.py", "explorers/stable_base.py"
ORACLES, TESTS = "tests/oracles", "tests/theory"
VALUES, WORST = f"{TESTS}/test_benchmarks.py", f"{TESTS}/test_certificate.py"
PLAYED, PROMISED = f"{TESTS}/test_igw_law.py", f"{TESTS}/test_theorem.py"
CONJUGATE = "tests/test_paper.py::test_the_two_parabolas_are_conjugate"
STABLE, BANDIT = "tests/explorers/test_stable_base.py", "tests/bandit/test_corral_bandit.py"
STABILITY = "lab/tests/claims/stability"

PAPER: tuple[Mutant, ...] = (
    Mutant(
        "a loss is learned of the last action, not of its own",
        "bandit/learner.py",
        "point[0] = decision.point[0]",
        "pass",
        "tests/bandit/test_facade.py::test_a_late_loss_is_that_of_its_own_action",
    ),
    Mutant(
        "the distance of a net from the truth counts once",
        NET,
        "2.0 * self.approximation * rounds",
        "self.approximation * rounds",
        f"{ORACLES}/test_finite_class.py::test_regret_over_a_net_against_functions_outside_it",
    ),
    Mutant(
        "a smoothed kernel gives one action all that is left",
        "theory/vertices.py",
        "(caps > rest + ROUNDING)",
        "(caps > 0.0)",
        f"{TESTS}/test_vertices.py"
        "::test_each_is_a_smoothed_kernel_with_at_most_one_density_strictly_between",
    ),
    Mutant(
        "the quantile counts actions, not their mass",
        BENCHMARKS,
        "np.cumsum(checked_weights(weights, values",
        "np.cumsum(checked_weights(None, values",
        f"{VALUES}::test_the_quantile_is_the_least_loss_with_share_h_at_or_below_it",
    ),
    Mutant(
        "a fixed kernel is weighed by mu once more",
        BENCHMARKS,
        "(values * probabilities)",
        "(values * probabilities * mass)",
        f"{VALUES}::test_the_smooth_value_is_that_of_the_best_kernel",
    ),
    Mutant(
        "least squares remembers the last loss only",
        "kernels/oracles/linear.py",
        "oracle.target[i] += weight * loss * phi[i]",
        "oracle.target[i] = weight * loss * phi[i]",
        f"{ORACLES}/test_linear.py::test_the_stated_bound_holds_for_every_comparator_of_its_norm",
    ),
    Mutant(
        "the rate of a generalised linear model falls with the rounds, not with their root",
        "oracles/glm.py",
        "(self.radius * math.sqrt(self.rounds))",
        "(self.radius * self.rounds)",
        f"{ORACLES}/test_glm.py::test_with_noise_the_mean_error_is_below_the_stated_bound",
    ),
    Mutant(
        "a net ignores what a function rises within a cell",
        NET,
        "approximation=epsilon / 2.0 + lipschitz / (2.0 * cells)",
        "approximation=epsilon / 2.0",
        f"{ORACLES}/test_finite_class.py::test_the_net_covers_lipschitz_functions",
    ),
    Mutant(
        "every knob of a box is measured by the first",
        "spaces/box.py",
        "[side.to_unit(a) for side, a in",
        "[self.sides[0].to_unit(a) for side, a in",
        "tests/spaces/test_spaces.py::test_units_lead_back_to_the_action",
    ),
    Mutant(
        "the stated law scales gaps without h",
        LAW,
        'check_fraction("h", h) * check_positive("gamma", gamma)',
        'check_positive("gamma", gamma)',
        f"{PLAYED}::test_is_squarecb_at_one_over_the_number_of_actions",
    ),
    Mutant(
        "square errors of rare actions count in full",
        CERTIFICATE,
        "rate / 4.0 * played * squares",
        "rate / 4.0 * squares",
        f"{WORST}::test_the_worst_case_agrees_with_a_search",
    ),
    Mutant(
        "bases step at the rate of the first",
        "kernels/explorers/corral.py",
        "1.0 / p[i] + eta[i] * loss[i]",
        "1.0 / p[i] + eta[0] * loss[i]",
        "tests/kernels/explorers/test_corral.py::test_solves_the_optimality_conditions",
    ),
    Mutant(
        "the grid of smoothness begins at one",
        "explorers/stable_corral.py",
        "0.5 ** np.arange(1, self.bases + 1)",
        "0.5 ** np.arange(self.bases)",
        f"{BANDIT}::test_the_bases_reach_one_over_the_horizon",
    ),
    Mutant(
        "rare rounds of a base count once in its regret",
        "smoothbandits_lab/claims/stability/rare_base.py",
        "(self.regrets / self.probabilities).sum()",
        "self.regrets.sum()",
        f"{STABILITY}/test_rare_base.py::test_regret_counts_by_one_over_q",
    ),
    Mutant(
        "the stability bound does not grow with rho",
        BASE,
        'self.bound * check_positive("rho", rho), sharp=True',
        "self.bound, sharp=True",
        f"{STABLE}::test_exploration_and_estimation_cost_the_same",
    ),
    Mutant(
        "the square error of the worst case counts twice",
        CERTIFICATE,
        "rate / 4.0",
        "rate / 2.0",
        CONJUGATE,
    ),
    Mutant(
        "the worst f stops halfway to where the parabolas touch",
        CERTIFICATE,
        "step = 2.0 * advantage",
        "step = advantage",
        CONJUGATE,
    ),
    Mutant(
        "the divergence is not divided by the law that is played",
        CERTIFICATE,
        "(rate * np.where(seen, played, 1.0))",
        "rate",
        f"{WORST}::test_the_chi_square_formula",
    ),
    Mutant(
        "the worst f lies on the other side of fhat",
        CERTIFICATE,
        "worst = fhat + np.where",
        "worst = fhat - np.where",
        f"{WORST}::test_the_chi_square_formula",
    ),
    Mutant(
        "the atom takes the place of the greedy action's own draw",
        LAW,
        "law[best] += ",
        "law[best] = ",
        f"{PLAYED}::test_is_the_law_of_the_rejection_sampler",
    ),
    Mutant(
        "the stated law weighs predictions, not their gaps",
        LAW,
        "np.maximum(losses - losses[best], 0.0)",
        "np.maximum(losses, 0.0)",
        f"{PLAYED}::test_the_price_of_exploring_is_the_rejected_mass",
    ),
    Mutant(
        "the certificate leaves out the mass that was explored",
        CERTIFICATE,
        "(2.0 - masses - level)",
        "(2.0 - level)",
        f"{WORST}::test_the_greedy_action_itself_matters_less_and_less_as_mu_loses_its_atoms",
    ),
    Mutant(
        "the certificate leaves out what the kernel itself weighs",
        CERTIFICATE,
        "(2.0 - masses - level)",
        "(2.0 - masses)",
        f"{WORST}::test_equality_for_point_masses_under_uniform_mu",
    ),
    Mutant(
        "the certificate is not divided by h",
        CERTIFICATE,
        "/ (level * gammas)",
        "/ gammas",
        f"{WORST}::test_equality_for_every_full_density_kernel_away_from_the_greedy_action",
    ),
    Mutant(
        "gamma of a stable base forgets rho",
        BASE,
        'self.bound * check_positive("rho", rho))\n\n    def weight',
        "self.bound)\n\n    def weight",
        f"{STABLE}::test_along_any_sequence_of_probabilities",
    ),
    Mutant(
        "rare bases cost half of what they may",
        THEOREM,
        "(80.0 * eta",
        "(40.0 * eta",
        f"{PROMISED}::test_corral_pays_the_worst_that_rarely_invoked_bases_can_cost",
    ),
    Mutant(
        "the sharp promise is no sharper than the paper's",
        THEOREM,
        "constant = 2.0 if",
        "constant = 4.0 if",
        f"{PROMISED}::test_a_stable_base_is_stable_for_every_beta",
    ),
    Mutant(
        "the rate of beta takes the oracle's bound to the power of the rounds",
        THEOREM,
        "reg ** (share - 1.0)",
        "reg ** -share",
        f"{BANDIT}::test_beta_gives_the_rate_of_the_oracles_bound",
    ),
)
