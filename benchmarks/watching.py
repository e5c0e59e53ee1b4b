"""What looking for changes costs: act + learn, and simulated rounds."""

import time
from collections.abc import Iterator

import numpy as np
from figure import Figure

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


def new(policy, drift):
    return sb.Bandit(sb.Interval(0.0, 1.0), policy=policy, drift=drift, context_size=12, seed=1)


def served(policy, drift, table) -> float:
    """Microseconds, once there is something to compare; fits wait beside it."""
    bandit = new(policy, drift)
    sb.simulate(bandit, table, rounds=BEFORE)
    contexts, targets = table.contexts(BEFORE, TIMED), table.targets(BEFORE, TIMED)
    times = []
    for context, target in zip(contexts, targets, strict=True):
        began = time.perf_counter()
        decision = bandit.act(context)
        decided = time.perf_counter()
        loss = abs(decision.action - target)
        resumed = time.perf_counter()
        bandit.learn(decision, loss=loss)
        times.append(decided - began + time.perf_counter() - resumed)
    return 1e6 * float(np.median(times))


def simulated(policy, drift, table, rounds) -> float:
    """Seconds of deciding and learning."""
    bandit = new(policy, drift)
    fitting = time_of_fits(bandit)
    seconds = sb.simulate(bandit, table, rounds=rounds).seconds
    return seconds - sum(fitting)


def time_of_fits(bandit) -> list[float]:
    """The seconds of each fit, as they come."""
    seconds: list[float] = []
    refit = bandit._states.refit_if_due

    def timed(*given):
        began = time.perf_counter()
        refit(*given)
        seconds.append(time.perf_counter() - began)

    bandit._states.refit_if_due = timed
    return seconds


if __name__ == "__main__":
    for found in figures():
        print(f"{found.name}: {found.shown} {found.unit}")
