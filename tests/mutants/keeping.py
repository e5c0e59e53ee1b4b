"""Which decisions wait, what was learned from them, and files."""

from tests.mutants.mutant import Mutant

__all__ = ["KEEPING"]

LEDGER, BITS, LEARNER = "bandit/ledger.py", "bandit/bits.py", "bandit/learner.py"
WAITING, LINEAGE = "bandit/waiting.py", "bandit/lineage.py"
PERSISTENCE, ARCHIVE, FILES = "bandit/persistence.py", "bandit/archive.py", "files.py"
OF_LEDGER, OF_FACADE = "tests/bandit/test_ledger.py", "tests/bandit/test_facade.py"
OF_STORAGE, OF_COPIES = "tests/bandit/test_storage.py", "tests/bandit/test_copies.py"
OF_LEARNER, OF_SAVING = "tests/bandit/test_learner.py", "tests/bandit/test_saving.py"
OF_CORRAL, OF_SCALE = "tests/bandit/test_corral_bandit.py", "tests/test_scale.py"
CREDITED = f"{OF_LEARNER}::test_losses_are_credited_to_the_decisions_that_they_are_of"
LATE = f"{OF_FACADE}::test_a_late_loss_counts_with_the_weight_of_its_moment"
PLAIN_SET = f"{OF_LEDGER}::test_agrees_with_a_plain_set"
SYNCED = f"{OF_STORAGE}::test_the_folder_is_synced_after_the_rename"

