"""A live bandit over boosted trees: decisions alone and beside a fit.

The surface that stands on the valley decides: 80 trees to begin with, 150 more of the valley, of
up to 63 leaves, and 150 of its own, of up to 127, over 20 context entries.  Single decisions are
timed before, all through and after a flight.  Other work on the machine raises both 99th
percentiles, and so brings their ratio nearer to 1.
``python benchmarks/boosted.py`` prints these figures alone.
"""

import threading
import time
from collections.abc import Iterator

import numpy as np
from asking import ask_for_a_fit
from figure import Figure
from timing import distance_to, times_of, times_of_rounds

import smoothbandits as sb
from smoothbandits.kernels.states import SURFACE
from smoothbandits.oracles.trees.boosted import BoostedOracle

FEATURES, ROUNDS, THREADS = 20, 57_600, 4
DECISIONS, WARM = 20_000, 2_000
REST = 0.0005  # seconds between rounds of a thread


def problem() -> tuple[np.ndarray, np.ndarray]:
    generator = np.random.default_rng(0)
    contexts = generator.random((ROUNDS, FEATURES))
    level = np.where((contexts[:, 0] > 0.5) == (contexts[:, 1] > 0.5), 0.3, 0.7)
    return contexts, level + 0.1 * np.sin(6.0 * contexts[:, 2])


def taught(contexts: np.ndarray, targets: np.ndarray) -> sb.Bandit:
    """A bandit whose first trees decide."""
    bandit = sb.Bandit(
        sb.Interval(0.0, 1.0),
        oracle=BoostedOracle(first=ROUNDS, background=True),
        explorer=sb.SmoothIGW(h=1.0, gamma=sb.Anytime(4.0)),
        context_size=FEATURES,
        seed=1,
        pending=0,  # decisions are not learned by id
    )
    sb.simulate(bandit, sb.RegressionEnvironment(contexts, targets))
    state = bandit.oracle.state
    assert state.active[0] == SURFACE and state.lifted[0]
    return bandit


def beside_threads(bandit: sb.Bandit, contexts: np.ndarray) -> np.ndarray:
    """Times of `act` in four threads that decide, learn and then rest as long."""
    parts = np.array_split(contexts, THREADS)
    found: list[np.ndarray] = []

    def worker(part: np.ndarray) -> None:
        losses = distance_to(np.full(len(part), 0.5))
        found.append(times_of_rounds(bandit, part, losses, REST)[:, 0])

    threads = [threading.Thread(target=worker, args=(part,)) for part in parts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return np.concatenate(found)


def figures() -> Iterator[Figure]:
    contexts, targets = problem()
    bandit = taught(contexts, targets)
    contexts = contexts[:DECISIONS]
    times_of_rounds(bandit, contexts[:WARM], distance_to(targets))  # a fit judges by these
    for name, measure, n in (
        ("act", lambda rows: times_of(bandit.act, rows), DECISIONS),
        ("act in one of 4 threads", lambda rows: beside_threads(bandit, rows), DECISIONS // 2),
    ):
        alone, beside = [measure(contexts[:n])], []
        ask_for_a_fit(bandit)
        bandit.act(contexts[0])  # hands it over
        began, swapped = time.perf_counter(), len(bandit.swaps)
        while True:  # from the start of the process to its end, imports and judging included
            part = measure(contexts[: n // 10])
            if len(bandit.swaps) > swapped:
                break
            beside.append(part)
        seconds = time.perf_counter() - began
        alone.append(measure(contexts[:n]))
        quiet, busy = np.concatenate(alone), np.concatenate(beside)
        bar = 25.0 if name == "act" else None
        label = "boosted trees, " + name
        yield Figure(f"{label}, median", float(np.median(quiet)), "us", bar, False)
        p99 = [float(np.quantile(times, 0.99)) for times in (quiet, busy)]
        yield Figure(f"{label}, 99th percentile", p99[0], "us")
        yield Figure(f"{label}, median with a fit in flight", float(np.median(busy)), "us")
        yield Figure(f"{label}, 99th percentile with a fit in flight", p99[1], "us")
        yield Figure(
            f"{label}, ratio of these 99th percentiles", p99[1] / p99[0], "times", 2.0, False
        )
        yield Figure(f"{label}, a fit in flight", seconds, "s")


if __name__ == "__main__":
    for figure in figures():
        print(f"{figure.name}: {figure.shown} {figure.unit} ({figure.bar_shown}) {figure.holds}")
