"""Play an epoch, the rounds between two fits, on all cores.

Between fits the trees stay as they are, and an explorer without a master does not look at losses
either: decisions do not depend on what is learned meanwhile.  So other threads decide ahead while
this one learns in order, and the trace is that of the loop bit for bit.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from smoothbandits.checks import Floats
from smoothbandits.engines import entries_of
from smoothbandits.kernels.states import (
    OK,
    BoostedOutcomeState,
    BoostedState,
    CappedIGWState,
    FixedRateState,
    NoWatchState,
    SmoothIGWState,
)

__all__ = ["epoch_loop", "has_epochs"]

PART_ROUNDS = 512  # decided by one thread at a time

Loop = Callable[..., tuple[int, int]]


def has_epochs(oracle: Any, explorer: Any) -> bool:
    """Whether there are times when nothing that is learned changes decisions."""
    masterless = isinstance(explorer, FixedRateState | SmoothIGWState | CappedIGWState)
    fitted = isinstance(oracle, BoostedState | BoostedOutcomeState)
    return fitted and masterless and isinstance(oracle.watch, NoWatchState)


def epoch_loop(loop: Loop, oracle: Callable[[], BoostedState | BoostedOutcomeState]) -> Loop:
    """The loop, with all cores for the blocks that trees decide."""

    def run(
        handle: Any,
        environment: Any,
        contexts: Floats,
        first: int,
        offset: int,
        seed: int,
        batch: int,
        flags: int,
        losses: Floats,
        expected: Floats,
        actions: Floats,
        bases: NDArray[np.int64],
        explored: NDArray[np.bool_],
        propensities: Floats,
    ) -> tuple[int, int]:
        n = len(contexts)
        if n == 0 or not oracle().active[0]:
            trace = (losses, expected, actions, bases, explored, propensities)
            done = loop(handle, environment, contexts, first, offset, seed, batch, flags, *trace)
            if n > 0:
                return done
        points, outcomes = np.empty_like(actions), np.empty(n)
        keys = np.empty(n, dtype=np.int64)

        def decide(part: slice) -> tuple[int, int]:
            status, played = entries_of("compiled").decide_rounds(
                handle,
                environment,
                contexts[part],
                first + part.start,
                offset + part.start,
                seed,
                flags,
                losses[part],
                expected[part],
                actions[part],
                explored[part],
                propensities[part],
                points[part],
                outcomes[part],
                keys[part],
            )
            return status, part.start + played

        def learn(part: slice) -> None:
            examples = (contexts[part], points[part], outcomes[part], losses[part])
            entries_of("compiled").learn_rounds(handle, *examples, keys[part], bases[part], batch)

        size = -(-PART_ROUNDS // batch) * batch
        parts = [slice(start, min(start + size, n)) for start in range(0, n, size)]
        parts = parts or [slice(0, 0)]  # no rounds: only compiles
        pool = ThreadPoolExecutor(os.cpu_count() or 1)
        try:
            for part, (status, played) in zip(parts, pool.map(decide, parts), strict=True):
                if status != OK:  # as in the loop, the batch that fails is not learned
                    whole = played // batch * batch
                    learn(slice(part.start, whole))
                    return status, whole
                learn(part)
        finally:
            pool.shutdown(cancel_futures=True)
        return OK, n

    return run
