"""Is one policy as good as another?  A difference with its interval, tested three ways."""

from dataclasses import dataclass

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.experiments.figure1.policies import Published
from smoothbandits.experiments.figure1.results import Figure1

__all__ = ["Comparison", "compare", "comparisons"]

RIVAL = "empmoss++"
REPLICATES = 10_000


@dataclass(frozen=True)
class Comparison:
    """Mean regret of ``first`` less that of ``second``.

    Attributes
    ----------
    difference, low, high
        With Welch's 95 % interval.
    p_value
        Of Welch's test that the difference is 0.
    bootstrap
        95 % interval of the difference by resampling runs, which does not lean on normal laws.
    better, rank_p_value
        Share of pairs of runs in which ``first`` has the lesser regret, and the p-value of
        Mann and Whitney's test that this is a half: a single run gone wrong cannot sway it.
    """

    name: str
    first: str
    second: str
    difference: float
    low: float
    high: float
    p_value: float
    bootstrap: tuple[float, float] | None = None
    better: float | None = None
    rank_p_value: float | None = None


def welch(one: Published, other: Published) -> tuple[float, float, float, float]:
    """Difference of means with its 95 % interval and p-value, variances unequal."""
    from scipy.stats import t

    a, b = one.sd**2 / one.runs, other.sd**2 / other.runs
    difference, error = one.mean - other.mean, (a + b) ** 0.5
    if error == 0.0:
        return difference, difference, difference, 1.0 if difference == 0.0 else 0.0
    freedom = (a + b) ** 2 / (a**2 / (one.runs - 1) + b**2 / (other.runs - 1))
    reach = float(t.ppf(0.975, freedom)) * error
    p_value = 2.0 * float(t.sf(abs(difference) / error, freedom))
    return difference, difference - reach, difference + reach, p_value


def compare(name: str, first: str, one: Floats, second: str, other: Floats) -> Comparison:
    """Compare runs; at least two of each."""
    from scipy.stats import mannwhitneyu

    rng = np.random.default_rng(0)
    means = [
        values[rng.integers(0, len(values), (REPLICATES, len(values)))].mean(axis=1)
        for values in (one, other)
    ]
    low, high = np.quantile(means[0] - means[1], [0.025, 0.975])
    ranks = mannwhitneyu(other, one)
    return Comparison(
        name,
        first,
        second,
        *welch(summary(one), summary(other)),
        bootstrap=(float(low), float(high)),
        better=float(ranks.statistic) / (len(one) * len(other)),
        rank_p_value=float(ranks.pvalue),
    )


def summary(values: Floats) -> Published:
    """Mean, standard deviation of a run, runs."""
    return Published(float(values.mean()), float(values.std(ddof=1)), len(values))


def comparisons(result: Figure1) -> list[Comparison]:
    """Ours against empMOSS++, as run here and as published."""
    found = []
    one, other = result.published("reference"), result.published(RIVAL)
    if one is not None and other is not None:
        found.append(Comparison("as published", "reference", RIVAL, *welch(one, other)))
    if RIVAL in result.outcomes and len(result.seeds) > 1:
        rival = result.outcomes[RIVAL].final
        for name in ("reference", "fast"):
            if name in result.outcomes:
                runs = result.outcomes[name].final
                found.append(compare("as run here", name, runs, RIVAL, rival))
    return found
