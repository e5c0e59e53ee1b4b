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
        "a challenger need not be better by a margin",
        EVIDENCE,
        "expected = counted(usual) + MARGIN * error * error",
        "expected = counted(usual)",
        f"{OF_EVIDENCE}::test_what_one_round_can_win_or_lose",
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
        "a challenger of a long-known world lives no longer",
        WATCH,
        "clock[WINDOW] = min(MOST_WINDOW, max(LEAST_WINDOW, clock[USED] // WINDOW_SHARE))",
        "clock[WINDOW] = LEAST_WINDOW",
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
        "in a half-life all but 1/e is kept",
        FADING,
        "0.5 ** (every / self.rounds)",
        "np.exp(-every / self.rounds)",
        MEANS,
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
        "examples of a world that is no more are fitted again",
        RENEWAL,
        "min(kept, int(clock[USED]))",
        "kept",
        OF_RENEWAL,
    ),
    Mutant(
        "trees of a world that is no more go on deciding",
        RENEWAL,
        "            active=np.zeros_like(state.active),\n",
        "",
        OF_RENEWAL,
    ),
)
