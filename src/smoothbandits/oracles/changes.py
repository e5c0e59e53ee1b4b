"""A challenger beside a model, and what is written down when it wins."""

import copy
from typing import Any, NamedTuple

import numpy as np

from smoothbandits.kernels.states import NoWatchState, WatchState

__all__ = ["ALPHA", "Change", "changes_of", "no_watch", "watch_beside"]

ALPHA = 0.01  # how often a change may be seen where there is none
MOST_CHANGES = 64  # the last ones are kept
BETS, FIRST_WINDOW = 5, 500  # as in the kernels
CHANGES = 5  # place in the clock


class Change(NamedTuple):
    """The world had moved: a challenger beat the model in use, which then began anew.

    Attributes
    ----------
    learned
        Losses learned when it won; `Decision.version` of the decisions before is less.
    comparison
        Which comparison it was, counted from 1.
    evidence
        Natural logarithm of the evidence for it; at least log(k (k + 1) / alpha) in the k-th.
    examples
        How many examples the challenger had learned.
    """

    learned: int
    comparison: int
    evidence: float
    examples: int


def watch_beside(model: Any, alpha: float) -> WatchState:
    """A challenger of the same kind as an untaught model."""
    return WatchState(
        challenger=copy.deepcopy(model),
        pristine=copy.deepcopy(model),
        capital=np.zeros(BETS),
        usual=np.zeros(3),
        clock=np.array([0, 0, 0, FIRST_WINDOW, 1, 0, 0], dtype=np.int64),
        changes=np.zeros((MOST_CHANGES, 4)),
        alpha=np.array([float(alpha)]),
    )


def no_watch() -> NoWatchState:
    """Where nobody looks for changes."""
    return NoWatchState(np.empty(0))


def changes_of(watch: WatchState | NoWatchState) -> tuple[Change, ...]:
    """In the order in which they came; the last ones where they are many.

    Examples
    --------
    >>> changes_of(watch_beside(np.zeros(2), ALPHA)), changes_of(no_watch())
    ((), ())
    """
    if isinstance(watch, NoWatchState):
        return ()
    count, room = int(watch.clock[CHANGES]), len(watch.changes)
    rows = [watch.changes[n % room].tolist() for n in range(max(0, count - room), count)]
    return tuple(Change(int(t), int(k), evidence, int(n)) for t, k, evidence, n in rows)
