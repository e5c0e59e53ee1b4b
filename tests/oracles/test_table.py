import math

import numpy as np
import pytest

from smoothbandits.oracles import TableOracle
from smoothbandits.spaces import Catalog
from tests.interpreted import model
from tests.oracles.adversary import ADVERSARIES, play, weight_profiles


def excess_over_best_means(actions, weights, predictions, labels):
    """Regret against the weighted mean of every action in hindsight."""
    total = weights @ (predictions - labels) ** 2
    for action in np.unique(actions):
        own = actions == action
        mean = np.average(labels[own], weights=weights[own])
        total -= weights[own] @ (mean - labels[own]) ** 2
    return total


@pytest.mark.parametrize("adversary", ADVERSARIES, ids=lambda a: a.__name__)
@pytest.mark.parametrize("unseen", [1.0, 0.5])
def test_regret_is_at_most_one_plus_the_logarithm_per_action(adversary, unseen):
    rng = np.random.default_rng(0)
    for n in (1, 3):
        table = model(TableOracle(unseen), Catalog(n))
        actions = rng.integers(0, n, 150)
        predictions, labels = play(table, actions, np.ones(150), adversary, rng)
        found = excess_over_best_means(actions, np.ones(150), predictions, labels)
        visits = np.bincount(actions, minlength=n)
        assert found <= sum(1.0 + math.log(v) for v in visits if v) + 1e-9
        assert found <= table.regret_bound(150)


@pytest.mark.parametrize("adversary", ADVERSARIES, ids=lambda a: a.__name__)
def test_weighted_regret_is_at_most_the_largest_weight_times_that(adversary):
    rng = np.random.default_rng(1)
    for weights in weight_profiles(rng, 150):
        table = model(TableOracle(), Catalog(2))
        actions = rng.integers(0, 2, 150)
        predictions, labels = play(table, actions, weights, adversary, rng)
        found = excess_over_best_means(actions, weights, predictions, labels)
        assert found <= weights.max() * table.regret_bound(150)


def test_the_regret_of_one_action_is_the_sum_of_squared_steps_over_n():
    # sum_n (mean_{n-1} - y_n)^2 / n, exactly
    rng = np.random.default_rng(2)
    table = model(TableOracle(unseen=1.0), Catalog(1))
    labels = rng.random(50)
    actions, weights = np.zeros(50, dtype=int), np.ones(50)
    stream = iter(labels)
    predictions, _ = play(table, actions, weights, lambda prediction, rng: next(stream), rng)
    expected = np.sum((predictions - labels) ** 2 / np.arange(1, 51))
    found = excess_over_best_means(actions, weights, predictions, labels)
    assert found == pytest.approx(expected, abs=1e-12)


def test_splitting_a_weight_changes_nothing():
    whole, halves = model(TableOracle(), Catalog(4)), model(TableOracle(), Catalog(4))
    for action, loss, weight in [(0, 0.3, 1.7), (2, 0.9, 0.2), (0, 0.8, 30.0), (2, 0.1, 5.0)]:
        whole.learn(None, action, loss, weight)
        for _ in range(2):
            halves.learn(None, action, loss, weight / 2.0)
    np.testing.assert_allclose(
        whole.predict(None, range(4)), halves.predict(None, range(4)), rtol=1e-12
    )
    assert whole.best()[0] == halves.best()[0]
