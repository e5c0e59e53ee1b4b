"""Files and page of the theory lab."""

import json

import pytest

from lab.tests.claims.dummy import Squares, registered
from smoothbandits_lab.claims.claim import Check
from smoothbandits_lab.claims.page import check_list, symbols
from smoothbandits_lab.claims.study import TheorySettings, TheoryStudy
from smoothbandits_lab.study import run_study


@pytest.fixture
def folder(tmp_path):
    with registered(Squares(), Squares("wrong", bound=4.0)):
        settings = TheorySettings(quick=True, claims=["dummy", "wrong"])
        done = run_study(TheoryStudy(), settings, tmp_path / "cells")
        paths = TheoryStudy().report(done).write(tmp_path / "out")
    assert [path.name for path in paths] == [
        "dummy.json",
        "dummy.md",
        "dummy.png",
        "wrong.json",
        "wrong.md",
        "wrong.png",
        "theory.json",
        "theory.html",
    ]
    return tmp_path / "out"


def test_the_numbers_of_a_claim(folder):
    numbers = json.loads((folder / "dummy.json").read_text())
    assert list(numbers)[:5] == ["name", "claim", "verdict", "numbers", "seconds"]
    assert numbers["name"] == "dummy" and numbers["verdict"] == "holds"
    assert numbers["claim"] == "The square of a number below 4 is < 16."
    assert numbers["numbers"] == {"squares": [1.0, 4.0, 9.0]}
    assert numbers["checks"][0]["holds"] is True
    assert json.loads((folder / "wrong.json").read_text())["verdict"] == "fails"


def test_the_whole(folder):
    numbers = json.loads((folder / "theory.json").read_text())
    assert numbers["verdict"] == "fails" and numbers["size"] == "quick"
    assert [claim["name"] for claim in numbers["claims"]] == ["dummy", "wrong"]


def test_the_page_needs_no_other_file(folder):
    html = (folder / "theory.html").read_text()
    assert "http://" not in html and "https://" not in html and 'src="dummy' not in html
    assert html.count("data:image/png;base64,") == 2 * (2 + 3)  # claims and ideas, light and dark
    assert html.index('id="dummy"') < html.index('id="wrong"')
    assert 'href="#wrong"' in html
    assert "1 of 2 claims hold" in html
    assert "The square of a number below 4 is &lt; 16." in html and "It is &lt;easy&gt;." in html
    assert '<span class="badge bad">fails</span> no square above the bound' in html
    assert "largest 9.0" in html and "quick version" in html


def test_markdown(folder):
    text = (folder / "wrong.md").read_text()
    assert "Verdict: **fails**" in text and "**FAILS**: no square above" in text
    assert "![Squares & bounds](wrong.png)" in text
    assert (folder / "wrong.png").read_bytes()[1:4] == b"PNG"


def test_many_checks_are_folded_but_failures_are_seen():
    good = [Check(f"condition {i}", True, "1") for i in range(9)]
    assert "<details>" not in check_list(good[:8])
    folded = check_list(good)
    assert folded.startswith("<details>") and "9 of 9 checks hold" in folded
    html = check_list([*good, Check("the last", False, "0")])
    before, after = html.split("<details>")
    assert "the last" in before and "condition" not in before
    assert "9 of 10 checks hold" in after and "condition 3" in after and "the last" in after


def test_words_of_plain_text_become_signs():
    assert symbols("E[sqrt(rho_T)], T^-beta, beta alphas") == "E[√(ρ_T)], T^-β, β alphas"
    assert symbols("fhat_t <= 1 >= meta") == "f̂_t ≤ 1 ≥ meta"
