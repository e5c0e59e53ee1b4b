"""The claim about limits, and how it fails."""

import numpy as np
import pytest

from lab.tests.claims.judging import failed
from smoothbandits.apps.reports.figures import render
from smoothbandits_lab.claims.needle import runs
from smoothbandits_lab.claims.needle.claim import CLAIM
from smoothbandits_lab.claims.needle.runs import METHODS


def again(size, results, *methods):
    """The named methods run anew, the others as they were."""
    return [
        cell.compute(cell) if cell.policy in methods else kept
        for cell, kept in zip(CLAIM.cells(size), results, strict=True)
    ]


def test_it_holds(size, results):
    finding = CLAIM.judge(size, results)
    assert finding.verdict == "holds", finding.checks
    numbers = finding.numbers
    assert set(numbers["standard"]) == set(METHODS)
    assert numbers["met"]["linear-spanner"] == (2 if size == "tiny" else 6)
    spanner = np.array(numbers["standard"]["linear-spanner"])
    # its measure gives the best action at least h, so both regrets are the same
    assert spanner == pytest.approx(np.array(numbers["smooth"]["linear-spanner"]))
    drawn = render(lambda figure, theme: CLAIM.draw(figure, finding, theme))
    assert drawn[1:4] == b"PNG"


def test_an_alternative_that_ignores_the_features_turns_it(monkeypatch, size, results):
    def uniform(features):
        return np.full(len(features), 1.0 / len(features))

    monkeypatch.setattr(runs, "spanning_weights", uniform)
    finding = CLAIM.judge(size, again(size, results, "linear-spanner"))
    assert finding.verdict == "fails" and 3 in failed(finding)


def test_a_haystack_full_of_needles_turns_it(monkeypatch, size, results):
    monkeypatch.setattr(runs, "haystack", lambda n: np.where(np.arange(n) % 2, 0.05, 0.5))
    finding = CLAIM.judge(size, again(size, results, "haystack-smooth", "haystack-moss"))
    assert finding.verdict == "fails" and 0 in failed(finding)


def test_a_run_above_the_bound_turns_it(size, results):
    wrong = [dict(result) for result in results]
    place = next(i for i, c in enumerate(CLAIM.cells(size)) if c.policy == "linear-uniform")
    wrong[place]["smooth"] = [1e6] * len(wrong[place]["smooth"])
    assert failed(CLAIM.judge(size, wrong)) == [1]
