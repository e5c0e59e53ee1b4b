import math

import numpy as np
import pytest

from smoothbandits.features import Items
from smoothbandits.oracles import LinearOracle
from smoothbandits.spaces import Catalog, Interval
from tests.interpreted import model
from tests.oracles.adversary import ADVERSARIES, play, weight_profiles
from tests.reference import linear as twin

ROUNDS = 120


def adversarial_run(adversary, ridge, weights, seed, size=4):
    """Features that turn slowly or not at all, labels by the adversary."""
    rng = np.random.default_rng(seed)
    features = rng.normal(size=(ROUNDS, size))
    if seed % 2:
        features = np.repeat(features[:6], ROUNDS // 6, axis=0)
    features /= np.linalg.norm(features, axis=1, keepdims=True)
    oracle = model(LinearOracle(Items(features), ridge=ridge), Catalog(ROUNDS))
    predictions, labels = play(oracle, np.arange(ROUNDS), weights, adversary, rng)
    return oracle, features, predictions, labels


@pytest.mark.parametrize("adversary", ADVERSARIES, ids=lambda a: a.__name__)
@pytest.mark.parametrize("ridge", [0.1, 1.0, 10.0])
def test_regret_is_at_most_the_log_determinant(adversary, ridge):
    # sum (yhat - y)^2 <= min_u {lam |u|^2 + sum (u'phi - y)^2} + ln det(A_T / lam)
    for seed in range(4):
        oracle, features, predictions, labels = adversarial_run(
            adversary, ridge, np.ones(ROUNDS), seed
        )
        loss = np.sum((predictions - labels) ** 2)
        _, log_det = np.linalg.slogdet(oracle.state.matrix / ridge)
        benchmark = twin.ridge_minimum(features, labels, ridge)
        assert loss <= benchmark + log_det + 1e-9
        assert log_det <= 4 * math.log(1.0 + ROUNDS / (ridge * 4)) + 1e-9


@pytest.mark.parametrize("adversary", ADVERSARIES, ids=lambda a: a.__name__)
def test_the_stated_bound_holds_for_every_comparator_of_its_norm(adversary):
    oracle, features, predictions, labels = adversarial_run(adversary, 1.0, np.ones(ROUNDS), 3)
    excess = np.sum((predictions - labels) ** 2) - twin.ball_minimum(features, labels, 1.0)
    assert excess <= oracle.regret_bound(ROUNDS)


@pytest.mark.parametrize("adversary", ADVERSARIES, ids=lambda a: a.__name__)
def test_weighted_regret_scales_with_the_largest_weight(adversary):
    # the ridge is lam W, W = max(w): W (lam |u|^2 + ln det(A_T / (lam W)) + D ln(W / w_1))
    for number, weights in enumerate(weight_profiles(np.random.default_rng(0), ROUNDS)):
        oracle, features, predictions, labels = adversarial_run(adversary, 1.0, weights, number)
        scale = oracle.state.ridge[1]
        assert scale == weights.max()
        loss = weights @ (predictions - labels) ** 2
        benchmark = twin.ridge_minimum(features, labels, scale, weights)
        _, log_det = np.linalg.slogdet(oracle.state.matrix / scale)
        growth = features.shape[1] * math.log(scale / weights[0])
        assert loss <= benchmark + scale * (log_det + growth) + 1e-9


@pytest.mark.parametrize("weight", [0.01, 1.001, 300.0])
def test_equal_weights_scale_the_bound_exactly(weight):
    # labels 1 against the comparator u = 1, whatever the unit of the weights
    oracle = LinearOracle(Items([[1.0]]), ridge=5.0, norm=1.0)
    forecaster, regret = model(oracle, Catalog(1)), 0.0
    for _ in range(200):
        regret += weight * (forecaster.predict(None, [0], weight)[0] - 1.0) ** 2
        forecaster.learn(None, 0, 1.0, weight)
    assert regret <= weight * forecaster.regret_bound(200)


def test_splitting_a_weight_changes_nothing():
    features = np.random.default_rng(1).normal(size=(3, 4)) / 3.0
    whole = model(LinearOracle(Items(features)), Catalog(3))
    halves = model(LinearOracle(Items(features)), Catalog(3))
    for oracle in (whole, halves):
        oracle.learn(None, 0, 0.4, weight=8.0)  # so that the ridge is the same
    whole.learn(None, 1, 0.9, weight=6.0)
    for _ in range(2):
        halves.learn(None, 1, 0.9, weight=3.0)
    np.testing.assert_allclose(
        whole.predict(None, range(3)), halves.predict(None, range(3)), rtol=1e-11
    )


def test_finds_a_parabola_on_an_interval():
    oracle = model(LinearOracle(lambda context, a: [1.0, a, a * a], ridge=1e-6), Interval(0, 2))
    for a in np.linspace(0.0, 2.0, 21):
        oracle.learn(None, a, 0.1 + 0.5 * (a - 1.3) ** 2)
    # the query in the matrix shrinks predictions a little, more so at the ends
    assert oracle.best()[0] == pytest.approx(1.3, abs=0.01)
    assert math.isnan(oracle.argmin_error())
