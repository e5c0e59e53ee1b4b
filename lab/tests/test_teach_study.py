"""A small version of lab/studies/teach_study.py: what a log is worth, and that it does no harm."""

import runpy
from pathlib import Path

import numpy as np
import pytest

STUDY = runpy.run_path(str(Path(__file__).parents[1] / "studies" / "teach_study.py"))
ROUNDS = 500


def mean_ratio(problem: str, log: str, policy: str) -> float:
    cells = [(problem, log, policy, seed, ROUNDS, "as it is") for seed in (0, 1)]
    return float(np.mean([STUDY["ratio"](cell)[1] for cell in cells]))


@pytest.mark.slow
@pytest.mark.parametrize("problem", ["friedman", "dose"])
@pytest.mark.parametrize("log", ["one price", "biased"])
def test_a_narrow_log_does_no_harm(problem: str, log: str) -> None:
    assert mean_ratio(problem, log, "fast") <= 1.05


@pytest.mark.slow
@pytest.mark.parametrize("problem", ["friedman", "dose"])
def test_an_informative_log_helps(problem: str) -> None:
    assert mean_ratio(problem, "three prices", "fast") < 0.9


@pytest.mark.slow
def test_with_trees_too() -> None:
    assert mean_ratio("friedman", "three prices", "best") < 0.8
    assert mean_ratio("friedman", "one price", "best") <= 1.05


@pytest.mark.slow
@pytest.mark.parametrize("log", ["three prices", "avoids the best"])
def test_a_log_of_two_valleys_does_no_harm_to_one(log: str) -> None:
    assert mean_ratio("two valleys", log, "best") <= 1.0
