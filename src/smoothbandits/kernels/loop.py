"""A whole simulation, compiled or interpreted from the same lines."""

import numpy as np

from smoothbandits.kernels.states import (
    ATOM,
    ATOM_ERROR,
    BAD_LOSS,
    BASE,
    BASE_PROBABILITY,
    DENSITY,
    EXPLORED,
    OK,
    OUTCOMES,
    PROPENSITY,
    RECORD_SIZE,
    WEIGHT,
)

from . import environments  # noqa: F401  (registers its kernels)
from .borrowing import borrow
from .generics import expected_loss, realised_loss, realised_outcome
from .jit import entry, pasted
from .steps import absorb, apply, decide


@entry
def loss_curve(environment, number, context, actions, out):
    """Expected losses of many actions (in user units) in one round."""
    for i in range(actions.shape[0]):
        out[i] = expected_loss(environment, number, context, actions[i])


@pasted
def play_round(
    handle, environment, context, number, place, seed, flags, point, record, room, trace, t
):
    """Decide round ``number`` and ask the environment, whose own count is ``place``.

    Fills ``point``, the action in unit coordinates, the record, and row ``t`` of the trace
    (losses, expected losses, actions, explored, and propensities if the flags ask for them);
    returns (status, key, outcome).
    """
    greedy, units = room
    losses, expected, actions, explored, propensities = trace
    status, key = decide(handle, context, number, seed, flags, point, greedy, record, units)
    if status != OK:
        return status, key, 0.0
    played = actions[t]
    for i in range(played.shape[0]):
        played[i] = units[0, i]
    losses[t] = realised_loss(environment, place, context, played)
    outcome = losses[t]
    if flags & OUTCOMES != 0:
        outcome = realised_outcome(environment, place, context, played)
    if not (0.0 <= losses[t] <= 1.0 and 0.0 <= outcome <= 1.0):
        return BAD_LOSS, key, 0.0
    expected[t] = expected_loss(environment, place, context, played)
    explored[t] = record[EXPLORED] > 0.0
    if flags & PROPENSITY != 0:
        propensities[t, 0], propensities[t, 1] = record[DENSITY], record[ATOM]
        propensities[t, 2] = record[ATOM_ERROR]
    return OK, key, outcome


@entry
def run(
    handle,
    environment,
    contexts,
    first,
    offset,
    seed,
    batch,
    flags,
    losses,
    expected,
    actions,
    bases,
    explored,
    propensities,
):
    """Play the rounds of one block; returns (status, rounds done).

    ``first`` numbers the decisions, ``offset`` the environment's rounds.  A batch is decided
    with one model and then learned; the base of a round is noted once it is learned.
    """
    environment, contexts, bases = borrow((environment, contexts, bases))
    trace = borrow((losses, expected, actions, explored, propensities))
    n, width = contexts.shape[0], actions.shape[1]
    points, records = np.empty((batch, width)), np.empty((batch, RECORD_SIZE))
    room = (np.empty(width), np.empty((2, width)))
    keys, outcomes = np.empty(batch, dtype=np.int64), np.empty(batch)
    start = 0
    while start < n:
        size = min(batch, n - start)
        for j in range(size):
            t = start + j
            status, keys[j], outcomes[j] = play_round(
                handle,
                environment,
                contexts[t],
                first + t,
                offset + t,
                seed,
                flags,
                points[j],
                records[j],
                room,
                trace,
                t,
            )
            if status != OK:
                return status, start
        for j in range(size):
            absorb(
                handle,
                contexts[start + j],
                points[j],
                outcomes[j],
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
