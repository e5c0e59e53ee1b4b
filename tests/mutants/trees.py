"""Trees, their slices, valleys, and who decides."""

from tests.mutants.mutant import Mutant

__all__ = ["TREES"]

CODE, KERNELS = "kernels/oracles", "tests/kernels/oracles"
FITS, TESTS = "oracles/trees", "tests/oracles/trees"
BOOSTED, WALK, SLICES = f"{CODE}/boosted.py", f"{CODE}/trees.py", f"{CODE}/slices.py"
VALLEY, HYPERBOLA = f"{CODE}/valley.py", f"{CODE}/hyperbola.py"
JUDGE, FIT, VALLEYS = f"{FITS}/judge.py", f"{FITS}/boosted.py", f"{FITS}/valleys.py"
MADE, TRIED = f"{KERNELS}/test_boosted.py", f"{TESTS}/test_judge.py"

TREES: tuple[Mutant, ...] = (
    Mutant(
        "the judge goes by the row of an example and not by its number",
        JUDGE,
        "oldest = max(0, kept - (seen - int(state.since[0])))",
        "oldest = min(kept, int(state.since[0]))",
        f"{TRIED}::test_examples_since_the_last_fit",
    ),
    Mutant(
        "a fit notes the row of its last example and not its number",
        FIT,
        "seen = int(state.kept[1])",
        "seen = int(state.kept[0])",
        f"{TRIED}::test_a_fit_notes_the_number_of_its_last_example",
    ),
    Mutant(
        "examples for which there is no room are not counted",
        BOOSTED,
        "    oracle.kept[1] += 1\n    if row < oracle.actions.shape[0]:\n",
        "    if row < oracle.actions.shape[0]:\n        oracle.kept[1] += 1\n",
        f"{MADE}::test_examples_without_room_are_counted",
    ),
    Mutant(
        "the first oracle is judged by what it learned meanwhile",
        JUDGE,
        "asked = state._replace(online=state.before)",
        "asked = state",
        f"{TRIED}::test_the_first_oracle_is_judged_by_what_it_knew_at_the_fit",
    ),
    Mutant(
        "models are judged by the level of losses",
        BOOSTED,
        "evaluate(seen, c, actions[i]) - evaluate(seen, c, others[i])",
        "evaluate(seen, c, actions[i])",
        f"{MADE}::test_differences_are_those_to_the_action_that_is_greedy",
    ),
    Mutant(
        "the variance of older evidence fades as slowly as its mean",
        JUDGE,
        "[MEMORY, MEMORY**2]",
        "[MEMORY, MEMORY]",
        f"{TRIED}::test_half_of_older_evidence_is_remembered",
    ),
    Mutant(
        "the largest gain decides though it is doubted",
        JUDGE,
        "np.argmax(np.where(doubted, -np.inf, gain))",
        "np.argmax(gain)",
        f"{TRIED}::test_the_preferred_model_stays_unless_another_is_better_beyond_doubt",
    ),
    Mutant(
        "a log's rows test the models that they taught",
        JUDGE,
        "column[out].astype(np.float64) for column in log",
        "column[~out].astype(np.float64) for column in log",
        f"{TRIED}::test_each_half_of_a_log_tests_what_the_other_taught",
    ),
    Mutant(
        "the valley is fitted to a log that doubts it",
        FIT,
        "alone = own if log != AGREES and enough else None",
        "alone = None",
        f"{TESTS}/test_log.py::"
        "test_where_a_log_doubts_all_begins_as_cold_and_the_valley_is_that_of_own_rounds",
    ),
    Mutant(
        "all categories have the same mass",
        BOOSTED,
        "oracle.shares[category] * masses[b]",
        "masses[b] / oracle.shares.shape[0]",
        f"{MADE}::test_categories_count_by_their_mass",
    ),
    Mutant(
        "a category without mass may be the best",
        BOOSTED,
        "if oracle.shares[category] > 0.0:",
        "if oracle.shares[category] >= 0.0:",
        f"{MADE}::test_a_category_without_mass_is_not_the_best",
    ),
    Mutant(
        "the valley is added at the beginning of each cell",
        BOOSTED,
        "middle = 0.5 * (edges[cell] + edges[cell + 1])",
        "middle = edges[cell]",
        f"{MADE}::test_a_surface_stands_on_the_valley_at_the_middle_of_each_cell",
    ),
    Mutant(
        "decisions see more digits of a context than fits",
        BOOSTED,
        "row[i] = narrow(context[i])",
        "row[i] = context[i]",
        f"{MADE}::test_a_context_decides_as_it_is_kept",
    ),
    Mutant(
        "only the first 32 categories are looked up",
        WALK,
        "trees.words[first + category // WORD_BITS] >>",
        "trees.words[first] >>",
        f"{KERNELS}/test_trees.py::test_slices_are_the_library_s_predictions[categories]",
    ),
    Mutant(
        "an edge belongs to the cell above it",
        SLICES,
        "if edges[middle] < action:",
        "if edges[middle] <= action:",
        f"{KERNELS}/test_slices.py::test_the_cell_of_an_action",
    ),
    Mutant(
        "the first cell within reach is smoothed in twice",
        SLICES,
        "inside = area[right] - area[left + 1]",
        "inside = area[right] - area[left]",
        f"{KERNELS}/test_slices.py::test_smoothing_by_its_definition",
    ),
    Mutant(
        "wild losses pull at the valley with all their size",
        VALLEY,
        "residual = min(largest, max(-largest, predicted - losses[i]))",
        "residual = predicted - losses[i]",
        f"{KERNELS}/test_valley.py::test_a_residual_counts_up_to_the_largest_only",
    ),
    Mutant(
        "trials are tested on examples that they were taught",
        VALLEYS,
        "boost_places(examples.part(~out), start, trees)",
        "boost_places(examples, start, trees)",
        f"{TESTS}/test_valley.py::test_places_are_those_of_trees_that_were_not_taught_the_example",
    ),
    Mutant(
        "the width of a valley moves without its depth",
        HYPERBOLA,
        "(width - v * sinh) / root - lean * sinh - 1.0 / cosh",
        "(width - v * sinh) / root - lean * sinh",
        f"{KERNELS}/test_hyperbola.py::test_slope_and_gradient_by_differences",
    ),
    Mutant(
        "the steep side of a valley is the flat one in M(A)",
        HYPERBOLA,
        "- odd * log",
        "+ odd * log",
        f"{KERNELS}/test_hyperbola.py::test_mass_by_quadrature",
    ),
)
