from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import ttest_ind

from smoothbandits.experiments.figure1.comparison import compare, comparisons, welch
from smoothbandits.experiments.figure1.policies import POLICIES
from tests.experiments.figure1.outcomes import made_up


def test_welch_is_scipys():
    rng = np.random.default_rng(1)
    one, other = rng.normal(10.0, 3.0, 20), rng.normal(11.0, 1.0, 35)
    found = compare("here", "a", one, "b", other)
    theirs = ttest_ind(one, other, equal_var=False)
    interval = theirs.confidence_interval(0.95)
    assert found.difference == pytest.approx(one.mean() - other.mean())
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))
    assert found.p_value == pytest.approx(theirs.pvalue)
    assert found.bootstrap == pytest.approx((found.low, found.high), abs=0.25)


def test_the_published_difference():
    """-475 with standard error sqrt(603.6^2/32 + 2336.8^2/100) = 257: z = -1.85."""
    one, other = POLICIES["reference"].published, POLICIES["empmoss++"].published
    difference, low, high, p_value = welch(one, other)
    assert difference == pytest.approx(-475.4)
    assert (high - low) / 2.0 == pytest.approx(1.98 * 257.0, rel=0.01)
    assert 0.06 < p_value < 0.07


def test_one_run_gone_wrong_sways_the_mean_but_not_the_ranks():
    one, other = np.linspace(900.0, 1100.0, 32), np.linspace(1200.0, 1400.0, 32)
    spoilt = np.concatenate([one[:-1], [30_000.0]])
    found = compare("here", "a", spoilt, "b", other)
    assert found.low < 0.0 < found.high and found.p_value > 0.05
    assert found.better == pytest.approx(31 / 32) and found.rank_p_value < 1e-6
    assert compare("here", "a", one, "b", other).better == 1.0


def test_what_is_compared():
    names = [(found.name, found.first) for found in comparisons(made_up())]
    assert names == [
        ("as published", "reference"),
        ("as run here", "reference"),
        ("as run here", "fast"),
    ]
    twin = comparisons(made_up("caption-synthetic"))
    assert [found.name for found in twin] == ["as run here", "as run here"]
    assert len(comparisons(made_up(rounds=10_000))) == 2
    one = made_up(runs=1)
    assert [found.name for found in comparisons(one)] == ["as published"]
    few = replace(one, outcomes={"moss": one.outcomes["moss"]})
    assert len(comparisons(few)) == 1


def test_runs_that_are_all_alike():
    found = compare("here", "a", np.ones(4), "b", np.ones(4))
    assert (found.difference, found.p_value, found.better) == (0.0, 1.0, 0.5)
    assert compare("here", "a", np.ones(4), "b", np.full(4, 2.0)).p_value == 0.0
