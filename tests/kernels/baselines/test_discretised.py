import math

import numpy as np
import pytest

from smoothbandits import Interval
from smoothbandits.baselines import DiscretisedGreedy
from smoothbandits.interpreted.baselines.discretised import discretised_choose as choose
from smoothbandits.interpreted.baselines.discretised import discretised_respond as respond
from smoothbandits.interpreted.philox import decision_key, uniforms
from smoothbandits.kernels.states import SLOT_CHOICE
from tests.reference.adaptive_regression import Adaptive
from tests.reference.cats import Classifier, Norm


class CoinTwin(Classifier):
    def __init__(self, size):
        super().__init__(size, Norm())

    def learn(self, context, loss):
        super().learn(context, loss, 1.0, least=0.0)

    def score(self, context):
        return sum(coin.weight * x for coin, x in self.features(context))


def test_the_first_rounds_by_hand():
    """Untaught cells predict 0, so that the first of them are tried one after the other."""
    state = DiscretisedGreedy(Interval(0.0, 8.0), 0, arms=4, epsilon=0.0).state
    context, action, played = np.empty(0), np.empty(1), []
    for number in range(6):
        assert choose(state, context, number, action) == 1.0
        played.append(action[0])
        respond(state, context, action, 1.0, 0.1 if action[0] == 5.0 else 0.9, number)
    # 1, 3, 5, 7 once each, then the cheapest of them
    assert played == [1.0, 3.0, 5.0, 7.0, 5.0, 5.0]


@pytest.mark.parametrize("arms", [1, 2, 7])
def test_every_centre_finds_its_own_regressor(arms):
    state = DiscretisedGreedy(Interval(-1.0, 0.3), 0, arms=arms).state
    for cell in range(arms):
        respond(state, np.empty(0), state.centres[cell : cell + 1], 1.0, 0.5, 0)
        assert state.norms[:, 1].tolist() == [1.0] * (cell + 1) + [0.0] * (arms - cell - 1)


@pytest.mark.parametrize("steps", ["adaptive", "coin"])
def test_agrees_with_the_twin(steps):
    rng = np.random.default_rng(3)
    state = DiscretisedGreedy(
        Interval(0.0, 1.0), 2, arms=5, epsilon=0.3, steps=steps, learning_rate=0.4
    ).state
    twins = [Adaptive(2, 0.4) if steps == "adaptive" else CoinTwin(2) for _ in range(5)]
    action, greedy = np.empty(1), 0
    for number in range(300):
        context = rng.random(2)
        key = decision_key(4, number)
        probability = choose(state, context, key, action)
        best = min(range(5), key=lambda k, c=context: twins[k].score(c))
        explore, place = uniforms(key, SLOT_CHOICE)
        chosen = int(5 * place) if explore < 0.3 else best
        greedy += chosen == best
        assert action[0] == pytest.approx(0.1 + 0.2 * chosen)
        assert probability == pytest.approx(0.06 + 0.7 * (chosen == best))
        loss = abs(action[0] - 0.9 * context[0])
        respond(state, context, action, probability, loss, key)
        twins[chosen].learn(context, loss)
    # 76 % are expected; four standard errors
    assert abs(greedy / 300 - 0.76) < 4.0 * math.sqrt(0.76 * 0.24 / 300)
