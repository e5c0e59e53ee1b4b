import math

import numpy as np
import pytest
from scipy.stats import ttest_ind

from smoothbandits.errors import InvalidParameter
from smoothbandits_lab.statistics import (
    Ratio,
    beta_interval,
    compare_runs,
    estimate_or_none,
    fit_exponent,
    geometric_mean,
    poisson_interval,
    ratio_of,
)
from smoothbandits_lab.table1.row_losses import group_means

# ------------------------------------------------------------------------ a mean over rows


@pytest.mark.parametrize("size", [5_000, 300_000])
def test_the_interval_has_the_width_of_the_central_limit(size: int) -> None:
    """Its ends are those of a normal law, up to the noise of 2000 replicates and 1000 groups."""
    losses = np.random.default_rng(2).exponential(0.1, size)
    low, high = poisson_interval([group_means(losses, np.arange(size))])
    half = 1.96 * losses.std() / np.sqrt(size)
    assert (high - low) / 2.0 == pytest.approx(half, rel=0.12)
    assert low < losses.mean() < high


def test_seeds_that_differ_widen_the_interval() -> None:
    """Three seeds on the same rows: rows count once, and the seeds' own spread is added."""
    rng = np.random.default_rng(3)
    rows = rng.exponential(0.1, 1_000)
    alike, apart = [rows] * 3, [rows - 0.02, rows, rows + 0.02]
    one, same, more = poisson_interval([rows]), poisson_interval(alike), poisson_interval(apart)
    assert same[1] - same[0] == pytest.approx(one[1] - one[0], rel=0.1)
    assert more[1] - more[0] > 1.5 * (one[1] - one[0])


def test_it_covers_the_mean_as_often_as_it_says() -> None:
    """200 repeats at 95 %: below 0.89 or above 0.99 is an alarm, false in one case of 500."""
    rng = np.random.default_rng(4)
    hits = 0
    for repeat in range(200):
        low, high = poisson_interval([rng.uniform(0.0, 2.0, 100)], seed=repeat)
        hits += low <= 1.0 <= high
    assert 0.89 <= hits / 200 <= 0.99


def test_three_seeds_cover_as_often_as_it_says() -> None:
    """400 repeats at 95 %, seeds all that varies: below 0.91 is an alarm, false in one of 1000."""
    rng = np.random.default_rng(5)
    hits = 0
    for repeat in range(400):
        seeds = rng.normal(size=(3, 1)) + np.zeros(10)
        low, high = poisson_interval(seeds, seed=repeat)
        hits += low <= 0.0 <= high
    assert 0.91 <= hits / 400 <= 0.985


def test_the_cats_authors_kind_is_what_they_print() -> None:
    """BNG_cpu_act: 0.055658 in [0.055240, 0.056079] after 1,000,000 rows."""
    assert beta_interval(0.055658, 1_000_000) == pytest.approx((0.0552, 0.0561), abs=1e-4)


# ---------------------------------------------------------------- a ratio on the same rows


def test_two_seeds_by_hand():
    """Means 0.2 and 0.4; relative losses apart by (-0.25, 0.25), standard error 0.25."""
    ratio = ratio_of(np.array([0.1, 0.3]), np.array([0.3, 0.5]))
    assert ratio.log == pytest.approx(math.log(0.5)) and ratio.freedom == 1
    assert ratio.error == pytest.approx(0.25)
    mean, low, high = ratio.estimate()
    assert mean == pytest.approx(0.5)
    assert low == pytest.approx(0.5 * math.exp(-12.7062 * 0.25), rel=1e-4)
    assert high == pytest.approx(0.5 * math.exp(12.7062 * 0.25), rel=1e-4)


def test_luck_that_both_share_cancels():
    losses = np.array([0.1, 0.5, 0.3])
    assert ratio_of(0.9 * losses, losses).estimate() == pytest.approx((0.9, 0.9, 0.9))


def test_one_seed_has_no_interval():
    ratio = ratio_of(np.array([0.1]), np.array([0.2]))
    mean, low, high = ratio.estimate()
    assert mean == pytest.approx(0.5) and math.isnan(low) and math.isnan(high)
    mean, low, high = geometric_mean([ratio, Ratio(0.0, 0.1, 3)])
    assert mean == pytest.approx(math.sqrt(0.5)) and math.isnan(low) and math.isnan(high)


