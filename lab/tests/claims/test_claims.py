"""The list of claims is true."""

import subprocess
import sys

import pytest

from smoothbandits_lab.claims import CLAIMS, find_claim

SIZES = ("tiny", "quick", "full")


@pytest.mark.parametrize("name", CLAIMS)
def test_a_claim_says_what_it_is(name):
    claim = find_claim(name)
    assert claim.name == name
    for words in (claim.title, claim.source, claim.words, claim.formula):
        assert words and words == words.strip()
    assert "\n" not in claim.formula
    for size in SIZES:
        cells = claim.cells(size)
        assert cells and len({cell.file_name for cell in cells}) == len(cells)
        assert {(cell.experiment, cell.dataset) for cell in cells} == {("theory", name)}


def test_the_help_imports_no_numbers():
    code = "import smoothbandits.cli, sys; print(sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "'numpy'" not in done.stdout and "'matplotlib'" not in done.stdout
