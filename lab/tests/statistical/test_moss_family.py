"""The compiled MOSS family against its slow twin, and against the published figures."""

import numpy as np
import pytest
from scipy.stats import ks_2samp

from lab.tests.statistical.test_caption_contest import caption_means
from smoothbandits import BernoulliEnvironment, Catalog, simulate
from smoothbandits.baselines import MOSS, MOSSPlusPlus, Parallel, Quantile
from tests.reference import moss as slow

HORIZON, RUNS = 250, 150
MEANS = np.concatenate([np.full(3, 0.9), np.linspace(0.1, 0.6, 37)])
TWINS = {
    "moss": (MOSS, {}, slow.moss, {}),
    "moss oracle": (MOSS, {"best_arms": 9}, slow.moss, {"size": 13}),
    "moss++": (MOSSPlusPlus, {}, slow.moss_plus, {}),
    "empmoss++": (MOSSPlusPlus, {"empirical": True}, slow.moss_plus, {"empirical": True}),
    "quantile": (Quantile, {}, slow.quantile, {}),
    "parallel": (Parallel, {"best_reward": 0.9}, slow.parallel, {}),
}


@pytest.mark.parametrize("name", TWINS)
def test_regrets_have_the_law_of_the_slow_twin(name):
    """Kolmogorov-Smirnov at a fifth of the horizon and at its end, false alarm 1e-4 each.

    The two engines also agree bit for bit.
    """
    kind, settings, twin, same = TWINS[name]
    policies = [kind(Catalog(40), horizon=HORIZON, seed=s, **settings) for s in range(RUNS)]
    fast = [
        simulate(policy, BernoulliEnvironment(MEANS, seed=s), rounds=HORIZON)
        for s, policy in enumerate(policies)
    ]
    rng = np.random.default_rng(7)
    theirs = np.cumsum([twin(MEANS, HORIZON, rng, **same) for _ in range(RUNS)], axis=1)
    mine = np.array([trace.regrets for trace in fast])
    for t in (HORIZON // 5 - 1, HORIZON - 1):
        assert ks_2samp(mine[:, t], theirs[:, t]).pvalue > 1e-4
    again = kind(Catalog(40), horizon=HORIZON, seed=0, **settings)
    python = simulate(again, BernoulliEnvironment(MEANS, seed=0), rounds=HORIZON, engine="python")
    assert (fast[0].engine, python.engine) == ("compiled", "python")
    assert (python.actions == fast[0].actions).all()


def final_regrets(kind, runs, **settings):
    means = caption_means()
    return [
        simulate(
            kind(Catalog(len(means)), horizon=100_000, seed=s, **settings),
            BernoulliEnvironment(means, seed=s),
            rounds=100_000,
        ).regrets[-1]
        for s in range(runs)
    ]


def test_published_regrets_on_the_caption_contest():
    """Means 19730 and 5106 with sd of a run near 90 and 70; empMOSS++'s median near 2770."""
    assert np.mean(final_regrets(MOSS, 4)) == pytest.approx(19_730, rel=0.02)
    assert np.mean(final_regrets(MOSS, 8, best_arms=54)) == pytest.approx(5_106, rel=0.02)
    assert 2_550 < np.median(final_regrets(MOSSPlusPlus, 9, empirical=True)) < 2_950
