"""Many decisions at once, on all cores."""

import itertools
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from smoothbandits.bandit.live_states import LiveStates
from smoothbandits.checks import Floats
from smoothbandits.kernels.states import OK, RECORD_SIZE
from smoothbandits.spaces.allowed import Allowed

__all__ = ["PARALLEL_ROWS", "Decided", "decide_rows", "in_parallel", "runs_of"]

Work = Callable[[slice], tuple[int, int]]

PARALLEL_ROWS = 20_000  # every core is used from here on


class Decided(NamedTuple):
    """What deciding fills, a row per decision, with status and row of the first failure."""

    records: Floats
    actions: Floats
    points: Floats
    greedy: Floats
    keys: NDArray[np.int64]
    status: int
    row: int

    @property
    def numbers(self) -> Floats:
        """A row per decision of what `Record.filled` holds for one."""
        users = self.actions.reshape(len(self.actions), -1)
        return np.hstack((self.records, self.points, self.greedy, users))


def decide_rows(
    states: LiveStates,
    features: Floats,
    first: int,
    seed: int,
    flags: int,
    parts: Sequence[Allowed | None] | None = None,
) -> Decided:
    """Decide rows of features with one model; decisions are numbered from ``first``.

    ``parts`` says what each may use of the space, where that is not all of it.
    """
    n, d = len(features), states.space.dimension
    records, actions = np.empty((n, RECORD_SIZE)), np.empty((n, 2, d))
    points, greedy, keys = np.empty((n, d)), np.empty((n, d)), np.empty(n, dtype=np.int64)

    def decide(part: slice, handle: Any = states.handle) -> tuple[int, int]:
        rows = (points[part], greedy[part], records[part], actions[part], keys[part])
        status, row = states.kernels.decide_many(
            handle, features[part], first + part.start, seed, flags, *rows
        )
        return status, part.start + row

    if parts is not None:
        end = 0
        for allowed, many in runs_of(parts, n):
            start, end = end, end + many
            handle = states.handle if allowed is None else states.in_use.on(allowed)
            status, row = decide(slice(start, end), handle)
            if status != OK:
                return Decided(records, actions, points, greedy, keys, status, row)
        return Decided(records, actions, points, greedy, keys, OK, 0)
    alone = n < PARALLEL_ROWS or states.model.engine != "compiled"
    outcomes = in_parallel(decide, n, 1 if alone else os.cpu_count() or 1)
    failures = [outcome for outcome in outcomes if outcome[0] != OK]
    status, row = failures[0] if failures else (OK, 0)
    return Decided(records, actions, points, greedy, keys, status, row)


def runs_of(
    parts: Sequence[Allowed | None] | None, n: int
) -> Iterator[tuple[Allowed | None, int]]:
    """Parts that repeat, one after the other, and how often."""
    if parts is None:
        yield None, n
        return
    for _, run in itertools.groupby(parts, key=lambda one: None if one is None else one.key):
        alike = list(run)
        yield alike[0], len(alike)


def in_parallel(work: Work, n: int, cores: int) -> list[tuple[int, int]]:
    """Split a block over the cores: decisions do not depend on each other."""
    if cores == 1:
        return [work(slice(0, n))]
    ends = np.linspace(0, n, cores + 1, dtype=int).tolist()
    with ThreadPoolExecutor(cores) as pool:
        return list(pool.map(work, [slice(*pair) for pair in itertools.pairwise(ends)]))
