import numpy as np
import pytest

from smoothbandits.baselines.greedy_trees import refit_time
from smoothbandits_lab.horizons import full_information
from smoothbandits_lab.horizons.full_information import (
    earning_most,
    progressive_guesses,
    progressive_prices,
)

RNG = np.random.default_rng(2)
X = RNG.random((400, 2))
Y = np.clip(X[:, 0] + RNG.uniform(-0.2, 0.2, size=400), 0.0, 1.0)


def test_a_guess_knows_only_the_targets_before_it():
    whole = progressive_guesses(X, Y, 0.5)
    changed = Y.copy()
    changed[300:] = 0.0
    np.testing.assert_array_equal(progressive_guesses(X, changed, 0.5)[:301], whole[:301])
    np.testing.assert_array_equal(progressive_guesses(X[:300], Y[:300], 0.5), whole[:300])
    assert whole[1] == Y[0]


@pytest.mark.parametrize(("level", "objective"), [(0.5, "l1"), (0.75, "quantile")])
def test_fits_happen_when_the_rival_s_do(level, objective, monkeypatch):
    seen, fit = [], full_information.fit_trees

    def watched(features, labels, **setting):
        seen.append((len(labels), setting["objective"], setting.get("alpha", 0.5)))
        return fit(features, labels, **setting)

    monkeypatch.setattr(full_information, "fit_trees", watched)
    guesses = progressive_guesses(X, Y, level)
    assert seen == [(refit_time(k), objective, level) for k in range(7)]
    above = (guesses >= Y)[200:].mean()
    assert above == pytest.approx(level, abs=0.1)
    assert np.abs(guesses - Y)[200:].mean() < np.abs(np.quantile(Y, level) - Y).mean()


def test_a_price_knows_only_the_worths_before_it():
    whole = progressive_prices(X, Y)
    changed = Y.copy()
    changed[300:] = 0.0
    np.testing.assert_array_equal(progressive_prices(X, changed)[:301], whole[:301])
    np.testing.assert_array_equal(progressive_prices(X[:300], Y[:300]), whole[:300])


def test_the_price_that_earns_most_by_trying_all():
    errors = RNG.normal(0.0, 0.2, 37)
    for guess in (0.1, 0.5, 0.9):
        prices = np.linspace(0.0, 1.0, 129)
        earned = [price * (price <= guess + errors).mean() for price in prices]
        assert earning_most(np.array([guess]), errors) == [prices[np.argmax(earned)]]


def test_told_every_worth_one_earns_more_than_any_constant():
    prices = progressive_prices(X, Y)
    earned = np.where(prices <= Y, prices, 0.0)[200:].mean()
    constants = [np.where(a <= Y, a, 0.0)[200:].mean() for a in np.linspace(0.0, 1.0, 201)]
    assert earned > 1.2 * max(constants)
