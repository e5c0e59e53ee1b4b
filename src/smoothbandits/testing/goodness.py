"""Two tests of goodness of fit, with a stated rate of false alarms."""

import math

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.testing.contracts import require

__all__ = ["FALSE_ALARM", "require_frequencies", "require_uniform"]

#: probability that one test rejects an object that is sound
FALSE_ALARM = 1e-6
LEAST_EXPECTED = 25.0  # per group of cells, so that chi-square holds far out in its tail


def require_uniform(values: Floats, what: str, *, tests: int = 1) -> None:
    """Kolmogorov-Smirnov, with the level of the Dvoretzky-Kiefer-Wolfowitz inequality.

    ``tests`` of them alarm falsely as rarely as one.
    """
    n = values.size
    ordered = np.sort(values)
    distance = float(
        max(np.max(np.arange(1, n + 1) / n - ordered), np.max(ordered - np.arange(n) / n))
    )
    allowed = math.sqrt(math.log(2.0 * tests / FALSE_ALARM) / (2.0 * n))
    require(
        distance <= allowed,
        f"{what}: the Kolmogorov-Smirnov distance of {n} draws is {distance:.4f}, "
        f"above {allowed:.4f}",
    )


def require_frequencies(counts: Floats, expected: Floats, what: str) -> None:
    """Chi-square of counts against what is expected; rare cells are pooled."""
    from scipy.stats import chi2

    impossible = np.flatnonzero((expected <= 0.0) & (counts > 0.0))
    if impossible.size:
        cell, times = impossible[0], counts[impossible[0]]
        require(False, f"{what}: cell {cell} has probability 0 and occurred {times:.0f} times")
    order = np.argsort(expected)
    starts = group_starts(expected[order])
    seen, due = np.add.reduceat(counts[order], starts), np.add.reduceat(expected[order], starts)
    if starts.size < 2:
        return
    excess = (seen - due) ** 2 / due
    worst = int(np.argmax(excess))
    p_value = float(chi2.sf(excess.sum(), starts.size - 1))
    require(
        p_value >= FALSE_ALARM,
        f"{what}: chi-square {excess.sum():.1f} on {starts.size - 1} degrees of freedom "
        f"(p = {p_value:.1e}); {seen[worst]:.0f} occurrences where {due[worst]:.1f} are due "
        f"(cell {order[starts[worst]]})",
    )


def group_starts(ascending: Floats) -> "np.ndarray[tuple[int], np.dtype[np.intp]]":
    """First cell of each group; every group expects at least LEAST_EXPECTED."""
    reached = np.cumsum(ascending)
    starts = [0]
    done = 0.0
    while True:
        end = int(np.searchsorted(reached, done + LEAST_EXPECTED)) + 1
        if end >= ascending.size or reached[-1] - reached[end - 1] < LEAST_EXPECTED:
            return np.array(starts, dtype=np.intp)
        starts.append(end)
        done = float(reached[end - 1])
