"""Very large catalogues: time of a round and bytes per action."""

from collections.abc import Iterator

import numpy as np
from figure import Figure

import smoothbandits as sb
from smoothbandits.bandit.storage import flatten

ROUNDS = 200_000


def nanoseconds(n: int) -> tuple[float, float]:
    """Best time of a round over three runs, and bytes of oracle and space per action."""
    means = np.random.default_rng(0).random(n)
    best, size = np.inf, 0.0
    for seed in range(3):
        bandit = sb.Bandit(sb.Catalog(n), explorer=sb.AdaptiveIGW(), seed=seed)
        trace = sb.simulate(bandit, sb.BernoulliEnvironment(means, seed=seed), rounds=ROUNDS)
        best = min(best, 1e9 * trace.seconds / ROUNDS)
        arrays = flatten((bandit.oracle.state, bandit.space.state), "")
        size = sum(array.nbytes for array in arrays.values()) / n
    return best, size


def figures() -> Iterator[Figure]:
    small, _ = nanoseconds(1_000)
    large, size = nanoseconds(10_000_000)
    yield Figure("TableOracle, a round at 10^3 actions", small, "ns")
    yield Figure("TableOracle, a round at 10^7 actions", large, "ns")
    yield Figure(
        "TableOracle, 10^7 over 10^3 actions", large / small, "times", 4.0, higher_is_better=False
    )
    yield Figure("TableOracle, memory per action", size, "bytes", 40.0, higher_is_better=False)
