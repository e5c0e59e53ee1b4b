"""The list of faults is one that can be planted; planting them is `make mutants`."""

from itertools import chain

import pytest

from tests.mutants import MUTANTS
from tests.mutants.mutant import ROOT, Mutant

ALL = list(chain.from_iterable(MUTANTS.values()))


def test_each_has_its_own_words() -> None:
    assert len({mutant.says for mutant in ALL}) == len(ALL)
    assert len({(mutant.file, mutant.old, mutant.new) for mutant in ALL}) == len(ALL)


@pytest.mark.parametrize("mutant", ALL, ids=lambda mutant: mutant.says)
def test_it_can_be_planted_and_its_tests_are_there(mutant: Mutant) -> None:
    text = (ROOT / mutant.path).read_text(encoding="utf-8")
    planted = mutant.planted(text)
    assert planted != text
    compile(planted, mutant.file, "exec")
    for test in mutant.tests.split():
        file, _, name = test.partition("::")
        written = (ROOT / file).read_text(encoding="utf-8")
        assert not name or f"def {name.partition('[')[0]}(" in written, test