def test_the_interval_of_a_geometric_mean_covers():
    """Many tables with errors of one size: nearly normal, with the error over sqrt(tables)."""
    tables = [Ratio(math.log(0.8), 0.1, 1_000)] * 25
    mean, low, high = geometric_mean(tables)
    assert mean == pytest.approx(0.8)
    assert math.log(high / 0.8) == pytest.approx(1.96 * 0.1 / 5.0, rel=0.05)
    assert math.log(0.8 / low) == pytest.approx(1.96 * 0.1 / 5.0, rel=0.05)


def test_json_has_no_nan():
    one = ratio_of(np.array([0.1]), np.array([0.2])).estimate()
    assert estimate_or_none(one) == {"mean": pytest.approx(0.5), "low": None, "high": None}
    assert estimate_or_none(None) is None


# ---------------------------------------------------------------- a difference of two means


def test_welch_is_scipys():
    rng = np.random.default_rng(1)
    one, other = rng.normal(10.0, 3.0, 20), rng.normal(11.0, 1.0, 35)
    found = compare_runs(one, other)
    theirs = ttest_ind(one, other, equal_var=False)
    interval = theirs.confidence_interval(0.95)
    assert found.difference == pytest.approx(one.mean() - other.mean())
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))
    assert found.p_value == pytest.approx(theirs.pvalue)
    assert found.bootstrap == pytest.approx((found.low, found.high), abs=0.25)


def test_one_run_gone_wrong_sways_the_mean_but_not_the_ranks():
    one, other = np.linspace(900.0, 1100.0, 32), np.linspace(1200.0, 1400.0, 32)
    spoilt = np.concatenate([one[:-1], [30_000.0]])
    found = compare_runs(spoilt, other)
    assert found.low < 0.0 < found.high and found.p_value > 0.05
    assert found.better == pytest.approx(31 / 32) and found.rank_p_value < 1e-6
    assert compare_runs(one, other).better == 1.0


def test_runs_that_are_all_alike():
    found = compare_runs(np.ones(4), np.ones(4))
    assert (found.difference, found.p_value, found.better) == (0.0, 1.0, 0.5)
    assert compare_runs(np.ones(4), np.full(4, 2.0)).p_value == 0.0


# -------------------------------------------------------------------- the power of a growth

X = np.array([1e2, 1e3, 1e4, 1e5])


def test_an_exact_power_is_found() -> None:
    found = fit_exponent(X, np.outer(3.0 * X**0.7, [1.0, 1.0]))
    assert found.slope == pytest.approx(0.7, abs=1e-9)
    assert found.low == pytest.approx(0.7, abs=1e-9)
    assert found.high == pytest.approx(0.7, abs=1e-9)


def test_the_interval_covers_the_truth() -> None:
    # 100 trials, nominal cover 95 % (bootstrap of 20 seeds: about 92 %); fewer than 82 hits of
    # a binomial with success probability 0.9 has a chance below 1 %
    generator = np.random.default_rng(1)
    hits = 0
    for _ in range(100):
        noise = np.exp(0.5 * generator.standard_normal((4, 20)))
        found = fit_exponent(X, X[:, None] ** 0.5 * noise)
        hits += found.low <= 0.5 <= found.high
    assert 82 <= hits < 100


def test_more_seeds_narrow_it() -> None:
    noise = np.exp(0.5 * np.random.default_rng(2).standard_normal((4, 80)))
    few, many = (fit_exponent(X, X[:, None] ** 0.5 * noise[:, :n]) for n in (10, 80))
    assert many.high - many.low < few.high - few.low


def test_the_same_data_give_the_same_interval() -> None:
    runs = np.random.default_rng(3).random((4, 5)) + 0.1
    assert fit_exponent(X, runs) == fit_exponent(X, runs)


@pytest.mark.parametrize(
    ("x", "runs"),
    [
        ([1.0, 2.0], [[1.0], [-1.0]]),
        ([1.0, 2.0], [[1.0], [0.0]]),
        ([1.0, 2.0], [[1.0], [np.nan]]),
        ([1.0, 2.0], [1.0, 2.0]),
        ([1.0, 2.0, 3.0], [[1.0], [2.0]]),
        ([2.0, 2.0], [[1.0], [2.0]]),
        ([0.0, 2.0], [[1.0], [2.0]]),
    ],
)
def test_what_has_no_slope_is_refused(x: list[float], runs: list[object]) -> None:
    with pytest.raises(InvalidParameter):
        fit_exponent(x, runs)
