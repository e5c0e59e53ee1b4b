import math

import numpy as np
import pytest

from smoothbandits.oracles import FiniteClassOracle, WeightedOracle
from smoothbandits.spaces import Catalog
from tests.interpreted import model
from tests.oracles.adversary import excess, expected_excess

CONSTANTS = np.array([[0.0], [1.0]])  # two functions, one action
R = math.log(2) / 2.0


def thinned(reduction, bound=None, values=CONSTANTS):
    oracle = WeightedOracle(FiniteClassOracle(values), reduction, bound)
    return model(oracle, Catalog(np.shape(values)[1]))


def opposite(prediction, t):
    return float(prediction < 0.5)


WEIGHTS = [
    [1.0, 0.3, 0.5, 0.9, 0.1, 0.6, 0.7, 0.4],
    [0.1, 0.1, 0.2, 0.2, 0.5, 0.5, 1.0, 1.0],
    [0.9, 0.02, 0.9, 0.02, 0.3, 0.3, 0.3, 0.9],
]
LABELS = {
    "opposite": opposite,
    "ones then zeros": lambda prediction, t: float(t < 4),
    "alternating": lambda prediction, t: float(t % 2),
}


@pytest.mark.parametrize("labels", LABELS)
@pytest.mark.parametrize("weights", WEIGHTS, ids=["shuffled", "rising", "spiky"])
def test_a_known_bound_keeps_the_regret_in_expectation(weights, labels):
    # exact: every history of coins of 8 rounds, against each function
    found = expected_excess(
        thinned("A", 1.0), [0] * 8, weights, LABELS[labels], np.repeat(CONSTANTS, 8, axis=1)
    )
    assert found.max() <= 1.0 * R + 1e-12


@pytest.mark.parametrize("labels", LABELS)
@pytest.mark.parametrize("weights", WEIGHTS, ids=["shuffled", "rising", "spiky"])
def test_doubling_keeps_four_times_the_regret_in_expectation(weights, labels):
    found = expected_excess(
        thinned("B"), [0] * 8, weights, LABELS[labels], np.repeat(CONSTANTS, 8, axis=1)
    )
    assert found.max() <= 4.0 * max(weights) * R + 1e-12
    # sharper: each phase pays its own power of two
    phases, scale = 0.0, 0.0
    for weight in weights:
        if weight > scale:
            scale = 2.0 ** math.ceil(math.log2(weight))
            phases += scale
    assert found.max() <= phases * R + 1e-12


def test_thinning_is_needed_ignoring_weights_fails():
    # the same adversary makes an oracle that shows everything pay more than max(w) R
    weights = np.array([0.01] * 200 + [1.0] * 200)
    labels = np.array([1.0] * 200 + [0.0] * 200)
    oracle = model(FiniteClassOracle(CONSTANTS), Catalog(1))
    predictions = []
    for label in labels:
        predictions.append(oracle.predict(None, [0])[0])
        oracle.learn(None, 0, label)
    assert excess(np.array(predictions), labels, 0.0, weights) > 100.0


def run(oracle, labels, weights):
    predictions = []
    for label, weight in zip(labels, weights, strict=True):
        predictions.append(oracle.predict(None, [0], weight)[0])
        oracle.learn(None, 0, label, weight)
    return np.array(predictions)


@pytest.mark.parametrize("n", [50, 200])
def test_without_realizability_the_running_maximum_fails_linearly(n):
    # labels 1 at weight 0.01, then labels 0 at weight 1
    weights = np.array([0.01] * n + [1.0] * n)
    labels = np.array([1.0] * n + [0.0] * n)
    found = {r: excess(run(thinned(r), labels, weights), labels, 0.0, weights) for r in "BC"}
    bound = thinned("C").regret_bound(2 * n)
    assert found["C"] > 0.9 * n > bound
    assert found["B"] <= 4.0 * R
    # natively weighted oracles do not need the detour
    native = run(model(FiniteClassOracle(CONSTANTS), Catalog(1)), labels, weights)
    assert excess(native, labels, 0.0, weights) <= R + 1e-9


def test_on_realizable_sequences_the_running_maximum_keeps_its_bound():
    # max(w) (R + ln(1/delta)/2) with probability 1 - delta; 40 runs at delta = 2.5e-7 each:
    # a false alarm in 1 of 100,000
    values = np.array([[0.2], [0.5], [0.8]])
    delta, rounds = 2.5e-7, 120
    bound = math.log(3) / 2.0 + math.log(1.0 / delta) / 2.0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        weights = [
            np.array([0.01] * 60 + [1.0] * 60),
            np.linspace(0.01, 1.0, rounds),
            10.0 ** rng.uniform(-2.0, 0.0, rounds),
        ][seed % 3]
        truth = values[seed % 3, 0]
        labels = (rng.random(rounds) < truth).astype(float)
        predictions = run(thinned("C", values=values), labels, weights)
        assert excess(predictions, labels, truth, weights) <= weights.max() * bound


def test_stated_bounds():
    inner = math.log(2) / 2.0
    assert thinned("A", 3.0).regret_bound(100) == pytest.approx(inner)
    assert thinned("B").regret_bound(100) == pytest.approx(4.0 * (inner + 1.0))
    assert thinned("C").regret_bound(100) == pytest.approx(inner + math.log(100) / 2.0)
