import numpy as np
import pytest

from smoothbandits.baselines.greedy_trees import refit_time
from smoothbandits.experiments.horizons import full_information
from smoothbandits.experiments.horizons.full_information import progressive_guesses

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
