import numpy as np
import pytest

from smoothbandits.interpreted.baselines.coin_regression import coin_learn, coin_score
from smoothbandits.kernels.states import (
    LARGEST_GRADIENT,
    STAKE,
    SUM_ABSOLUTE,
    SUM_GRADIENTS,
    WEALTH,
)
from tests.reference.cats import Classifier, Norm

NOTHING = np.empty(0)


def test_two_rounds_of_a_lone_constant_by_hand():
    """Label 1, importance 1: the first slope is -2, so the second bet is 4/(2 (2 + 2)) 2 = 1."""
    coins, norm = np.zeros((6, 1)), np.zeros(2)
    coin_learn(coins, norm, NOTHING, 1.0, 1.0, -1.0, 1.0)
    assert norm.tolist() == [1.0, 1.0]
    assert coins[[SUM_GRADIENTS, SUM_ABSOLUTE, LARGEST_GRADIENT], 0].tolist() == [2.0, 2.0, 2.0]
    assert coins[STAKE, 0] == 0.0 == coin_score(coins, NOTHING)  # nothing was at stake yet
    coin_learn(coins, norm, NOTHING, 0.5, 1.0, -1.0, 1.0)
    assert coin_score(coins, NOTHING) == pytest.approx(1.0, abs=1e-6)
    # the bet of 1 is half too high: slope 1, and the wealth falls by as much
    assert coins[[SUM_GRADIENTS, SUM_ABSOLUTE], 0] == pytest.approx([1.0, 3.0], abs=1e-5)
    assert coins[WEALTH, 0] == pytest.approx(-1.0, abs=1e-5)


def test_agrees_with_the_twin():
    rng = np.random.default_rng(5)
    coins, norm, twin = np.zeros((6, 5)), np.zeros(2), Classifier(4, Norm())
    for _ in range(200):
        context = rng.normal(size=4) * [1.0, 100.0, 0.01, 1.0] * (rng.random(4) < 0.8)
        label = 1.0 if context[0] + 0.01 * context[1] > 0.3 else -1.0
        importance = rng.exponential(3.0)
        coin_learn(coins, norm, context, label, importance, -1.0, 1.0)
        twin.learn(context, label, importance)
        expected = sum(coin.weight * x for coin, x in twin.features(context))
        assert coin_score(coins, context) == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_learns_a_line():
    rng = np.random.default_rng(6)
    coins, norm, errors = np.zeros((6, 3)), np.zeros(2), []
    for _ in range(3000):
        context = rng.random(2) * [1.0, 50.0]
        label = 0.2 + 0.5 * context[0] - 0.004 * context[1]
        errors.append(abs(coin_score(coins, context) - label))
        coin_learn(coins, norm, context, label, 1.0, 0.0, 1.0)
    assert np.mean(errors[-500:]) < 0.02 < 0.1 < np.mean(errors[:50])
