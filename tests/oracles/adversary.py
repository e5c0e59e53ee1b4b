"""Sequences that are hard for an oracle, and the regret it has on them."""

import copy

import numpy as np

from smoothbandits.interpreted.generics import observe
from smoothbandits.interpreted.philox import uniforms
from smoothbandits.kernels.states import SLOT_LEARN

NOTHING = np.empty(0)


def opposite(prediction, rng):
    """The label farthest from the prediction."""
    return float(prediction < 0.5)


def coin(prediction, rng):
    """A fair coin."""
    return float(rng.random() < 0.5)


def middle(prediction, rng):
    """Any label in [0, 1]."""
    return float(rng.random())


def mixture(prediction, rng):
    """Sometimes opposite, sometimes a coin, sometimes anything."""
    return [opposite, coin, middle][rng.integers(3)](prediction, rng)


ADVERSARIES = [opposite, coin, mixture]


def play(oracle, actions, weights, adversary, rng):
    """Predict, let the adversary answer, learn; returns predictions and labels."""
    predictions, labels = [], []
    for action, weight in zip(actions, weights, strict=True):
        prediction = float(oracle.predict(None, [action], weight)[0])
        label = adversary(prediction, rng)
        oracle.learn(None, action, label, weight)
        predictions.append(prediction)
        labels.append(label)
    return np.array(predictions), np.array(labels)


def excess(predictions, labels, competitor, weights):
    """sum w [(fhat - y)^2 - (f - y)^2]."""
    return float(weights @ ((predictions - labels) ** 2 - (competitor - labels) ** 2))


def weight_profiles(rng, rounds):
    """Weights that rise, fall, jump and vary over four orders of magnitude."""
    return [
        np.ones(rounds),
        np.linspace(0.01, 3.0, rounds),
        np.linspace(3.0, 0.01, rounds),
        np.where(np.arange(rounds) < rounds // 2, 0.01, 1.0),
        10.0 ** rng.uniform(-2.0, 2.0, rounds),
        np.where(rng.random(rounds) < 0.05, 50.0, 1.0),
    ]


# keys whose thinning coin is as near as possible to any wanted value
_COINS = np.array([uniforms(key, SLOT_LEARN)[0] for key in range(2000)])
SHOW, HIDE = int(_COINS.argmin()), int(_COINS.argmax())


def expected_excess(model, actions, weights, adversary, competitors):
    """E[sum w (excess)] against each competitor: all thinning coins, weighed by their chance.

    ``competitors[i, t]`` is what competitor i says in round t.
    """
    total = np.zeros(len(competitors))
    # (model, chance) of every history of coins; the adversary reacts to each of them
    histories = [(model, 1.0)]
    for t, (action, weight) in enumerate(zip(actions, weights, strict=True)):
        following = []
        for past, chance in histories:
            prediction = float(past.predict(None, [action], weight)[0])
            label = adversary(prediction, t)
            gain = (prediction - label) ** 2 - (competitors[:, t] - label) ** 2
            total += chance * weight * gain
            point = past.space.to_unit(action)
            for key in (SHOW, HIDE):
                future = copy.copy(past)
                future.state = copy.deepcopy(past.state)
                observe(future.state, NOTHING, point, label, weight, key)
                shown = min(1.0, weight / future.state.memory[1])
                probability = shown if key == SHOW else 1.0 - shown
                if probability > 0.0:
                    following.append((future, chance * probability))
        histories = following
    assert abs(sum(chance for _, chance in histories) - 1.0) < 1e-12
    return total
