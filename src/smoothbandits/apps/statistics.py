"""Means and their intervals: the Poisson bootstrap over rounds, Student's law over seeds."""

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.checks import Floats, as_floats, check_count
from smoothbandits.errors import InvalidParameter

__all__ = [
    "Estimate",
    "RunningMeans",
    "mean_interval",
    "poisson_weights",
    "running_means",
    "seed_noise",
    "student_95",
]

CHUNK = 100  # replicates at a time
NORMAL_95 = 1.96


class Estimate(NamedTuple):
    """A mean and its interval."""

    mean: float
    low: float
    high: float


class RunningMeans(NamedTuple):
    """Mean loss up to each of a number of rounds, with a band."""

    rounds: Floats
    mean: Floats
    low: Floats
    high: Floats


def mean_interval(
    losses: ArrayLike, *, replicates: int = 2000, level: float = 0.95, seed: int = 0
) -> Estimate:
    """Mean loss over rounds in their order, of one run or of several seeds on the same rows.

    Rounds near each other may be alike, so blocks of consecutive rounds are drawn together.
    What is drawn is the difference of each block from its neighbour: a loss that falls while
    the policy learns is no noise.  As it falls fastest at first, blocks begin short: their
    lengths are 1, 2, 3, ... up to about sqrt(2 T).

    The interval of one run covers its expected loss, given what it came to play: the luck of the
    rounds.  What a run learns early depends on luck too, and another run may end far outside.
    Only several seeds tell; their spread, by Student's law, is then part of the interval.

    Parameters
    ----------
    losses
        One per round, or a row of them per seed.
    replicates, level, seed
        Number of bootstrap replicates, share of them inside, source of randomness.

    Examples
    --------
    >>> falling = np.linspace(1.0, 0.0, 10_000)
    >>> found = mean_interval(falling)
    >>> print(f"{found.mean:.3f} in [{found.low:.3f}, {found.high:.3f}]")
    0.500 in [0.498, 0.501]
    """
    runs = as_runs(losses)
    check_count("replicates", replicates)
    rng = np.random.default_rng(seed)
    sizes, apart = _block_noise(runs.mean(axis=0))
    draws = [
        weights @ apart / (weights @ sizes)
        for weights in poisson_weights(rng, replicates, len(apart))
    ]
    noise = np.concatenate(draws) + seed_noise(rng, runs.mean(axis=1), replicates)
    mean = float(runs.mean())
    return _estimate(mean, mean + noise, level)


def running_means(losses: ArrayLike) -> RunningMeans:
    """The curve of progressive losses with its pointwise 95 % band.

    The band is that of `mean_interval`, by the normal and Student's law instead of replicates,
    at the end of every second block.

    Parameters
    ----------
    losses
        One per round, or a row of them per seed.

    Examples
    --------
    >>> running_means([0.0, 1.0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]).mean
    array([0.5, 0.5])
    """
    runs = as_runs(losses)
    sizes, apart = _block_noise(runs.mean(axis=0))
    ends = np.cumsum(sizes)[1::2]
    variance = np.cumsum(apart**2)[1::2] / ends**2
    means = np.cumsum(runs, axis=1)[:, ends.astype(np.int64) - 1] / ends
    reach = NORMAL_95 * np.sqrt(variance)
    if len(runs) > 1:
        error = means.std(axis=0, ddof=1) / math.sqrt(len(runs))
        reach = np.hypot(reach, student_95(len(runs) - 1) * error)
    mean = means.mean(axis=0)
    return RunningMeans(ends, mean, mean - reach, mean + reach)


def student_95(freedom: int) -> float:
    """The 97.5 % quantile of Student's law.

    Examples
    --------
    >>> round(student_95(2), 3)
    4.303
    """
    from scipy import special  # much quicker to import than scipy.stats

    return float(special.stdtrit(freedom, 0.975))


def as_runs(losses: ArrayLike) -> Floats:
    """Losses as one row per seed, checked."""
    runs = as_floats("losses", np.atleast_2d(np.asarray(losses, dtype=np.float64)), ndim=2)
    if runs.shape[1] < 2:
        raise InvalidParameter(f"losses has {runs.shape[1]} rounds; give at least 2")
    return runs


def _block_noise(rows: Floats) -> tuple[Floats, Floats]:
    """Size of each block, and its difference from its neighbour as noise of the block's sum."""
    starts = _growing_blocks(len(rows))
    sizes = np.diff([*starts, len(rows)]).astype(np.float64)
    blocks = np.add.reduceat(rows, starts) / sizes
    # a difference of two has twice the variance of one
    apart = sizes * (blocks - blocks.reshape(-1, 2)[:, ::-1].ravel()) / math.sqrt(2.0)
    return sizes, apart


def _growing_blocks(length: int) -> list[int]:
    """Where blocks of 1, 2, 3, ... rounds begin; an even number, the last takes the rest."""
    whole = (math.isqrt(8 * length + 1) - 1) // 2
    return [i * (i + 1) // 2 for i in range(max(2, whole // 2 * 2))]


def poisson_weights(rng: np.random.Generator, replicates: int, size: int) -> Iterator[Floats]:
    """Poisson(1) weights, a row per replicate, in chunks; no row is all zero."""
    for first in range(0, replicates, CHUNK):
        drawn = rng.poisson(1.0, size=(min(CHUNK, replicates - first), size)).astype(np.float64)
        drawn[drawn.sum(axis=1) == 0.0] = 1.0
        yield drawn


def seed_noise(rng: np.random.Generator, seeds: Floats, replicates: int) -> Floats:
    """Draws of the error of a mean over seeds, by Student's law; one seed tells nothing, 0.

    Seeds are too few for the bootstrap, which would draw them again.
    """
    if len(seeds) < 2:
        return np.zeros(replicates)
    error = seeds.std(ddof=1) / math.sqrt(len(seeds))
    drawn: Floats = error * rng.standard_t(len(seeds) - 1, size=replicates)
    return drawn


def _estimate(mean: float, draws: Floats, level: float) -> Estimate:
    tail = 50.0 * (1.0 - level)
    low, high = np.percentile(draws, [tail, 100.0 - tail])
    return Estimate(mean, float(low), float(high))
