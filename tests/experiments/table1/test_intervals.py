import numpy as np
import pytest

from smoothbandits.experiments.table1.intervals import (
    beta_interval,
    group_means,
    paper_interval,
    poisson_interval,
)


def test_groups_do_not_depend_on_the_order_of_rounds() -> None:
    rng = np.random.default_rng(1)
    losses, order = rng.random(5_000), rng.permutation(5_000)
    straight = group_means(losses, np.arange(5_000))
    np.testing.assert_allclose(group_means(losses[order], order), straight, rtol=1e-12)
    assert len(straight) == 1_000
    assert straight.mean() == pytest.approx(losses.mean(), rel=1e-12)


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


def test_the_paper_s_kind_reflects_the_second_moment() -> None:
    """A constant loss has no variance, and yet that interval has a width."""
    losses = np.full(80_000, 0.5)
    low, high = paper_interval(losses, 8)
    assert high - low == pytest.approx(2 * 1.645 * 0.5 / np.sqrt(80_000), rel=0.3)
    one = poisson_interval([group_means(losses, np.arange(80_000))])
    assert one == pytest.approx((0.5, 0.5), abs=1e-12)


def test_the_cats_authors_kind_is_what_they_print() -> None:
    """BNG_cpu_act: 0.055658 in [0.055240, 0.056079] after 1,000,000 rows."""
    assert beta_interval(0.055658, 1_000_000) == pytest.approx((0.0552, 0.0561), abs=1e-4)
