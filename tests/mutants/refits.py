"""Fits beside a live bandit."""

from tests.mutants.mutant import Mutant

__all__ = ["REFITS"]

REFITTING, REFITTED = "bandit/refitting.py", "oracles/refitted.py"
AHEAD = "simulation/between_fits.py"
OF_REFITTING = "tests/bandit/test_refitting.py"
OF_AHEAD = "tests/simulation/test_between_fits.py"
WHOLE_BATCHES = f"{OF_AHEAD}::test_an_epoch_is_learned_in_whole_batches"

REFITS = (
    Mutant(
        "all fits of a bandit draw alike",
        REFITTING,
        "self.seed + learned",
        "self.seed",
        f"{OF_REFITTING}::test_fits_that_are_waited_for_come_at_once_and_draw_anew",
    ),
    Mutant(
        "a fit to a world that is no more is put in place",
        REFITTING,
        "progress._replace(flight=None, owed=False)  # its",
        "progress._replace(owed=False)  # its",
        f"{OF_REFITTING}::test_a_fit_to_examples_that_were_dropped_is_forgotten",
    ),
    Mutant(
        "a fit that became due during another is left out",
        REFITTING,
        "owed = progress.owed or makes_room",
        "owed = progress.owed",
        f"{OF_REFITTING}::test_a_fit_that_became_due_meanwhile_follows_at_once",
    ),
    Mutant(
        "the next fit begins with what was before the last",
        REFITTING,
        "                state = state._replace(**flight.outcome)\n",
        "                pass\n",
        f"{OF_REFITTING}::test_a_fit_that_became_due_meanwhile_follows_at_once",
    ),
    Mutant(
        "a fit brings back the examples that it began with",
        "oracles/trees/boosted.py",
        '            "since": np.array([seen]),\n',
        '            "since": np.array([seen]),\n            **self.filled_rows(state),\n',
        f"{OF_REFITTING}::test_what_is_learned_during_a_fit_is_kept",
    ),
    Mutant(
        "a fit in flight is lost with the bandit that is saved",
        REFITTING,
        '{"owed": self.busy,',
        '{"owed": self.progress.owed,',
        f"{OF_REFITTING}::test_a_fit_in_flight_is_owed_by_what_is_loaded_and_by_a_fork",
    ),
    Mutant(
        "a replay puts fits in place by losses, not by decisions",
        REFITTING,
        "progress.script[0][:2] != (decided, learned)",
        "progress.script[0].learned != learned",
        f"{OF_REFITTING}::test_a_script_says_when_fits_end_and_which_failed",
    ),
    Mutant(
        "questions are answered by the model before the fit",
        "bandit/live_states.py",
        "self.in_use, self.model.state = in_use, first",
        "self.in_use = in_use",
        f"{OF_REFITTING}::test_decisions_and_questions_change_to_a_new_state_together",
    ),
    Mutant(
        "growth is added to the examples of the last fit",
        REFITTED,
        "np.ceil(kept * self.growth)",
        "np.ceil(kept + self.growth)",
        f"{OF_REFITTING}::test_each_fit_is_due_at_so_many_times_the_examples_of_the_last",
    ),
    Mutant(
        "beyond its memory a bandit keeps the oldest examples",
        REFITTED,
        "old = slice(kept - stay, kept)",
        "old = slice(0, stay)",
        "tests/oracles/trees/test_boosted.py::test_old_examples_go_where_memory_ends",
    ),
    Mutant(
        "parts of an epoch end in the middle of a batch",
        AHEAD,
        "size = -(-PART_ROUNDS // batch) * batch",
        "size = PART_ROUNDS",
        WHOLE_BATCHES,
    ),
    Mutant(
        "watched trees are decided ahead of a change",
        AHEAD,
        "return fitted and masterless and isinstance(oracle.watch, NoWatchState)",
        "return fitted and masterless",
        f"{OF_AHEAD}::test_only_trees_without_a_master_have_epochs",
    ),
)
