"""Everything that gives an experiment's numbers their intervals.

Means over rows and seeds (Poisson bootstrap, Student's law), ratios of two policies on the same
rows, differences of two policies, exponents.  What `smoothbandits compare` needs too is in the
library; what cells of Table 1 keep is beside their runs, so that edits here leave them valid.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.apps.statistics import Estimate, poisson_weights, seed_noise, student_95
from smoothbandits.checks import Floats
from smoothbandits.errors import InvalidParameter

__all__ = [
    "Difference",
    "Estimate",
    "Exponent",
    "RATIO_INTERVALS",
    "Ratio",
    "Sample",
    "beta_interval",
    "compare_runs",
    "estimate_or_none",
    "fit_exponent",
    "geometric_mean",
    "poisson_interval",
    "ratio_of",
    "ratio_text",
    "welch",
]

INNER_95 = (0.025, 0.975)
ROW_REPLICATES, RUN_REPLICATES, RATIO_REPLICATES = 2_000, 10_000, 10_000
FIT_REPLICATES = 2_000  # the ends of the interval are then within about 0.002 of their limits


def resampled_means(runs: Floats, replicates: int, rng: np.random.Generator) -> Floats:
    """Means of runs, the last axis, drawn with repetition: a last axis of replicates instead."""
    n = runs.shape[-1]
    draws = rng.integers(0, n, (replicates, n))
    means: Floats = runs[..., draws].mean(axis=-1)
    return means


# ------------------------------------------------------------------------ a mean over rows


def poisson_interval(groups: ArrayLike, *, seed: int = 0) -> tuple[float, float]:
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
    weights = np.concatenate([*poisson_weights(rng, ROW_REPLICATES, means.shape[1])])
    draws = weights @ means.mean(axis=0) / weights.sum(axis=1)
    draws += seed_noise(rng, means.mean(axis=1), ROW_REPLICATES)
    low, high = np.quantile(draws, INNER_95)
    return float(low), float(high)


def beta_interval(loss: float, rounds: int) -> tuple[float, float]:
    """The CATS authors' interval: as if losses were 0 or 1, which is wider than needed.

    It is the only one for a run whose single losses are not known.

    Examples
    --------
    >>> low, high = beta_interval(0.173245, 1_000_000)
    >>> print(f"{low:.4f} to {high:.4f}")
    0.1725 to 0.1740
    """
    from scipy.special import betaincinv

    a, b = rounds * loss + 1.0, rounds * (1.0 - loss) + 1.0
    return float(betaincinv(a, b, 0.025)), float(betaincinv(a, b, 0.975))


# ---------------------------------------------------------------- a ratio on the same rows

RATIO_INTERVALS = (
    "Intervals are 95 % for other seeds, that is other orders of the rows and other draws, on "
    "these tables: Student's law of the paired ratio within a table, and for geometric means "
    "draws from it within every table. One seed has no interval."
)


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
    """Geometric mean of ratios over tables, with the 95 % interval of other seeds on them.

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
    noise = np.zeros(RATIO_REPLICATES)
    for ratio in ratios:
        noise += ratio.error * rng.standard_t(ratio.freedom, size=RATIO_REPLICATES) / len(ratios)
    low, high = np.quantile(noise, INNER_95)
    return Estimate(math.exp(log), math.exp(log + low), math.exp(log + high))


def ratio_text(estimate: Estimate | None, *, wide: bool = True) -> str:
    """A ratio with its interval, if wide.

    Examples
    --------
    >>> ratio_text(Estimate(0.876, 0.861, 0.89)), ratio_text(Estimate(1.5, math.nan, math.nan))
    ('0.88 [0.86, 0.89]', '1.50')
    """
    if estimate is None:
        return "–"
    mean, low, high = estimate
    known = wide and math.isfinite(low)
    return f"{mean:.2f}" + (f" [{low:.2f}, {high:.2f}]" if known else "")


def estimate_or_none(estimate: Estimate | None) -> dict[str, float | None] | None:
    """For JSON, which has no nan."""
    if estimate is None:
        return None
    return {
        name: value if math.isfinite(value) else None for name, value in estimate._asdict().items()
    }


# ---------------------------------------------------------------- a difference of two means


class Sample(NamedTuple):
    """A mean, the standard deviation of one run, and the number of runs."""

    mean: float
    sd: float
    runs: int

    @classmethod
    def of(cls, values: Floats) -> "Sample":
        """Mean, deviation and number of at least two runs."""
        return cls(float(values.mean()), float(values.std(ddof=1)), len(values))


