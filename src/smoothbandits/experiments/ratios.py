"""Ratios of losses, or of revenues, on the same rows, with intervals over seeds."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.experiments.bootstrap import Estimate, student_95

__all__ = ["Ratio", "geometric_mean", "ratio_of"]

REPLICATES = 10_000


class Ratio(NamedTuple):
    """Logarithm of a ratio, its standard error over seeds, and their degrees of freedom."""

    log: float
    error: float
    freedom: int

    def estimate(self) -> Estimate:
        """The ratio with its 95 % interval by Student's law; one seed has none, nan."""
        reach = student_95(self.freedom) * self.error if self.freedom else math.nan
        return Estimate(
            *(
                math.exp(self.log + way * reach) if way else math.exp(self.log)
                for way in (0, -1, 1)
            )
        )


def ratio_of(own: Floats, other: Floats) -> Ratio:
    """Mean over mean, of runs with the same seeds in the same order.

    What is common to both, rows that are hard for everyone, cancels.

    Examples
    --------
    >>> ratio_of(np.array([0.1, 0.3]), np.array([0.2, 0.6])).estimate()
    Estimate(mean=0.5, low=0.5, high=0.5)
    """
    apart = own / own.mean() - other / other.mean()
    error = float(apart.std(ddof=1)) / math.sqrt(len(apart)) if len(apart) > 1 else math.nan
    return Ratio(float(np.log(own.mean() / other.mean())), error, len(apart) - 1)


def geometric_mean(ratios: Sequence[Ratio], *, seed: int = 0) -> Estimate:
    """Over tables, with the 95 % interval of other seeds on these tables.

    A bootstrap over seeds within tables; as seeds are too few to be drawn again, what is drawn
    is the error of each table, by Student's law.

    Examples
    --------
    >>> geometric_mean([Ratio(0.0, 0.0, 2), Ratio(math.log(4.0), 0.0, 2)])
    Estimate(mean=2.0, low=2.0, high=2.0)
    """
    log = float(np.mean([ratio.log for ratio in ratios]))
    if any(ratio.freedom < 1 for ratio in ratios):
        return Estimate(math.exp(log), math.nan, math.nan)
    rng = np.random.default_rng(seed)
    noise = np.zeros(REPLICATES)
    for ratio in ratios:
        noise += ratio.error * rng.standard_t(ratio.freedom, size=REPLICATES) / len(ratios)
    low, high = np.percentile(noise, [2.5, 97.5])
    return Estimate(math.exp(log), math.exp(log + low), math.exp(log + high))
