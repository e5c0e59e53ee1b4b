"""The slice of boosted trees along the action: 150 trees of 63 leaves, 21 features.

``python benchmarks/trees.py`` prints these figures alone.
"""

import time
from collections.abc import Callable, Iterator
from statistics import median

import fits
import numba
import numpy as np
from figure import Figure

from smoothbandits.kernels.handle import make_handle
from smoothbandits.kernels.oracles.slices import slice_mass, slice_minimum, smooth_slice
from smoothbandits.kernels.oracles.trees import slice_trees
from smoothbandits.kernels.states import ACTION, CubeState, FixedRateState, TreesState
from smoothbandits.oracles.trees import from_lightgbm

ROWS, CONTEXTS, BLOCKS, REACH = 100_000, 2_000, 15, 0.02
RATES = np.geomspace(1.0, 1e4, 8)


@numba.njit(error_model="numpy", nogil=True)
def look(handle, context, rates, values, point, masses):
    """Slice, argmin and M(A)."""
    trees = handle.oracle
    slice_trees(trees, context, values)
    best = slice_minimum(trees.edges, values, point)
    slice_mass(trees.edges, values, best, rates, masses)
    return best


@numba.njit(error_model="numpy", nogil=True)
def look_often(handle, contexts, rates, values, point, masses):
    total = 0.0
    for i in range(contexts.shape[0]):
        total += look(handle, contexts[i], rates, values, point, masses)
    return total


@numba.njit(error_model="numpy", nogil=True)
def slice_often(handle, contexts, values):
    for i in range(contexts.shape[0]):
        slice_trees(handle.oracle, contexts[i], values)


@numba.njit(error_model="numpy", nogil=True)
def smooth_often(edges, values, out, times):
    for _ in range(times):
        smooth_slice(edges, values, REACH, out)


def visits(trees: TreesState, context: np.ndarray) -> int:
    """How many nodes one slice looks at."""
    count, ahead = 0, trees.roots.tolist()
    while ahead:
        node = ahead.pop()
        if node < 0:
            continue
        count += 1
        sides = trees.left[node], trees.right[node]
        if trees.feature[node] == ACTION:
            ahead.extend(sides)
        else:
            ahead.append(sides[not context[trees.feature[node]] <= trees.threshold[node]])
    return count


def per_call(run: Callable[[], object], calls: int) -> tuple[float, float]:
    """Microseconds of the processor per call: median and least over blocks.

    The thread's own clock: time that others take from a busy machine is left out.
    """
    run()
    times = []
    for _ in range(BLOCKS):
        began = time.thread_time()
        run()
        times.append(1e6 * (time.thread_time() - began) / calls)
    return median(times), min(times)


def from_python(handle: object, contexts: np.ndarray, *room: np.ndarray) -> float:
    """Median wall time of single calls, in microseconds."""
    look(handle, contexts[0], RATES, *room)
    times = []
    for context in contexts:
        began = time.perf_counter_ns()
        look(handle, context, RATES, *room)
        times.append(time.perf_counter_ns() - began)
    return median(times) / 1e3


def figures() -> Iterator[Figure]:
    try:
        import lightgbm  # noqa: F401
    except ImportError:
        print("lightgbm is not installed, the trees are left out")
        return
    data = fits.problem(ROWS)
    model = fits.fit_lightgbm(**data)
    began = time.perf_counter()
    trees = from_lightgbm(model).state()
    yield Figure("trees: export of the model", 1e3 * (time.perf_counter() - began), "ms")
    contexts = np.ascontiguousarray(data["rows"][:CONTEXTS, :-1])
    cells = trees.edges.size - 1
    handle = make_handle(
        CubeState(np.zeros((1, 3)), np.zeros((1, 2, 0))), trees, FixedRateState(0.0)
    )
    values, point, masses = np.empty(cells), np.empty(1), np.empty(RATES.size)
    pieces = []
    for context in contexts[:200]:
        look(handle, context, RATES, values, point, masses)
        pieces.append(1 + np.count_nonzero(np.diff(values)))
    yield Figure("trees: cells of the action axis", cells, "")
    yield Figure("trees: pieces of a slice, mean", float(np.mean(pieces)), "")
    nodes = float(np.mean([visits(trees, context) for context in contexts[:200]]))
    yield Figure("trees: nodes visited by a slice, mean", nodes, "")
    timed = {
        "slice": lambda: slice_often(handle, contexts, values),
        "slice, argmin and 8 M(A)": lambda: look_often(
            handle, contexts, RATES, values, point, masses
        ),
        "smoothing": lambda: smooth_often(trees.edges, values, np.empty(cells), CONTEXTS),
    }
    for name, run in timed.items():
        middle, least = per_call(run, CONTEXTS)
        bar = 20.0 if name == "slice" else None
        yield Figure(f"trees: {name}, compiled loop, median", middle, "us", bar, False)
        yield Figure(f"trees: {name}, compiled loop, least", least, "us")
    wall = from_python(handle, contexts, values, point, masses)
    yield Figure("trees: slice, argmin and 8 M(A) from Python, median", wall, "us", 25.0, False)


if __name__ == "__main__":
    for found in figures():
        print(f"{found.name:<62}{found.shown:>8} {found.unit}")
