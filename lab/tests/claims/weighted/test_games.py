import numpy as np
import pytest

from smoothbandits_lab.claims.weighted.games import (
    CONSTANTS,
    LABELS,
    WEIGHTS,
    Game,
    weighted_model,
)


class Stubborn:
    """Predicts one number, and writes down what it is told."""

    def __init__(self, value):
        self.value, self.told = value, []

    def predict(self, context, actions, weight):
        self.asked = weight
        return [self.value]

    def learn(self, context, action, label, weight):
        assert weight == self.asked  # the weight is known before the prediction
        self.told.append((weight, label))


@pytest.mark.parametrize("weights", WEIGHTS)
def test_regret_is_that_of_what_was_told(weights):
    for labels in (*LABELS, None):
        model = Stubborn(0.4)
        excess, largest = Game(weights, labels, rounds=60, truth=0.75).excess(model, seed=3)
        w, y = np.array(model.told).T
        assert w.size == 60 and 0.01 <= w.min() and w.max() == largest <= 1.0, labels
        expected = [(w * ((0.4 - y) ** 2 - (f - y) ** 2)).sum() for f in CONSTANTS]
        np.testing.assert_allclose(excess, expected, atol=1e-12, err_msg=str(labels))


def test_the_adversary_looks_at_predictions():
    for value in (0.1, 0.9):
        model = Stubborn(value)
        Game("where it was sure", "against the prediction", rounds=10).excess(model, seed=0)
        assert [label for _, label in model.told] == [float(value < 0.5)] * 10
        assert [weight for weight, _ in model.told[1:]] == [1.0] * 9
    calm = Stubborn(0.5)
    assert Game("where it was sure", "alternating", rounds=10).excess(calm, seed=0)[1] == 0.01


def test_coins_differ_by_seed():
    game = Game("any size", "alternating", rounds=40)
    first, again = (game.excess(weighted_model("A", seed=1), seed=0)[0] for _ in range(2))
    other = game.excess(weighted_model("A", seed=2), seed=0)[0]
    assert (first == again).all() and (first != other).any()
