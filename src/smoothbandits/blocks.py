"""Many decisions at once, on all cores."""

import itertools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from smoothbandits.checks import Floats, as_numbers, check_count
from smoothbandits.core import Core
from smoothbandits.errors import InvalidContext
from smoothbandits.kernels.states import OK, RECORD_SIZE

__all__ = ["Block", "as_contexts", "decide_block"]

Work = Callable[[slice], tuple[int, int]]

MOST_ROWS = 10_000_000  # of no contexts: their decisions take a gigabyte or two
PARALLEL_ROWS = 20_000  # every core is used from here on


class Block(NamedTuple):
    """What deciding fills, a row per decision; of the first failure status and row."""

    records: Floats
    units: Floats
    points: Floats
    keys: NDArray[np.int64]
    status: int
    row: int


def as_contexts(contexts: ArrayLike | int, size: int) -> Floats:
    """Check rows of contexts, or their number where they are empty; finiteness is the kernel's."""
    if isinstance(contexts, int | np.integer):
        if size:
            raise InvalidContext(f"contexts is {contexts!r}; give {size} columns")
        n = check_count("contexts", contexts, least=0)
        if n > MOST_ROWS:
            raise InvalidContext(f"contexts is {n}; decide at most {MOST_ROWS} at a time")
        return np.empty((n, 0))
    rows = as_numbers("contexts", contexts, InvalidContext)
    if rows.ndim != 2 or rows.shape[1] != size:
        raise InvalidContext(f"contexts has shape {rows.shape}; give rows of {size} numbers")
    return rows


def decide_block(core: Core, features: Floats, first: int, seed: int, flags: int) -> Block:
    """Decide rows of features with one model; decisions are numbered from ``first``."""
    n, d = len(features), core.space.dimension
    records, units = np.empty((n, RECORD_SIZE)), np.empty((n, 2, d))
    points, greedy, keys = np.empty((n, d)), np.empty((n, d)), np.empty(n, dtype=np.int64)

    def decide(part: slice) -> tuple[int, int]:
        rows = (points[part], greedy[part], records[part], units[part], keys[part])
        status, row = core.kernels.decide_many(
            core.handle, features[part], first + part.start, seed, flags, *rows
        )
        return status, part.start + row

    alone = n < PARALLEL_ROWS or core.model.engine != "compiled"
    outcomes = in_parallel(decide, n, 1 if alone else os.cpu_count() or 1)
    failures = [outcome for outcome in outcomes if outcome[0] != OK]
    return Block(records, units, points, keys, *(failures[0] if failures else (OK, 0)))


def in_parallel(work: Work, n: int, cores: int) -> list[tuple[int, int]]:
    """Split a block over the cores: decisions do not depend on each other."""
    if cores == 1:
        return [work(slice(0, n))]
    ends = np.linspace(0, n, cores + 1, dtype=int).tolist()
    with ThreadPoolExecutor(cores) as pool:
        return list(pool.map(work, [slice(*pair) for pair in itertools.pairwise(ends)]))
