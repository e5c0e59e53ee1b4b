"""The master, its bases, and the adaptive explorers."""

from tests.mutants.mutant import Mutant

__all__ = ["CORRAL"]

KERNEL, ADAPTIVE = "kernels/explorers/corral.py", "kernels/explorers/adaptive_igw.py"
MASTER, STABLE = "explorers/corral.py", "explorers/stable_corral.py"
EXPLORER, LEARNER = "explorers/adaptive_igw.py", "bandit/learner.py"
PUBLISHED = "tests/explorers/test_corral.py::test_is_the_published_algorithm"
STEP, GRID = "tests/kernels/explorers/test_corral.py", "tests/explorers/test_adaptive_igw.py"
BANDIT = "tests/bandit/test_corral_bandit.py"

CORRAL = (
    Mutant(
        "the stated law of an anytime grid does not grow",
        ADAPTIVE,
        "scale = gap_scale(explorer, best) * growth(explorer, number)",
        "scale = gap_scale(explorer, best)",
        f"{GRID}::test_an_anytime_grid_grows_like_the_root_of_the_rounds",
    ),
    Mutant(
        "the master does not mix",
        MASTER,
        "mixing=1.0 / rounds",
        "mixing=0.0",
        PUBLISHED,
    ),
    Mutant(
        "the mixing of stable bases is 0",
        STABLE,
        "mixing=1.0 / self.rounds",
        "mixing=0.0",
        f"{BANDIT}::test_no_base_is_ever_out_of_reach",
    ),
    Mutant(
        "the mixing of the grid is 0",
        EXPLORER,
        "mixing=self.mixing",
        "mixing=0.0",
        f"{GRID}::test_mixing_keeps_every_base_in_reach",
    ),
    Mutant(
        "the learning rate is not divided among the bases",
        EXPLORER,
        "self.eta / self.bases",
        "self.eta",
        f"{GRID}::test_the_learning_rate_is_divided_among_the_bases",
    ),
    Mutant(
        "a grid with only its highest end given has the lowest of the space",
        EXPLORER,
        "low, high = self.highest * low / high, self.highest",
        "low, high = low, self.highest",
        f"{GRID}::test_one_end_of_the_grid_moves_the_other",
    ),
    Mutant(
        "greedy play is credited to the master",
        LEARNER,
        "decision.propensity.density > 0.0,",
        "True,",
        f"{BANDIT}::test_greedy_play_teaches_the_oracle_alone",
    ),
    Mutant(
        "a block of greedy play is credited to the master",
        LEARNER,
        "decisions.densities > 0.0,",
        "decisions.densities >= 0.0,",
        f"{BANDIT}::test_a_block_of_greedy_play_teaches_the_oracle_alone",
    ),
    Mutant(
        "the spread of weights is ignored",
        STABLE,
        "spread = (self.rounds * self.bases) ** 1.5",
        "spread = 1.0",
        f"{BANDIT}::test_the_bound_counts_how_far_apart_weights_can_be",
    ),
    Mutant(
        "estimates are not divided by the probability of the base",
        KERNEL,
        "(loss - corral.shift) / probability",
        "(loss - corral.shift)",
        "tests/explorers/test_corral.py::test_estimates_are_unbiased",
    ),
    Mutant(
        "bases are drawn before mixing",
        KERNEL,
        "mixed = corral.rows[MIXED]\n    last",
        "mixed = corral.rows[PROBABILITY]\n    last",
        f"{STEP}::test_choose_inverts_the_distribution_function",
    ),
    Mutant(
        "rho forgets how unlikely a base has been",
        KERNEL,
        "max(rows[RUNNING, b], inverse)",
        "inverse",
        PUBLISHED,
    ),
    Mutant(
        "the weight of an example is not divided by the probability of its base",
        "kernels/explorers/stable_corral.py",
        "return gamma, gamma / probability, h * gamma",
        "return gamma, gamma, h * gamma",
        f"{BANDIT}::test_only_the_invoked_base_learns_and_by_its_weight",
    ),
)
