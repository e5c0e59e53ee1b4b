"""One decision: the draw from mu, its acceptance, and the law that is stated of it."""

from tests.mutants.mutant import Mutant

__all__ = ["SAMPLER"]

STEPS, IGW = "kernels/steps.py", "kernels/explorers/igw.py"
ACCEPTING, CAPPED = "kernels/explorers/accepting.py", "kernels/explorers/capped_igw.py"
SMOOTH, CUBE = "kernels/explorers/smooth_igw.py", "kernels/spaces/cube.py"
CATALOG, PRODUCT = "kernels/spaces/catalog.py", "kernels/spaces/product.py"
PHILOX, FACADE = "kernels/philox.py", "bandit/facade.py"
LAW, ADAPTIVE = "tests/explorers/test_smooth_igw.py", "tests/explorers/test_adaptive_igw.py"
ACTIONS, DRAWS = "tests/kernels/spaces/test_actions.py", "tests/kernels/test_philox.py"
CERTIFICATE, SPACES = "tests/bandit/test_certificate.py", "tests/spaces/test_spaces.py"

SAMPLER = (
    Mutant(
        "the gap counts half",
        IGW,
        "1.0 / (1.0 + rate * gap)",
        "1.0 / (1.0 + 0.5 * rate * gap)",
        f"{LAW}::test_actions_are_played_by_the_law",
    ),
    Mutant(
        "the coin that accepts draws the base too",
        STEPS,
        "pick(explorer, u_base, explore)",
        "pick(explorer, u_accept, explore)",
        f"{ADAPTIVE}::test_bases_and_actions_are_drawn_by_their_joint_law",
    ),
    Mutant(
        "the atom weighs all bases alike",
        ACCEPTING,
        "explored += probabilities[b] * masses[b]",
        "explored += masses[b] / rates.shape[0]",
        f"{ADAPTIVE}::test_on_an_interval_the_atom_is_one_minus_the_mean_mass",
    ),
    Mutant(
        "a draw that hits the greedy action has no atom",
        ACCEPTING,
        "greedily = (same_point(action, greedy), flags & WITH_ATOM != 0)",
        "greedily = (record[EXPLORED] == 0.0, flags & WITH_ATOM != 0)",
        f"{LAW}::test_a_decision_carries_the_law_of_its_own_action",
    ),
    Mutant(
        "the density without an atom is stated without its normaliser",
        CAPPED,
        "= tau * kept[box] / z, 0.0, 0.0",
        "= tau * kept[box], 0.0, 0.0",
        "tests/explorers/test_capped_igw.py::test_every_round_can_be_used_again_and_the_density_"
        "without_its_normaliser_is_wrong",
    ),
    Mutant(
        "the normaliser may be anything below one",
        CAPPED,
        "elif z * KAPPA < 1.0:",
        "elif z * 9.0 < 1.0:",
        "tests/explorers/test_capped_igw.py::test_the_stated_law_is_that_of_a_level_with_a_good_"
        "normaliser",
    ),
    Mutant(
        "a propensity is that of a round long learned",
        FACADE,
        "return self._states.propensity(features, point, self.rounds, base, allowed)",
        "return self._states.propensity(features, point, self.learned, base, allowed)",
        f"{CERTIFICATE}::test_questions_are_about_the_round_to_come",
    ),
    Mutant(
        "epsilon-greedy does not state its epsilon",
        "kernels/explorers/fixed_rate.py",
        "return np.full(1, rate), np.zeros(1)",
        "return np.ones(1), np.zeros(1)",
        "tests/explorers/test_fixed_rate.py",
    ),
    Mutant(
        "the oracle's bound is not interpolated between powers of two",
        SMOOTH,
        "bound = low + (high - low) * (place - k)",
        "bound = low",
        f"{LAW}::test_anytime_with_a_growing_bound",
    ),
    Mutant(
        "the third knob repeats the first",
        CUBE,
        "uniforms(key, SLOT_ACTION + i // 2)",
        "uniforms(key, SLOT_ACTION)",
        f"{ACTIONS}::test_every_coordinate_of_a_cube_is_uniform_and_unrelated_to_the_others",
    ),
    Mutant(
        "the coin of the alias table is turned round",
        CATALOG,
        "v >= space.threshold[column]",
        "v < space.threshold[column]",
        f"{ACTIONS}::test_catalogues_are_drawn_by_their_masses",
    ),
    Mutant(
        "the category follows from the number",
        PRODUCT,
        "draw_item(space.catalog, key, SLOT_ACTION + 1)",
        "draw_item(space.catalog, key, SLOT_ACTION)",
        f"{ACTIONS}::test_number_and_category_are_drawn_apart",
    ),
    Mutant(
        "seeds that differ by 2^32 draw alike",
        PHILOX,
        "U64(1), U64(0), s & M32, s >> S32)",
        "U64(1), U64(0), s & M32, U64(0))",
        f"{DRAWS}::test_every_bit_counts",
    ),
    Mutant(
        "only the lower half of a key counts",
        PHILOX,
        "k & M32, k >> S32)",
        "k & M32, U64(0))",
        f"{DRAWS}::test_every_bit_counts",
    ),
    Mutant(
        "a value of past actions counts with all its mass below it",
        "measures.py",
        "at_values = below - 0.5 * counts / samples.size",
        "at_values = 1.0 * below",
        "tests/test_measures.py::test_empirical_drops_no_mass",
    ),
    Mutant(
        "items of no weight may be greedy",
        "spaces/catalog.py",
        "return np.asarray(self.weights) > 0.0",
        "return np.asarray(self.weights) >= 0.0",
        f"{SPACES}::test_categories_of_weight_zero_are_held_but_neither_drawn_nor_searched",
    ),
)
