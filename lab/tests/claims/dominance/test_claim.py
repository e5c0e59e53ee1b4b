"""The claim about benchmarks, and how it fails."""

import numpy as np
import pytest

from lab.tests.claims.judging import failed, results_of
from smoothbandits.apps.reports.figures import render
from smoothbandits.theory import best_value
from smoothbandits_lab.claims.dominance import runs
from smoothbandits_lab.claims.dominance.claim import BENCHMARKS, CLAIM, WORK
from smoothbandits_lab.claims.dominance.runs import random_kernel, random_problem


@pytest.fixture(scope="module")
def found(size, results):
    return CLAIM.judge(size, results)


def test_it_holds(size, found):
    assert found.verdict == "holds"
    assert found.numbers["instances"] == WORK[size][0]
    assert found.numbers["mean_gap"]["quantile"] > 0.01
    regrets = {name: values[-1] for name, values in found.numbers["regrets"].items()}
    assert regrets["standard"] > regrets["smooth"] > regrets["quantile"] > regrets["kernel"]
    drawn = render(lambda figure, theme: CLAIM.draw(figure, found, theme))
    assert drawn[1:4] == b"PNG"


def turned(monkeypatch, size, results, wrong):
    """The instances judged again with another Smooth_h, beside the same run."""
    monkeypatch.setattr(runs, "smooth_value", wrong)
    return CLAIM.judge(size, [*results_of(CLAIM.cells(size)[:-1]), results[-1]])


def test_a_benchmark_that_is_too_high_turns_it(monkeypatch, size, results):
    wrong = turned(monkeypatch, size, results, lambda losses, h, weights: float(weights @ losses))
    assert wrong.verdict == "fails" and failed(wrong) == [0, 1, 2]


def test_a_benchmark_that_is_too_low_turns_it(monkeypatch, size, results):
    wrong = turned(
        monkeypatch, size, results, lambda losses, h, weights: best_value(losses, weights)
    )
    assert wrong.verdict == "fails" and failed(wrong) == [2]


def test_a_run_in_the_wrong_order_turns_it(size, results):
    run = {
        "rounds": [1, 2],
        "regrets": {name: [0.0, 1.0] for name in BENCHMARKS},
        "apart": {"standard": 0.1, "quantile": -0.2, "kernel": 0.3},
    }
    assert failed(CLAIM.judge(size, [*results[:-1], run])) == [3]


def test_kernels_are_smooth_and_differ():
    generator = np.random.default_rng(0)
    for _ in range(50):
        _, weights, h = random_problem(generator)
        kernels = np.array([random_kernel(generator, weights, h) for _ in range(5)])
        assert kernels.sum(axis=1) == pytest.approx(np.ones(5))
        assert (kernels <= weights / h * (1 + 1e-9)).all()
        if h < 0.5 * (1 - weights.max()):
            assert np.ptp(kernels, axis=0).max() > 0.0
