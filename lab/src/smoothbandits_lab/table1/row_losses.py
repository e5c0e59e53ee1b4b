"""What is kept of a run's single losses: means of groups of rows, and the paper's interval."""

import numpy as np
from numpy.typing import NDArray

from smoothbandits.checks import Floats

__all__ = ["group_means", "paper_interval"]

GROUPS = 1_000  # of rows, made at random, which keep the variance of the mean
PAPER_REPLICATES, PAPER_SEED = 60, 2112


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


def paper_interval(losses: Floats, batch: int) -> tuple[float, float]:
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
