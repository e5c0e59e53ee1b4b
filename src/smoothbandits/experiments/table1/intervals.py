"""Intervals of a mean loss: a correct one, the paper's own kind, and the CATS authors'."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from smoothbandits.checks import Floats

__all__ = ["GROUPS", "beta_interval", "group_means", "paper_interval", "poisson_interval"]

GROUPS = 1_000  # of rows, made at random, which keep the variance of the mean
REPLICATES = 2_000
PAPER_REPLICATES, PAPER_SEED = 60, 2112

Interval = tuple[float, float]


def group_means(losses: Floats, rows: NDArray[np.int64]) -> Floats:
    """Mean loss of each group of rows; the groups are the same for every order of the rows.

    Parameters
    ----------
    losses, rows
        Of each round, its loss and the number of its row.
    """
    groups = np.random.default_rng(0).permutation(len(rows)) % min(GROUPS, len(rows))
    sums = np.bincount(groups[rows], weights=losses)
    means: Floats = sums / np.bincount(groups)
    return means


def poisson_interval(groups: ArrayLike, *, seed: int = 0) -> Interval:
    """The 95 % interval of a mean over rows and seeds, by the Poisson bootstrap.

    Weights of groups of rows are Poisson(1) and divided by their sum, 2000 times.  Several seeds,
    which play the same rows in other orders, are too few to be drawn again: their spread is added
    by Student's law.

    Parameters
    ----------
    groups
        Mean loss per group, a row of them per seed.

    Examples
    --------
    >>> low, high = poisson_interval([[0.0, 1.0] * 500])
    >>> print(f"{low:.2f} to {high:.2f}")
    0.47 to 0.53
    """
    means = np.atleast_2d(np.asarray(groups, dtype=np.float64))
    rng = np.random.default_rng(seed)
    weights = rng.poisson(1.0, size=(REPLICATES, means.shape[1])).astype(np.float64)
    weights[weights.sum(axis=1) == 0.0] = 1.0
    draws = weights @ means.mean(axis=0) / weights.sum(axis=1)
    seeds = means.mean(axis=1)
    if len(seeds) > 1:
        error = seeds.std(ddof=1) / math.sqrt(len(seeds))
        draws += error * rng.standard_t(len(seeds) - 1, size=REPLICATES)
    low, high = np.percentile(draws, [2.5, 97.5])
    return float(low), float(high)


def paper_interval(losses: Floats, batch: int) -> Interval:
    """The paper's: 5 % and 95 % quantiles of 60 replicates with weights not renormalised.

    Their spread reflects the second moment of the loss and not its variance, and they hold 90 %.
    """
    whole = len(losses) // batch * batch
    means = losses[:whole].reshape(-1, batch).mean(axis=1) if whole else losses
    rng = np.random.default_rng(PAPER_SEED)
    draws = [
        float(rng.poisson(batch, size=len(means)) @ means) / (batch * len(means))
        for _ in range(PAPER_REPLICATES)
    ]
    low, high = np.percentile(draws, [5.0, 95.0])
    return float(low), float(high)


def beta_interval(loss: float, rounds: int) -> Interval:
    """The CATS authors': as if losses were 0 or 1, which is wider than needed.

    All that is known of a run whose single losses are not.

    Examples
    --------
    >>> low, high = beta_interval(0.173245, 1_000_000)
    >>> print(f"{low:.4f} to {high:.4f}")
    0.1725 to 0.1740
    """
    from scipy.special import betaincinv

    a, b = rounds * loss + 1.0, rounds * (1.0 - loss) + 1.0
    return float(betaincinv(a, b, 0.025)), float(betaincinv(a, b, 0.975))
