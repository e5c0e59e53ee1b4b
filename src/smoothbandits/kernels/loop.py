"""A whole simulation, compiled or interpreted from the same lines."""

import numpy as np

from smoothbandits.kernels.states import (
    BASE,
    BASE_PROBABILITY,
    EXPLORED,
    OK,
    RECORD_SIZE,
    WEIGHT,
)

from . import environments  # noqa: F401  (registers its kernels)
from .generics import expected_loss, realised_loss, rebalance, step, to_user
from .jit import entry
from .steps import EXPLORE, absorb, decide

BAD_LOSS = 3


# single steps for a loop that stays in Python because its environment is a Python object


@entry
def absorb_one(oracle, explorer, context, action, loss, base, probability, weight, key, credited):
    """``absorb`` as an entry."""
    absorb(oracle, explorer, context, action, loss, base, probability, weight, key, credited)


@entry
def apply(oracle):
    """``step`` as an entry."""
    step(oracle)


@entry
def settle(explorer):
    """``rebalance`` as an entry."""
    rebalance(explorer)


@entry
def place(space, action, out):
    """``to_user`` as an entry."""
    to_user(space, action, out)


@entry
def run(
    space,
    oracle,
    explorer,
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
    with one model and then learned in one averaged update.
    """
    n = contexts.shape[0]
    width = actions.shape[1]
    unit = np.empty((batch, width))
    greedy = np.empty(width)
    records = np.empty((batch, RECORD_SIZE))
    keys = np.empty(batch, dtype=np.int64)
    start = 0
    while start < n:
        size = min(batch, n - start)
        for j in range(size):
            t = start + j
            context = contexts[t]
            status, keys[j] = decide(
                space,
                oracle,
                explorer,
                context,
                first + t,
                seed,
                EXPLORE,
                unit[j],
                greedy,
                records[j],
            )
            if status != OK:
                return status, start
            to_user(space, unit[j], actions[t])
            losses[t] = realised_loss(environment, space, offset + t, context, actions[t])
            if not 0.0 <= losses[t] <= 1.0:
                return BAD_LOSS, start
            expected[t] = expected_loss(environment, space, offset + t, context, actions[t])
            bases[t] = int(records[j, BASE])
            explored[t] = records[j, EXPLORED] > 0.0
        for j in range(size):
            absorb(
                oracle,
                explorer,
                contexts[start + j],
                unit[j],
                losses[start + j],
                int(records[j, BASE]),
                records[j, BASE_PROBABILITY],
                records[j, WEIGHT],
                keys[j],
                True,
            )
        step(oracle)
        rebalance(explorer)
        start += size
    return OK, n