KEEPING = (
    Mutant(
        "a loss that was learned may be learned again",
        LEDGER,
        "        self.own.close(number)\n",
        "",
        f"{OF_LEDGER}::test_the_oldest_of_limit_expires",
    ),
    Mutant(
        "a decision kept as an object is learned twice",
        LEARNER,
        """        if ledger.learned(decision.bandit, number):
            raise AlreadyLearned(f"decision {decision.id!r} was learned before; each learns once")
""",
        "",
        f"{OF_LEARNER}::test_each_decision_is_learned_once_however_it_is_given",
    ),
    Mutant(
        "a decision that is twice in a list is learned twice",
        LEARNER,
        "            seen.add((decision.bandit, decision.number))\n",
        "",
        f"{OF_LEARNER}::test_each_decision_is_learned_once_however_it_is_given",
    ),
    Mutant(
        "losses are credited to the action decided last",
        LEARNER,
        "            point[0] = decision.point[0]\n",
        "            pass\n",
        CREDITED,
    ),
    Mutant(
        "with several knobs losses are credited to the last point",
        LEARNER,
        "            point[:] = decision.point\n",
        "            pass\n",
        CREDITED,
    ),
    Mutant(
        "the first base is credited whichever decided",
        LEARNER,
        "            decision.base,\n",
        "            0,\n",
        LATE,
    ),
    Mutant(
        "a decision is learned with weight one",
        LEARNER,
        "            decision.weight,\n",
        "            1.0,\n",
        LATE,
    ),
    Mutant(
        "a master is told of greedy play as if it had drawn it",
        LEARNER,
        "decision.propensity.density > 0.0,  # a master",
        "True,  # a master",
        f"{OF_LEARNER}::test_a_master_learns_nothing_from_greedy_play",
    ),
    Mutant(
        "all rounds of a simulation count as explored",
        LEARNER,
        "counts.decide(n, int(explored.sum()))",
        "counts.decide(n, n)",
        f"{OF_LEARNER}::test_a_simulation_counts_as_playing_by_hand_does",
    ),
    Mutant(
        "an id that still waits is given to another decision",
        LEDGER,
        "        if id in self.pending:\n",
        "        if id in self.gone:\n",
        f"{OF_LEDGER}::test_ids_that_are_taken_or_reserved_are_refused",
    ),
    Mutant(
        "the newest decision expires, not the oldest",
        LEDGER,
        "oldest = next(iter(self.pending))",
        "oldest = next(reversed(self.pending))",
        f"{OF_LEDGER}::test_the_oldest_of_limit_expires",
    ),
    Mutant(
        "a late loss removes the decision that has its id now",
        LEDGER,
        "if waiting is not None and waiting.number == number:",
        "if waiting is not None:",
        f"{OF_LEDGER}::test_an_id_that_left_can_be_used_again",
    ),
    Mutant(
        "a table of ids holds one more than its limit",
        LEDGER,
        "while len(self.pending) > self.limit:",
        "while len(self.pending) > self.limit + 1:",
        f"{OF_LEDGER}::test_the_oldest_of_limit_expires",
    ),
    Mutant(
        "a dropped prefix is counted in bytes, not in decisions",
        BITS,
        "Window(start + 8 * full, bits[full:], 0)",
        "Window(start + full, bits[full:], 0)",
        PLAIN_SET,
    ),
    Mutant(
        "a search for learned decisions leaves out the last byte",
        BITS,
        "(first - start) >> 3, (first + n - start + 7) >> 3",
        "(first - start) >> 3, (first + n - start) >> 3",
        f"{OF_LEDGER}::test_the_first_learned_is_found_wherever_a_search_begins_and_ends",
    ),
    Mutant(
        "a file may say that decisions to come were learned",
        BITS,
        "if content and start + 8 * (len(content) - 1) + last > end:",
        "if content and start + 8 * (len(content) - 1) > end:",
        f"{OF_LEDGER}::test_learned_bits_of_decisions_to_come_are_refused",
    ),
    Mutant(
        "a block of a replica is not counted among the learned",
        LEDGER,
        "            self.own.close_range(taken, n)\n",
        "",
        f"{OF_COPIES}::test_what_replicas_taught_is_counted_here_too",
    ),
    Mutant(
        "all decisions are said to be of the first run",
        LINEAGE,
        "for run in reversed(self) if",
        "for run in self if",
        "tests/bandit/test_waiting.py",
    ),
    Mutant(
        "replicas draw the same actions as each other",
        PERSISTENCE,
        "key(bandit.seed, 2**63 - 1 - bandit._replica)",
        "key(bandit.seed, 2**63 - 1)",
        f"{OF_COPIES}::test_what_replicas_taught_is_counted_here_too",
    ),
    Mutant(
        "a file that counts other losses than it lists is taken",
        PERSISTENCE,
        "ledger.own.count() != counts.learned",
        "ledger.own.count() > counts.decided",
        f"{OF_SAVING}::test_files_that_lack_something",
    ),
    Mutant(
        "decisions that wait may have been learned",
        PERSISTENCE,
        "if ledger.own.learned(decision.number) or len(made) > ledger.limit:",
        "if len(made) > ledger.limit:",
        f"{OF_SAVING}::test_files_that_lack_something",
    ),
    Mutant(
        "the newest example that trees keep is not saved",
        PERSISTENCE,
        "rows[:filled] = part[:filled]",
        "rows[: filled - 1] = part[: filled - 1]",
        f"{OF_SAVING}::test_every_example_of_trees_is_saved",
    ),
    Mutant(
        "waiting decisions swap weight and gamma in a file",
        WAITING,
        "one.base_probability, one.gamma, one.weight)",
        "one.base_probability, one.weight, one.gamma)",
        "tests/bandit/test_waiting.py",
    ),
    Mutant(
        "a checksum is not checked",
        ARCHIVE,
        '    data = archive.read(f"{name}.npy")\n',
        """    with archive.open(f"{name}.npy") as member:
        member._expected_crc = None
        data = member.read()
""",
        f"{OF_STORAGE}::test_no_flipped_bit_goes_unnoticed",
    ),
    Mutant(
        "a table whose heap is out of order is taken from a file",
        "bandit/sound_states.py",
        ".all() and ordered.all())",
        ".all())",
        "tests/bandit/test_sound_states.py",
    ),
    Mutant(
        "a file is overwritten in place",
        FILES,
        "        os.replace(place, path)\n",
        "        path.write_bytes(place.read_bytes())\n        place.unlink()\n",
        f"{OF_STORAGE}::test_a_crash_while_writing_leaves_the_old_file",
    ),
    Mutant(
        "a file takes the old one's place before it is on the disk",
        FILES,
        "        os.fsync(file.fileno())\n",
        "",
        SYNCED,
    ),
    Mutant(
        "a file that another process changed is overwritten",
        FILES,
        "known is not None and there is not None and there != known",
        "known is not None and there is None and there != known",
        "tests/test_files.py",
    ),
    Mutant(
        "a reward is taken for a loss",
        "scale.py",
        'return unit if name == "loss" else 1.0 - unit',
        "return unit",
        OF_SCALE,
    ),
    Mutant(
        "many rewards are taken for losses",
        "scale.py",
        'return units if name == "losses" else 1.0 - units',
        "return units",
        OF_SCALE,
    ),
    Mutant(
        "a scale forgets where it begins",
        "scale.py",
        "unit = (value - self.low) / (self.high - self.low)",
        "unit = value / (self.high - self.low)",
        OF_SCALE,
    ),
    Mutant(
        "losses of a sale are those of the greedy price",
        "bandit/feedback.py",
        "given = np.array([decision.action]), np.array([value]), row",
        "given = np.array([decision.greedy_action]), np.array([value]), row",
        f"{OF_LEARNER}::test_a_sale_pays_what_was_asked",
    ),
    Mutant(
        "missing entries are taken where no oracle reads them",
        "contexts.py",
        "return found | np.isnan(contexts) if entries.missing else found",
        "return found | np.isnan(contexts)",
        "tests/test_contexts.py",
    ),
    Mutant(
        "bases count alike in a marginal law, however likely",
        "bandit/live_states.py",
        "density += chance * given.density",
        "density += given.density / len(chances)",
        f"{OF_CORRAL}::test_stated_laws_given_a_base_and_marginal",
    ),
    Mutant(
        "what an interrupted step changed is kept",
        "bandit/lesson.py",
        "            array[...] = before\n",
        "            pass\n",
        "tests/attack/test_interrupts.py::test_an_interrupted_learn_is_done_or_not_begun[interpreted]",
    ),
)
