"""Coverage is counted with fixed seeds; each count fails by chance in fewer than 1 of 10^4."""

import numpy as np
import pytest

from smoothbandits.apps.statistics import (
    _growing_blocks,
    mean_interval,
    running_means,
)
from smoothbandits.errors import InvalidParameter

TRIES = 200


def coverage(make, truth: float, interval) -> float:
    found = [
        interval(make(np.random.default_rng([7, i])), seed=i, replicates=400) for i in range(TRIES)
    ]
    return float(np.mean([one.low <= truth <= one.high for one in found]))


def falling(rng: np.random.Generator, n: int = 2000) -> np.ndarray:
    """Independent noise around a loss that falls from 0.8 to 0.2."""
    return 0.2 + 0.6 * np.exp(-np.arange(n) / 100.0) + 0.05 * rng.standard_normal(n)


FALLING_MEAN = float(np.mean(0.2 + 0.6 * np.exp(-np.arange(2000) / 100.0)))


def test_independent_rounds_are_covered() -> None:
    # the standard deviation of a share of 200 around 0.95 is 0.0154
    found = coverage(lambda rng: rng.random(900) < 0.3, 0.3, mean_interval)
    assert 0.88 <= found <= 0.998


def test_learning_is_no_noise() -> None:
    assert 0.88 <= coverage(falling, FALLING_MEAN, mean_interval) <= 0.998
    losses = falling(np.random.default_rng(0))
    aware = mean_interval(losses)
    assert 3.92 * losses.std() / np.sqrt(2000) > 1.5 * (aware.high - aware.low)
    assert aware.high - aware.low == pytest.approx(2 * 1.96 * 0.05 / np.sqrt(2000), rel=0.4)


def test_rounds_that_resemble_their_neighbours_count_for_less() -> None:
    def repeated(rng: np.random.Generator) -> np.ndarray:
        return np.repeat(rng.random(100), 10)

    assert coverage(repeated, 0.5, mean_interval) >= 0.87


def test_seeds_that_differ_widen_the_interval() -> None:
    rng = np.random.default_rng(3)
    alike = 0.5 + 0.01 * rng.standard_normal((5, 1000))
    apart = alike + np.array([[-0.1], [-0.05], [0.0], [0.05], [0.1]])
    narrow, wide = mean_interval(alike), mean_interval(apart)
    assert wide.mean == pytest.approx(narrow.mean)
    assert wide.high - wide.low > 20 * (narrow.high - narrow.low)
    # the standard error of five seeds with sd 0.079 is 0.0354; Student's law with 4 degrees
    assert wide.high - wide.low == pytest.approx(2 * 2.776 * 0.0354, rel=0.2)


@pytest.mark.parametrize("seeds", [2, 3, 5])
def test_runs_with_luck_of_their_own_are_covered_by_their_spread(seeds: int) -> None:
    def lucky(rng: np.random.Generator) -> np.ndarray:
        rows = 0.05 * rng.standard_normal(400)  # the same for every seed
        luck = 0.02 * rng.standard_normal((seeds, 1))
        return 0.3 + rows + luck + 0.05 * rng.standard_normal((seeds, 400))

    assert coverage(lucky, 0.3, mean_interval) >= 0.88
    assert coverage(lambda rng: lucky(rng)[0], 0.3, mean_interval) < 0.5  # one run cannot know


def test_blocks_grow_and_come_in_pairs() -> None:
    assert _growing_blocks(10) == [0, 1, 3, 6]
    for length in (2, 3, 4, 5, 20, 21, 22, 999, 1000):
        starts = _growing_blocks(length)
        sizes = np.diff([*starts, length])
        assert len(starts) % 2 == 0 and (sizes[:-1] == np.arange(1, len(starts))).all()
        assert 1 <= sizes[-1] <= 4 * len(starts)


def test_weights_are_renormalised() -> None:
    assert mean_interval(np.full(50, 0.4)) == pytest.approx((0.4, 0.4, 0.4))
    assert mean_interval(np.full((3, 50), 0.4)) == pytest.approx((0.4, 0.4, 0.4))


def test_bad_input() -> None:
    with pytest.raises(InvalidParameter, match="losses"):
        mean_interval([])
    with pytest.raises(InvalidParameter, match="nan"):
        mean_interval([0.1, np.nan, 0.2])
    with pytest.raises(InvalidParameter, match="replicates is 0"):
        mean_interval([0.1, 0.2], replicates=0)
    assert mean_interval([0.1, 0.3, 0.2], seed=4) == mean_interval([0.1, 0.3, 0.2], seed=4)


def test_the_curve_ends_at_the_mean_with_the_same_interval() -> None:
    rng = np.random.default_rng(2)
    runs = 0.3 + 0.1 * rng.standard_normal((4, 3000)) + 0.02 * rng.standard_normal((4, 1))
    for losses in (runs, runs[0]):
        curve, whole = running_means(losses), mean_interval(losses, replicates=4000)
        assert curve.rounds[-1] == 3000 and (np.diff(curve.rounds) > 0).all()
        assert curve.mean[-1] == pytest.approx(whole.mean)
        # percentiles of replicates differ a little from the laws'
        assert curve.high[-1] - curve.low[-1] == pytest.approx(whole.high - whole.low, rel=0.2)
    assert curve.mean[10] == pytest.approx(runs[0, : int(curve.rounds[10])].mean())
