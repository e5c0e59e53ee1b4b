import numpy as np
import pytest
from scipy.special import expit

from smoothbandits.features import Items
from smoothbandits.oracles import GLMOracle
from smoothbandits.spaces import Catalog
from tests.interpreted import model

NORM = 4.0


def estimation_error(seed, rounds, noise, horizon):
    """sum (sigmoid_t - sigmoid*)^2 on a realizable sequence."""
    rng = np.random.default_rng(seed)
    features = rng.normal(size=(rounds, 3))
    features /= np.linalg.norm(features, axis=1, keepdims=True)
    w = rng.normal(size=3)
    w *= NORM / np.linalg.norm(w)
    truth = expit(features @ w)
    oracle = model(GLMOracle(Items(features), norm=NORM, rounds=horizon), Catalog(rounds))
    total = 0.0
    for t in range(rounds):
        total += (oracle.predict(None, [t])[0] - truth[t]) ** 2
        oracle.learn(None, t, float(rng.random() < truth[t]) if noise else truth[t])
    return total, oracle


@pytest.mark.parametrize("seed", range(5))
def test_without_noise_the_error_is_bounded_for_ever(seed):
    # each step shrinks |w - w*|^2 by (2 eta/L - eta^2)(sigmoid - sigmoid*)^2 at least
    rounds = 400
    found, oracle = estimation_error(seed, rounds, noise=False, horizon=rounds)
    eta, lipschitz = 2.0 * NORM / np.sqrt(rounds), 0.25
    assert found <= NORM**2 / (2.0 * eta / lipschitz - eta**2)
    assert found <= oracle.regret_bound(rounds)


def test_with_noise_the_mean_error_is_below_the_stated_bound():
    # the bound holds in expectation; the mean of 20 runs stays 5 standard errors below it
    rounds = 400
    runs = [estimation_error(seed, rounds, noise=True, horizon=rounds)[0] for seed in range(20)]
    bound = 0.25 * NORM * np.sqrt(rounds)
    assert np.mean(runs) + 5.0 * np.std(runs) / np.sqrt(20) <= bound


def test_the_anytime_rate_stays_below_the_bound_at_every_horizon():
    for rounds in (50, 200, 800):
        runs = [estimation_error(seed, rounds, noise=True, horizon=None)[0] for seed in range(8)]
        assert np.mean(runs) <= 0.25 * NORM * np.sqrt(rounds)
