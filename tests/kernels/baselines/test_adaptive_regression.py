import numpy as np
import pytest

from smoothbandits.interpreted.baselines.adaptive_regression import adaptive_learn, adaptive_score
from smoothbandits.kernels.states import LARGEST, SQUARES
from tests.reference.adaptive_regression import Adaptive


def test_one_step_of_a_lone_constant_by_hand():
    """Rate 1/|g| = 1/2, so the error 1 shrinks by exp(-2 (1/2) 0.5)."""
    rows, norm = np.zeros((3, 1)), np.zeros(2)
    adaptive_learn(rows, norm, np.empty(0), 1.0, 0.5, 0.0, 1.0)
    assert adaptive_score(rows, np.empty(0)) == pytest.approx(1.0 - np.exp(-0.5))
    assert rows[[SQUARES, LARGEST], 0].tolist() == [4.0, 1.0] and norm.tolist() == [1.0, 1.0]


def test_agrees_with_the_twin():
    rng = np.random.default_rng(7)
    rows, norm, twin = np.zeros((3, 5)), np.zeros(2), Adaptive(4, 0.5)
    for _ in range(200):
        context = rng.normal(size=4) * [1.0, 100.0, 0.01, 1.0] * (rng.random(4) < 0.8)
        label = float(np.clip(0.5 + 0.2 * context[0] + 0.001 * context[1], 0.0, 1.0))
        adaptive_learn(rows, norm, context, label, 0.5, 0.0, 1.0)
        twin.learn(context, label)
        expected = twin.score(context)
        assert adaptive_score(rows, context) == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_a_right_prediction_changes_nothing():
    rows, norm = np.zeros((3, 2)), np.zeros(2)
    adaptive_learn(rows, norm, np.array([3.0]), 0.0, 0.5, 0.0, 1.0)
    assert not rows.any() and not norm.any()


def test_tiny_steps_go_along_the_gradient():
    """2 error rate times the rates, to first order: the series takes over from the exponential."""
    rows, norm = np.zeros((3, 1)), np.zeros(2)
    adaptive_learn(rows, norm, np.empty(0), 1.0, 1e-9, 0.0, 1.0)
    assert adaptive_score(rows, np.empty(0)) == pytest.approx(1e-9, rel=1e-12)
