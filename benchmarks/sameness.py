"""Same work, same time: one-hot contexts of both codings; items with features."""

import time
from collections.abc import Iterator

import numpy as np
from figure import Figure
from timing import times_of_rounds

from smoothbandits import Bandit, Catalog, HarmonicOracle, Interval, LinearOracle
from smoothbandits.features import Items

ROUNDS, LEVELS = 12_000, 100
FEATURES, WIDTH = 32, 20


def seconds_of(low: float) -> float:
    """Of rounds whose contexts are one-hot, coded as ``low`` and 1."""
    rng = np.random.default_rng(1)
    rows = np.where(np.eye(LEVELS)[rng.integers(LEVELS, size=ROUNDS)] > 0.0, 1.0, low)
    bandit = Bandit(Interval(0, 1), oracle=HarmonicOracle(), context_size=LEVELS, seed=1)
    bandit.learn(bandit.act(rows[0]), loss=0.5)  # compiled by now
    began = time.perf_counter()
    for row in rows:
        decision = bandit.act(row)
        bandit.learn(decision, loss=abs(decision.action - row.argmax() / LEVELS))
    return time.perf_counter() - began


def act_among(items: int) -> float:
    """Median milliseconds of a decision among items with features."""
    rng = np.random.default_rng(2)
    oracle = LinearOracle(Items(rng.normal(size=(items, FEATURES)) / FEATURES**0.5))
    bandit = Bandit(Catalog(items), oracle=oracle, context_size=WIDTH, seed=1)
    rows = rng.normal(size=(60, WIDTH)) / WIDTH**0.5
    times = times_of_rounds(bandit, rows, lambda number, item: 0.5)
    return float(np.median(times[:, 0])) / 1e3


def figures() -> Iterator[Figure]:
    signs, plain = seconds_of(-1.0), seconds_of(0.0)
    yield Figure("HarmonicOracle, 12,000 rounds, one-hot in {0, 1}", plain, "s")
    yield Figure(
        "HarmonicOracle, one-hot in {-1, 1} over {0, 1}", signs / plain, "times", 3.0, False
    )
    for items, bar in ((1_000, 5.0), (10_000, 20.0)):
        name = f"LinearOracle, 32 x 20 features, act among {items:,} items, median"
        yield Figure(name, act_among(items), "ms", bar, False)


if __name__ == "__main__":
    for figure in figures():
        print(f"{figure.name}: {figure.shown} {figure.unit}")
