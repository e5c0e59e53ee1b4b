"""The simulation's loop in two halves, for models that do not change while they learn.

A block of rounds can then be decided on all cores before, or while, it is learned in order.
"""

import numpy as np

from smoothbandits.kernels.states import OK, RECORD_SIZE

from .borrowing import borrow
from .jit import entry
from .loop import play_round
from .steps import absorb, apply


@entry
def decide_rounds(
    handle,
    environment,
    contexts,
    first,
    offset,
    seed,
    flags,
    losses,
    expected,
    actions,
    explored,
    propensities,
    points,
    outcomes,
    keys,
):
    """Decide and play a part of a block; returns (status, rounds played before it failed).

    Besides what the trace needs it fills ``points``, actions in unit coordinates, ``outcomes``
    and ``keys``.
    """
    environment, contexts, keys, points = borrow((environment, contexts, keys, points))
    outcomes = borrow(outcomes)
    trace = borrow((losses, expected, actions, explored, propensities))
    width = actions.shape[1]
    room, record = (np.empty(width), np.empty((2, width))), np.empty(RECORD_SIZE)
    for t in range(contexts.shape[0]):
        status, keys[t], outcomes[t] = play_round(
            handle,
            environment,
            contexts[t],
            first + t,
            offset + t,
            seed,
            flags,
            points[t],
            record,
            room,
            trace,
            t,
        )
        if status != OK:
            return status, t
    return OK, contexts.shape[0]


@entry
def learn_rounds(handle, contexts, points, outcomes, losses, keys, bases, batch):
    """Learn decided rounds in order and batch by batch, of an explorer without a master.

    Notes the base of each round.
    """
    contexts, points, bases = borrow((contexts, points, bases))
    n = losses.shape[0]
    for t in range(n):
        example = (contexts[t], points[t], outcomes[t], losses[t])
        absorb(handle, *example, 0, 1.0, 1.0, keys[t], True)
        bases[t] = 0
        if (t + 1) % batch == 0 or t + 1 == n:
            apply(handle)