class Difference(NamedTuple):
    """Mean of one policy less that of another; see `compare_runs`."""

    difference: float
    low: float
    high: float
    p_value: float
    bootstrap: tuple[float, float] | None = None
    better: float | None = None
    rank_p_value: float | None = None


def welch(one: Sample, other: Sample) -> Difference:
    """Difference of means with its 95 % interval and p-value, variances unequal."""
    from scipy.stats import t

    a, b = one.sd**2 / one.runs, other.sd**2 / other.runs
    difference, error = one.mean - other.mean, (a + b) ** 0.5
    if error == 0.0:
        return Difference(difference, difference, difference, 1.0 if difference == 0.0 else 0.0)
    freedom = (a + b) ** 2 / (a**2 / (one.runs - 1) + b**2 / (other.runs - 1))
    reach = float(t.ppf(0.975, freedom)) * error
    p_value = 2.0 * float(t.sf(abs(difference) / error, freedom))
    return Difference(difference, difference - reach, difference + reach, p_value)


def compare_runs(one: Floats, other: Floats) -> Difference:
    """Is one policy as good as another?  Tested three ways; at least two runs of each.

    Returns
    -------
    difference, low, high, p_value
        By Welch: the interval of 95 %, and the test that the difference is 0.
    bootstrap
        The interval by resampling runs, which does not lean on normal laws.
    better, rank_p_value
        Share of pairs of runs in which the first has the lesser value, and the p-value of Mann
        and Whitney's test that this is a half: a single run gone wrong cannot sway it.
    """
    from scipy.stats import mannwhitneyu

    rng = np.random.default_rng(0)
    means = [resampled_means(values, RUN_REPLICATES, rng) for values in (one, other)]
    low, high = np.quantile(means[0] - means[1], INNER_95)
    ranks = mannwhitneyu(other, one)
    return welch(Sample.of(one), Sample.of(other))._replace(
        bootstrap=(float(low), float(high)),
        better=float(ranks.statistic) / (len(one) * len(other)),
        rank_p_value=float(ranks.pvalue),
    )


# -------------------------------------------------------------------- the power of a growth


@dataclass(frozen=True)
class Exponent:
    """A fitted power, and the 95 % interval around it.

    Examples
    --------
    >>> Exponent(0.512, 0.48, 0.54)
    Exponent(slope=0.512, low=0.48, high=0.54)
    >>> str(Exponent(0.512, 0.48, 0.54))
    '0.51 [0.48, 0.54]'
    """

    slope: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.slope:.2f} [{self.low:.2f}, {self.high:.2f}]"


def fit_exponent(x: ArrayLike, runs: ArrayLike) -> Exponent:
    """Fit the power of x by which the mean of the runs grows.

    The slope of log mean against log x by least squares; the interval resamples seeds, all x of
    a seed together, because the points of one run's curve move together.

    Parameters
    ----------
    x
        Positive numbers, at least two different ones, shape (points,).
    runs
        Positive values, shape (points, seeds).

    Raises
    ------
    InvalidParameter
        If shapes do not fit, or a logarithm would not exist.

    Examples
    --------
    >>> x = np.array([1e3, 1e4, 1e5])
    >>> fit_exponent(x, np.outer(np.sqrt(x), [0.9, 1.0, 1.1]))
    Exponent(slope=0.5, low=0.5, high=0.5)
    """
    places, values = np.asarray(x, dtype=np.float64), np.asarray(runs, dtype=np.float64)
    if places.ndim != 1 or values.ndim != 2 or len(values) != len(places) or not values.size:
        raise InvalidParameter(
            f"x has shape {places.shape} and runs {values.shape}; give (points,) and"
            " (points, seeds)"
        )
    if not (np.isfinite(values).all() and (values > 0.0).all() and (places > 0.0).all()):
        raise InvalidParameter(
            f"x spans {places.min()} to {places.max()} and runs {values.min()} to"
            f" {values.max()}; a power is fitted to positive numbers"
        )
    centred = np.log(places) - np.log(places).mean()
    if not (spread := float(centred @ centred)) > 0.0:
        raise InvalidParameter(f"x is {places[0]} throughout; a slope needs two different values")
    slopes = (
        centred
        @ np.log(resampled_means(values, FIT_REPLICATES, np.random.default_rng(0)))
        / spread
    )
    low, high = np.quantile(slopes, INNER_95)
    # 12 digits: what rounding leaves of an exact power is no part of the answer
    return Exponent(
        round(float(centred @ np.log(values.mean(axis=1)) / spread), 12),
        round(float(low), 12),
        round(float(high), 12),
    )
