"""One round and a whole simulation of a baseline, compiled or interpreted from the same lines."""

import numpy as np

from smoothbandits.kernels.states import BAD_CONTEXT, BAD_LOSS, OK

from . import baselines, environments  # noqa: F401  (their kernels are registered)
from .entries import can_read
from .generics import choose, expected_loss, realised_loss, respond
from .jit import entry
from .philox import decision_key


@entry
def choose_one(policy, context, number, seed, action):
    """Fill ``action`` in the user's units; returns (status, key, density)."""
    key = decision_key(seed, number)
    if not can_read(policy, context):
        return BAD_CONTEXT, key, 0.0
    return OK, key, choose(policy, context, key, action)


@entry
def respond_one(policy, context, action, density, loss, key):
    """Learn from one choice."""
    respond(policy, context, action, density, loss, key)


@entry
def play(
    policy,
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
    """Play the rounds of one block; returns (status, rounds done).  See ``loop.run``.

    A baseline has one base; it does not say which rounds explore, nor any propensity.
    """
    n = contexts.shape[0]
    densities = np.empty(batch)
    keys = np.empty(batch, dtype=np.int64)
    start = 0
    while start < n:
        size = min(batch, n - start)
        for j in range(size):
            t = start + j
            status, keys[j], densities[j] = choose_one(
                policy, contexts[t], first + t, seed, actions[t]
            )
            if status != OK:
                return status, start
            losses[t] = realised_loss(environment, offset + t, contexts[t], actions[t])
            if not 0.0 <= losses[t] <= 1.0:
                return BAD_LOSS, start
            expected[t] = expected_loss(environment, offset + t, contexts[t], actions[t])
        for j in range(size):
            t = start + j
            respond(policy, contexts[t], actions[t], densities[j], losses[t], keys[j])
            bases[t] = 0
        start += size
    return OK, n
