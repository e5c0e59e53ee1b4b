"""Forgetting, watching, and beginning anew."""

from tests.mutants.mutant import Mutant

__all__ = ["CHANGE"]

EVIDENCE, WATCH = "kernels/oracles/evidence.py", "kernels/oracles/watch.py"
WATCHED, FORGETTING = "kernels/oracles/watched.py", "kernels/oracles/forgetting.py"
RENEWAL, FADING = "oracles/trees/renewal.py", "oracles/forgetting.py"
OF_EVIDENCE, OF_WATCH = (
    "tests/kernels/oracles/test_evidence.py",
    "tests/kernels/oracles/test_watch.py",
)
OF_RENEWAL, OF_FORGETTING = (
    "tests/oracles/trees/test_renewal.py",
    "tests/oracles/test_forgetting.py",
)
TWIN = "tests/oracles/test_watched.py::test_changes_are_those_of_the_slow_twin"
MEANS = f"{OF_FORGETTING}::test_means_are_those_of_weighted_examples"

CHANGE = (
    Mutant(
        "a challenger counts however far from the model it is",
        EVIDENCE,
        "min(REACH, max(-REACH, challenger - used))",
        "challenger - used",
        f"{OF_EVIDENCE}::test_what_one_round_can_win_or_lose",
    ),
    Mutant(
        "a challenger need not be better by a margin",
        EVIDENCE,
        "expected = counted(usual) + MARGIN * error * error",
        "expected = counted(usual)",
        f"{OF_EVIDENCE}::test_what_one_round_can_win_or_lose",
    ),
    Mutant(
        "a bet stakes its share whatever can be lost",
        EVIDENCE,
        "share = FIRST_BET / at_risk",
        "share = FIRST_BET",
        f"{OF_EVIDENCE}::test_the_capital_is_the_product_of_the_bets",
    ),
    Mutant(
        "the evidence is the largest capital, not the mean",
        EVIDENCE,
        "return most + math.log(total / capital.shape[0])",
        "return most",
        f"{OF_EVIDENCE}::test_the_capital_is_the_product_of_the_bets",
    ),
    Mutant(
        "alpha is spent anew in each comparison",
        EVIDENCE,
        "math.log(comparison * (comparison + 1.0) / alpha)",
        "math.log(1.0 / alpha)",
        f"{OF_EVIDENCE}::test_levels_sum_to_alpha",
    ),
    Mutant(
        "an alpha that is given is not used",
        "oracles/watched.py",
        "watch_beside(inner, self.alpha)",
        "watch_beside(inner, ALPHA)",
        TWIN,
    ),
    Mutant(
        "a challenger is compared before it has learned",
        WATCH,
        "clock[CHALLENGED] >= clock[WINDOW] // WARM_UP",
        "clock[CHALLENGED] >= 0",
        OF_WATCH,
    ),
    Mutant(
        "a challenger of a long-known world lives no longer",
        WATCH,
        "clock[WINDOW] = min(MOST_WINDOW, max(LEAST_WINDOW, clock[USED] // WINDOW_SHARE))",
        "clock[WINDOW] = LEAST_WINDOW",
        OF_WATCH,
    ),
    Mutant(
        "after a change it is compared as late as at first",
        WATCH,
        "SETTLED if clock[CHANGES] == 0 else SOON",
        "SETTLED",
        OF_WATCH,
    ),
    Mutant(
        "a challenger inherits the evidence of the last one",
        WATCH,
        "    for i in range(watch.capital.shape[0]):\n        watch.capital[i] = 0.0\n",
        "",
        OF_WATCH,
    ),
    Mutant(
        "a challenger inherits what the last one learned",
        WATCH,
        "    become(watch.challenger, watch.pristine)\n",
        "",
        OF_WATCH,
    ),
    Mutant(
        "every comparison is the first",
        WATCH,
        "    clock[COMPARISON] += 1\n",
        "",
        OF_WATCH,
    ),
    Mutant(
        "what challengers usually were outlives a change",
        WATCH,
        "    watch.usual[SUM] = watch.usual[COUNT] = 0.0\n",
        "",
        OF_WATCH,
    ),
    Mutant(
        "exploration does not begin again after a change",
        WATCH,
        "return number if watch.clock[CHANGES] == 0 else watch.clock[USED]",
        "return number",
        OF_WATCH,
    ),
    Mutant(
        "a challenger is compared with a model that goes on learning",
        WATCHED,
        "predicted(oracle.before, context, action)",
        "predicted(inner, context, action)",
        TWIN,
    ),
    Mutant(
        "the challenger learns a loss before it predicts it",
        WATCHED,
        """    if compares(watch):
        compare(watch, predicted(oracle.before, context, action), context, action, loss)
    teach(inner, context, action, loss, weight, key)
    teach(watch.challenger, context, action, loss, weight, key)
""",
        """    teach(inner, context, action, loss, weight, key)
    teach(watch.challenger, context, action, loss, weight, key)
    if compares(watch):
        compare(watch, predicted(oracle.before, context, action), context, action, loss)
""",
        TWIN,
    ),
    Mutant(
        "after a change the oracle is the challenger, not untaught",
        WATCHED,
        "become(inner, watch.pristine)",
        "become(inner, watch.challenger)",
        "tests/oracles/test_watched.py::test_after_a_change_a_table_has_just_begun",
    ),
    Mutant(
        "in a half-life all but 1/e is kept",
        FADING,
        "0.5 ** (every / self.rounds)",
        "np.exp(-every / self.rounds)",
        MEANS,
    ),
    Mutant(
        "sixteen times in a half-life one example's worth is forgotten",
        FADING,
        "0.5 ** (every / self.rounds)",
        "0.5 ** (1 / self.rounds)",
        MEANS,
    ),
    Mutant(
        "from its first time on it forgets with each example",
        FORGETTING,
        "        oracle.clock[SINCE] = 0\n",
        "",
        MEANS,
    ),
    Mutant(
        "a table forgets how often but not how much",
        FORGETTING,
        "            oracle.totals[arm] *= factor\n",
        "",
        MEANS,
    ),
    Mutant(
        "least squares forget their ridge",
        FORGETTING,
        "        oracle.matrix[i, i] += (1.0 - factor) * ridge\n",
        "",
        f"{OF_FORGETTING}::test_least_squares_are_those_of_weighted_examples",
    ),
    Mutant(
        "newton forgets what its curvature began with",
        FORGETTING,
        "oracle.matrix[i, j] = start + factor * (oracle.matrix[i, j] - start)",
        "oracle.matrix[i, j] = factor * oracle.matrix[i, j]",
        f"{OF_FORGETTING}::test_curvature_fades_to_what_it_began_with",
    ),
    Mutant(
        "only the first category becomes less certain",
        FORGETTING,
        "range(optimiser.inverse.shape[0])",
        "range(1)",
        f"{OF_FORGETTING}::test_every_category_becomes_less_certain",
    ),
    Mutant(
        "what is forgotten may become less certain than at first",
        FORGETTING,
        "        if covariance[i, i] > first[i, i]:\n",
        "        if covariance[i, i] > 1e9 * first[i, i]:\n",
        f"{OF_FORGETTING}::test_what_is_not_seen_again_is_as_uncertain_as_before_any_example",
    ),
    Mutant(
        "outcomes mix up what stays and what goes",
        FORGETTING,
        "lower[i, j] = both + first[i, j] / (1.0 - factor)",
        "lower[i, j] = both + first[i, j] / factor",
        f"{OF_FORGETTING}::test_outcomes_are_forgotten_as_by_the_slow_twin",
    ),
    Mutant(
        "examples of a world that is no more are fitted again",
        RENEWAL,
        "min(kept, int(clock[USED]))",
        "kept",
        OF_RENEWAL,
    ),
    Mutant(
        "after a change the oldest examples stay, not the newest",
        RENEWAL,
        "old = slice(kept - stay, kept)",
        "old = slice(0, stay)",
        OF_RENEWAL,
    ),
    Mutant(
        "trees of a world that is no more go on deciding",
        RENEWAL,
        "            active=np.zeros_like(state.active),\n",
        "",
        OF_RENEWAL,
    ),
    Mutant(
        "old examples are dropped between two looks",
        RENEWAL,
        "return 0 if self.outdated(state) and since_look == 0 else",
        "return 0 if self.outdated(state) else",
        OF_RENEWAL,
    ),
    Mutant(
        "the judge keeps its evidence beyond a change",
        RENEWAL,
        "            evidence=np.zeros_like(state.evidence),\n",
        "",
        OF_RENEWAL,
    ),
)
