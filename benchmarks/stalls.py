"""How long a save keeps decisions waiting: many that wait, many examples."""

import threading
import time
from collections.abc import Iterator

import numpy as np
from figure import Figure

from smoothbandits import Bandit, BoostedOracle, Interval

WAITING, EXAMPLES, WIDTH = 100_000, 200_000_000, 10


def with_waiting() -> Bandit:
    bandit = Bandit(Interval(0, 1), policy="fast", context_size=WIDTH, seed=1)
    row = np.zeros(WIDTH)
    for _ in range(WAITING):
        bandit.act(row)
    return bandit


def with_examples() -> Bandit:
    oracle = BoostedOracle(background=False, memory=2 * EXAMPLES)
    bandit = Bandit(Interval(0, 1), oracle=oracle, context_size=WIDTH, seed=1)
    state, rows = bandit.oracle.state, EXAMPLES // (4 * (WIDTH + 2))
    bandit._states.go_on_with(
        state._replace(
            contexts=np.zeros((rows, WIDTH), dtype=np.float32),
            actions=np.zeros((rows, 1), dtype=np.float32),
            losses=np.zeros(rows, dtype=np.float32),
            kept=np.array([rows - 10_000, rows - 10_000]),
            since=np.array([rows - 10_000]),
        )
    )
    return bandit


def longest_stall(bandit: Bandit) -> tuple[float, float]:
    """Seconds of the slowest decision while it is saved, and of the save."""
    row, done = np.zeros(WIDTH), threading.Event()
    took: list[float] = []

    def save() -> None:
        began = time.perf_counter()
        bandit.to_bytes()
        took.append(time.perf_counter() - began)
        done.set()

    bandit.act(row)
    thread, worst = threading.Thread(target=save), 0.0
    thread.start()
    while not done.is_set():
        began = time.perf_counter()
        bandit.act(row)
        worst = max(worst, time.perf_counter() - began)
        time.sleep(0.0005)
    thread.join()
    return worst, took[0]


def figures() -> Iterator[Figure]:
    for name, make in (("100,000 that wait", with_waiting), ("200 MB of examples", with_examples)):
        stall, took = longest_stall(make())
        yield Figure(f"slowest decision beside a save, {name}", 1e3 * stall, "ms", 50.0, False)
        yield Figure(f"save, {name}", took, "s")


if __name__ == "__main__":
    for figure in figures():
        print(f"{figure.name}: {figure.shown} {figure.unit}")
