"""How long a save keeps decisions waiting: many that wait, many examples."""

import threading
import time
from collections.abc import Iterator
from functools import partial

import numpy as np
from figure import Figure
from timing import timed

from smoothbandits import Bandit, BoostedOracle, Interval, RegressionEnvironment, simulate

WAITING, EXAMPLES, WIDTH = 100_000, 200_000_000, 10  # decisions, bytes, context entries
ROWS = 100_000  # different examples


def with_waiting() -> Bandit:
    bandit = Bandit(Interval(0, 1), policy="fast", context_size=WIDTH, seed=1)
    row = np.zeros(WIDTH)
    for _ in range(WAITING):
        bandit.act(row)
    return bandit


def with_examples() -> Bandit:
    """Just before the first fit, so that examples are all there is."""
    rows, generator = EXAMPLES // (4 * (WIDTH + 2)), np.random.default_rng(1)
    oracle = BoostedOracle(first=rows, background=False, memory=2 * EXAMPLES)
    bandit = Bandit(Interval(0, 1), oracle=oracle, context_size=WIDTH, seed=1)
    some = RegressionEnvironment(generator.random((ROWS, WIDTH)), generator.random(ROWS))
    simulate(bandit, some, rounds=rows - 10_000)  # plays its rows again and again
    return bandit


def longest_stall(bandit: Bandit) -> tuple[float, float]:
    """Seconds of the slowest decision while it is saved, and of the save."""
    row, done = np.zeros(WIDTH), threading.Event()
    took: list[float] = []

    def save() -> None:
        took.append(timed(bandit.to_bytes))
        done.set()

    bandit.act(row)
    thread, worst = threading.Thread(target=save), 0.0
    thread.start()
    while not done.is_set():
        worst = max(worst, timed(partial(bandit.act, row)))
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
