"""Fits beside a live bandit."""

from tests.mutants.mutant import Mutant

__all__ = ["REFITS"]

REFITTING, FITTER = "bandit/refitting.py", "bandit/fitter.py"
REFITTED, LIVE = "oracles/refitted.py", "bandit/live_states.py"
AHEAD = "simulation/between_fits.py"
OF_REFITTING, OF_FITTER = "tests/bandit/test_refitting.py", "tests/bandit/test_fitter.py"
OF_AHEAD, OF_TREES = (
    "tests/simulation/test_between_fits.py",
    "tests/oracles/trees/test_boosted.py",
)
WHOLE_BATCHES = f"{OF_AHEAD}::test_an_epoch_is_learned_in_whole_batches"
SHRUNK = f"{OF_TREES}::test_old_examples_go_where_memory_ends"

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
        "no room is made while a fit is in flight",
        REFITTING,
        'full and ((begins and not copies) or moment in ("learning", "waiting"))',
        "full and begins and not copies",
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
        "a fork waits for ever for a fit of its parent",
        REFITTING,
        "lost = progress.flight is not None and progress.flight.lost",
        "lost = False",
        f"{OF_REFITTING}::test_a_fit_in_flight_is_owed_by_what_is_loaded_and_by_a_fork",
    ),
    Mutant(
        "a decision begins a fit that copies all examples",
        REFITTING,
        "and (lost or not copies)",
        "and (lost or True)",
        f"{OF_REFITTING}::test_a_decision_begins_no_fit_that_copies_first",
    ),
    Mutant(
        "a replay puts fits in place by losses, not by decisions",
        REFITTING,
        "progress.script[0][:2] != (decided, learned)",
        "progress.script[0].learned != learned",
        f"{OF_REFITTING}::test_a_script_says_when_fits_end_and_which_failed",
    ),
    Mutant(
        "a replay succeeds where the fit had failed",
        REFITTING,
        '"as in the run that is replayed" if progress.script[0].failed else outcome',
        "outcome",
        f"{OF_REFITTING}::test_a_script_says_when_fits_end_and_which_failed",
    ),
    Mutant(
        "questions are answered by the model before the fit",
        LIVE,
        "self.in_use, self.model.state = in_use, first",
        "self.in_use = in_use",
        f"{OF_REFITTING}::test_decisions_and_questions_change_to_a_new_state_together",
    ),
    Mutant(
        "decisions are made by the model before the fit",
        LIVE,
        "self.in_use, self.model.state = in_use, first",
        "self.model.state = first",
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
        SHRUNK,
    ),
    Mutant(
        "a half-life of examples of trees is that of 1/e",
        REFITTED,
        "0.5 ** (np.arange(kept - 1, -1, -1) / half_life)",
        "np.exp(-np.arange(kept - 1, -1, -1) / half_life)",
        "tests/oracles/test_forgetting.py::test_trees_are_fitted_to_fewer_old_examples",
    ),
    Mutant(
        "trees forget the newest examples, not the oldest",
        REFITTED,
        "np.arange(kept - 1, -1, -1) / half_life",
        "np.arange(kept) / half_life",
        "tests/oracles/test_forgetting.py::test_trees_are_fitted_to_fewer_old_examples",
    ),
    Mutant(
        "a process without work starves",
        FITTER,
        "        self.began = None\n\n    def starves",
        "        pass\n\n    def starves",
        f"{OF_FITTER}::test_a_turn_starves_by_the_share_of_a_processor_that_it_gets",
    ),
    Mutant(
        "a long fit starves though it has the processor",
        FITTER,
        "waited > grace and used < SHARE * waited",
        "waited > grace",
        f"{OF_FITTER}::test_a_turn_starves_by_the_share_of_a_processor_that_it_gets",
    ),
    Mutant(
        "fits take the processor from decisions",
        FITTER,
        "        os.nice(nicer)\n",
        "        pass\n",
        f"{OF_FITTER}::test_fits_have_the_lowest_priority_at_first",
    ),
    Mutant(
        "fits that nobody wants any more are made all the same",
        FITTER,
        "self._waiting.put(weakref.ref(flight))",
        "self._waiting.put(lambda: flight)",
        f"{OF_FITTER}::test_what_nobody_wants_any_more_is_left_out",
    ),
    Mutant(
        "each part of an epoch draws what the first drew",
        AHEAD,
        "offset + part.start,",
        "offset,",
        WHOLE_BATCHES,
    ),
    Mutant(
        "parts of an epoch end in the middle of a batch",
        AHEAD,
        "size = -(-PART_ROUNDS // batch) * batch",
        "size = PART_ROUNDS",
        WHOLE_BATCHES,
    ),
    Mutant(
        "a batch that fails is learned in part",
        AHEAD,
        "whole = played // batch * batch",
        "whole = played",
        WHOLE_BATCHES,
    ),
    Mutant(
        "watched trees are decided ahead of a change",
        AHEAD,
        "return fitted and masterless and isinstance(oracle.watch, NoWatchState)",
        "return fitted and masterless",
        f"{OF_AHEAD}::test_only_trees_without_a_master_have_epochs",
    ),
    Mutant(
        "the last batch of a block takes no step",
        "kernels/between_fits.py",
        "if (t + 1) % batch == 0 or t + 1 == n:",
        "if (t + 1) % batch == 0:",
        "tests/kernels/test_between_fits.py",
    ),
)
