"""Many decisions at once, on all cores."""

import itertools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from smoothbandits.bandit.live_states import LiveStates
from smoothbandits.checks import Floats
from smoothbandits.kernels.states import OK, RECORD_SIZE

__all__ = ["Decided", "decide_rows"]

Work = Callable[[slice], tuple[int, int]]

PARALLEL_ROWS = 20_000  # every core is used from here on


class Decided(NamedTuple):
    """What deciding fills, a row per decision, with status and row of the first failure."""

    records: Floats
    actions: Floats
    points: Floats
    keys: NDArray[np.int64]
    status: int
    row: int


def decide_rows(
    states: LiveStates, features: Floats, first: int, seed: int, flags: int
) -> Decided:
    """Decide rows of features with one model; decisions are numbered from ``first``."""
    n, d = len(features), states.space.dimension
    records, actions = np.empty((n, RECORD_SIZE)), np.empty((n, 2, d))
    points, greedy, keys = np.empty((n, d)), np.empty((n, d)), np.empty(n, dtype=np.int64)

    def decide(part: slice) -> tuple[int, int]:
        rows = (points[part], greedy[part], records[part], actions[part], keys[part])
        status, row = states.kernels.decide_many(
            states.handle, features[part], first + part.start, seed, flags, *rows
        )
        return status, part.start + row

    alone = n < PARALLEL_ROWS or states.model.engine != "compiled"
    outcomes = in_parallel(decide, n, 1 if alone else os.cpu_count() or 1)
    failures = [outcome for outcome in outcomes if outcome[0] != OK]
    return Decided(records, actions, points, keys, *(failures[0] if failures else (OK, 0)))


def in_parallel(work: Work, n: int, cores: int) -> list[tuple[int, int]]:
    """Split a block over the cores: decisions do not depend on each other."""
    if cores == 1:
        return [work(slice(0, n))]
    ends = np.linspace(0, n, cores + 1, dtype=int).tolist()
    with ThreadPoolExecutor(cores) as pool:
        return list(pool.map(work, [slice(*pair) for pair in itertools.pairwise(ends)]))
