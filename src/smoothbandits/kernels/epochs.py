"""The simulation's loop in two halves, for models that do not change while they learn.

A block of rounds can then be decided on all cores before, or while, it is learned in order.
"""

import numpy as np

from smoothbandits.kernels.states import BAD_LOSS, EXPLORE, EXPLORED, OK, RECORD_SIZE

from . import environments  # noqa: F401  (registers its kernels)
from .generics import expected_loss, realised_loss
from .jit import entry
from .steps import absorb, apply, decide


@entry
def decide_rounds(
    handle,
    environment,
    contexts,
    first,
    offset,
    seed,
    losses,
    expected,
    actions,
    explored,
    points,
    keys,
):
    """Decide and play a part of a block; returns (status, rounds played before it failed).

    Besides what the trace needs it fills ``points``, actions in unit coordinates, and ``keys``.
    """
    width = actions.shape[1]
    greedy, units, record = np.empty(width), np.empty((2, width)), np.empty(RECORD_SIZE)
    for t in range(contexts.shape[0]):
        context, played = contexts[t], actions[t]
        status, keys[t] = decide(
            handle, context, first + t, seed, EXPLORE, points[t], greedy, record, units
        )
        if status != OK:
            return status, t
        for i in range(width):
            played[i] = units[0, i]
        losses[t] = realised_loss(environment, offset + t, context, played)
        if not 0.0 <= losses[t] <= 1.0:
            return BAD_LOSS, t
        expected[t] = expected_loss(environment, offset + t, context, played)
        explored[t] = record[EXPLORED] > 0.0
    return OK, contexts.shape[0]


@entry
def learn_rounds(handle, contexts, points, losses, keys, bases):
    """Learn decided rounds in order, of an explorer without a master; notes each base."""
    for t in range(losses.shape[0]):
        absorb(handle, contexts[t], points[t], losses[t], 0, 1.0, 1.0, keys[t], True)
        apply(handle)
        bases[t] = 0
