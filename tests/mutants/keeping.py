"""Which decisions wait, what was learned from them, and files."""

from tests.mutants.mutant import Mutant

__all__ = ["KEEPING"]

LEDGER, LEARNER, PERSISTENCE = "bandit/ledger.py", "bandit/learner.py", "bandit/persistence.py"
OF_LEDGER, OF_FACADE = "tests/bandit/test_ledger.py", "tests/bandit/test_facade.py"
OF_STORAGE, OF_COPIES = "tests/bandit/test_storage.py", "tests/bandit/test_copies.py"
OF_LEARNER, OF_SAVING = "tests/bandit/test_learner.py", "tests/bandit/test_saving.py"
OF_SCALE = "tests/test_scale.py"
CREDITED = f"{OF_LEARNER}::test_losses_are_credited_to_the_decisions_that_they_are_of"
LATE = f"{OF_FACADE}::test_a_late_loss_counts_with_the_weight_of_its_moment"

KEEPING = (
    Mutant(
        "a loss that was learned may be learned again",
        LEDGER,
        "        self.own.close(number)\n",
        "",
        f"{OF_LEDGER}::test_the_oldest_of_limit_expires",
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
        "the first base is credited whichever decided",
        LEARNER,
        "            decision.base,\n",
        "            0,\n",
        LATE,
    ),
    Mutant(
        "an id that still waits is given to another decision",
        LEDGER,
        "        if id in self.pending:\n",
        "        if id in self.gone:\n",
        f"{OF_LEDGER}::test_ids_that_are_taken_or_reserved_are_refused",
    ),
    Mutant(
        "a late loss removes the decision that has its id now",
        LEDGER,
        "if waiting is not None and waiting.number == number:",
        "if waiting is not None:",
        f"{OF_LEDGER}::test_an_id_that_left_can_be_used_again",
    ),
    Mutant(
        "a search for learned decisions leaves out the last byte",
        "bandit/bits.py",
        "(first - start) >> 3, (first + n - start + 7) >> 3",
        "(first - start) >> 3, (first + n - start) >> 3",
        f"{OF_LEDGER}::test_the_first_learned_is_found_wherever_a_search_begins_and_ends",
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
        "bandit/lineage.py",
        "for run in reversed(self) if",
        "for run in self if",
        "tests/bandit/test_waiting.py",
    ),
    Mutant(
        "a file that counts other losses than it lists is taken",
        PERSISTENCE,
        "ledger.own.count() != counts.learned",
        "ledger.own.count() > counts.decided",
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
        "a checksum is not checked",
        "bandit/archive.py",
        '    data = archive.read(f"{name}.npy")\n',
        """    with archive.open(f"{name}.npy") as member:
        member._expected_crc = None
        data = member.read()
""",
        f"{OF_STORAGE}::test_no_flipped_bit_goes_unnoticed",
    ),
    Mutant(
        "a file is overwritten in place",
        "files.py",
        "        os.replace(place, path)\n",
        "        path.write_bytes(place.read_bytes())\n        place.unlink()\n",
        f"{OF_STORAGE}::test_a_crash_while_writing_leaves_the_old_file",
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
)
