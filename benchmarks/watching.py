"""What looking for changes costs: act + learn, and simulated rounds."""

from collections.abc import Iterator

import numpy as np
from figure import Figure
from timing import TimedTrees, distance_to, times_of_rounds

import smoothbandits as sb

BEFORE, TIMED = 3_000, 4_000  # rounds until models are compared, and then
SIMULATED = {"fast": 200_000, "best": 20_000}


def figures() -> Iterator[Figure]:
    generator = np.random.default_rng(0)
    X = generator.random((SIMULATED["fast"], 12))
    noise = 0.05 * generator.normal(size=len(X))
    table = sb.environments.RegressionEnvironment(
        X, np.clip(0.5 + 0.3 * (X[:, 0] - X[:, 1]) + noise, 0.0, 1.0)
    )
    for policy, rounds in SIMULATED.items():
        for drift, words in ((None, "unwatched"), ("watch", "watched")):
            name = f"{policy}, {words}"
            yield Figure(f"act + learn, {name}, median", served(policy, drift, table), "us")
            pace = rounds / simulated(policy, drift, table, rounds)
            yield Figure(f"simulate, {name}, fits left out", pace, "rounds/s")


def new(policy, drift, oracle=None):
    return sb.Bandit(
        sb.Interval(0.0, 1.0), oracle=oracle, policy=policy, drift=drift, context_size=12, seed=1
    )


def served(policy, drift, table) -> float:
    """Microseconds, once there is something to compare; fits wait beside it."""
    bandit = new(policy, drift)
    sb.simulate(bandit, table, rounds=BEFORE)
    losses = distance_to(table.targets(BEFORE, TIMED))
    times = times_of_rounds(bandit, table.contexts(BEFORE, TIMED), losses)
    return float(np.median(times.sum(axis=1)))


def simulated(policy, drift, table, rounds) -> float:
    """Seconds of deciding and learning."""
    trees = TimedTrees() if policy == "best" else None  # the others are never fitted
    bandit = new(policy, drift, trees)
    seconds = sb.simulate(bandit, table, rounds=rounds).seconds
    return seconds if trees is None else seconds - sum(trees.seconds)


if __name__ == "__main__":
    for found in figures():
        print(f"{found.name}: {found.shown} {found.unit}")
