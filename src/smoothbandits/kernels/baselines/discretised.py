"""Epsilon-greedy over equal cells of an interval, one linear cost regressor per cell."""

import math

from smoothbandits.kernels.states import COIN_STEPS, SLOT_CHOICE, DiscretisedState

from ..generics import choose, respond
from ..jit import kernel
from ..philox import uniforms
from .adaptive_regression import adaptive_learn, adaptive_score
from .coin_regression import coin_learn, coin_score


@kernel
def cheapest(policy, context):
    """The cell with the least predicted loss, the first of equals."""
    best, least = 0, math.inf
    for cell in range(policy.centres.shape[0]):
        if policy.steps == COIN_STEPS:
            score = coin_score(policy.regressors[cell], context)
        else:
            score = adaptive_score(policy.regressors[cell], context)
        if score < least:
            best, least = cell, score
    return best


@choose.register(DiscretisedState)
def discretised_choose(policy, context, key, action):
    """The cheapest cell's centre, or with probability epsilon any cell's; its probability."""
    explore, place = uniforms(key, SLOT_CHOICE)
    cells = policy.centres.shape[0]
    best = cheapest(policy, context)
    chosen = best
    if explore < policy.epsilon:
        chosen = min(cells - 1, int(place * cells))
    action[0] = policy.centres[chosen]
    return policy.epsilon / cells + (1.0 - policy.epsilon if chosen == best else 0.0)


@respond.register(DiscretisedState)
def discretised_respond(policy, context, action, density, loss, key):
    """Teach the regressor of the cell that was played."""
    centres = policy.centres
    last = centres.shape[0] - 1
    cell = 0
    if last > 0:
        spacing = (centres[last] - centres[0]) / last
        cell = min(last, max(0, int(math.floor((action[0] - centres[0]) / spacing + 0.5))))
    rows, norm = policy.regressors[cell], policy.norms[cell]
    if policy.steps == COIN_STEPS:
        coin_learn(rows, norm, context, loss, 1.0, 0.0, 1.0)
    else:
        adaptive_learn(rows, norm, context, loss, policy.rate, 0.0, 1.0)
