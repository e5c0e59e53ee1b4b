"""A million rounds of bng-price with boosted trees, fits included: a minute or two."""

import resource
import time
from collections.abc import Iterator

from figure import Figure
from timing import TimedTrees

import smoothbandits as sb
from smoothbandits.datasets import load

ROWS, DECISIONS = 1_000_000, 200_000


def figures() -> Iterator[Figure]:
    table = load("bng-price", rows=ROWS).scaled()
    environment = sb.RegressionEnvironment(table.X, table.y, shuffle=0)
    unit = sb.Interval(0.0, 1.0)
    trees = TimedTrees()
    bandit = sb.Bandit(  # as shipped: policy="best" watches on an interval with contexts
        unit, oracle=trees, policy="best", drift="watch", context_size=table.X.shape[1]
    )
    began = time.perf_counter()
    trace = sb.simulate(bandit, environment)
    seconds, fits = time.perf_counter() - began, sum(trees.seconds)
    last = sb.simulate(bandit, environment, rounds=DECISIONS)  # all decided by the largest trees
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024  # kilobytes on Linux
    yield Figure("best, 1,000,000 rounds of bng-price, fits included", seconds, "s", 180, False)
    yield Figure("best, of these, deciding and learning", trace.seconds - fits, "s")
    yield Figure("best, fits", float(len(bandit.swaps)), "", 25, False)
    yield Figure("best, mean loss × 1000", 1e3 * trace.mean_loss, "")
    between = last.seconds - (sum(trees.seconds) - fits)
    yield Figure("best, simulate between fits", len(last) / between, "rounds/s", 1e5)
    yield Figure("best, peak memory of the process", peak / 1e9, "GB", 3, False)
