"""A whole simulation, compiled or interpreted from the same lines."""

import numpy as np

from smoothbandits.kernels.states import (
    BAD_LOSS,
    BASE,
    BASE_PROBABILITY,
    EXPLORE,
    EXPLORED,
    OK,
    RECORD_SIZE,
    WEIGHT,
)

from . import environments  # noqa: F401  (registers its kernels)
from .generics import expected_loss, realised_loss
from .jit import entry
from .steps import absorb, apply, decide


@entry
def loss_curve(environment, number, context, actions, out):
    """Expected losses of many actions (in user units) in one round."""
    for i in range(actions.shape[0]):
        out[i] = expected_loss(environment, number, context, actions[i])


@entry
def run(
    handle,
    environment,
    contexts,
    first,
    offset,
    seed,
    batch,
    losses,
    expected,
    actions,
    bases,
    explored,
):
    """Play the rounds of one block; returns (status, rounds done).

    ``first`` numbers the decisions, ``offset`` the environment's rounds.  A batch is decided
    with one model and then learned; the base of a round is noted once it is learned.
    """
    n = contexts.shape[0]
    width = actions.shape[1]
    unit = np.empty((batch, width))
    greedy, units = np.empty(width), np.empty((2, width))
    records = np.empty((batch, RECORD_SIZE))
    keys = np.empty(batch, dtype=np.int64)
    start = 0
    while start < n:
        size = min(batch, n - start)
        for j in range(size):
            t = start + j
            context = contexts[t]
            status, keys[j] = decide(
                handle,
                context,
                first + t,
                seed,
                EXPLORE,
                unit[j],
                greedy,
                records[j],
                units,
            )
            if status != OK:
                return status, start
            played = actions[t]
            for i in range(width):
                played[i] = units[0, i]
            losses[t] = realised_loss(environment, offset + t, context, played)
            if not 0.0 <= losses[t] <= 1.0:
                return BAD_LOSS, start
            expected[t] = expected_loss(environment, offset + t, context, played)
            explored[t] = records[j, EXPLORED] > 0.0
        for j in range(size):
            absorb(
                handle,
                contexts[start + j],
                unit[j],
                losses[start + j],
                int(records[j, BASE]),
                records[j, BASE_PROBABILITY],
                records[j, WEIGHT],
                keys[j],
                True,
            )
            bases[start + j] = int(records[j, BASE])
        apply(handle)
        start += size
    return OK, n
