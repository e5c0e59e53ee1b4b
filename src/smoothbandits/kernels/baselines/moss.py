"""MOSS and its relatives that only change the arms in play: MOSS Oracle and Quantile."""

import math

from smoothbandits.kernels.states import SLOT_CHOICE, MossState, QuantileState

from ..generics import choose, respond
from ..philox import uniforms
from .arms import best_arm, enter, leave_all, reward_arm, shuffle


@choose.register(MossState)
def moss_choose(policy, context, key, action):
    """The greatest index; returns one over the number of ties."""
    arms = policy.arms
    if arms.counters[0] + arms.counters[1] == 0:
        shuffle(arms.deck, policy.size, key)
        for i in range(policy.size):
            enter(arms, arms.deck[i])
    arm, ties = best_arm(arms, uniforms(key, SLOT_CHOICE)[0])
    action[0] = arm
    return 1.0 / ties


@respond.register(MossState, QuantileState)
def moss_respond(policy, context, action, density, loss, key):
    """Only the pulled arm changes."""
    reward_arm(policy.arms, int(action[0]), 1.0 - loss)


@choose.register(QuantileState)
def quantile_choose(policy, context, key, action):
    """Let arms in when 2^(l + 1) - 2 rounds were played, then the greatest index.

    As in the published code, the indices that are renewed then still count the old arms.
    """
    arms, clock = policy.arms, policy.clock
    if clock[0] == 0:
        shuffle(arms.deck, arms.deck.shape[0], key)
        for i in range(clock[2]):
            enter(arms, arms.deck[i])
    elif clock[0] == (1 << (clock[1] + 1)) - 2:
        clock[1] += 1
        arms.setting[0] = min((1 << (clock[1] + 1)) - 2, policy.horizon)
        leave_all(arms)
        for i in range(clock[2]):
            enter(arms, arms.deck[i])
        wanted = int(math.ceil(2.0 ** (clock[1] * policy.exponent)))
        wanted = min(max(wanted, clock[2]), arms.deck.shape[0])
        for i in range(clock[2], wanted):
            enter(arms, arms.deck[i])
        clock[2] = wanted
        arms.setting[1] = wanted
    clock[0] += 1
    arm, ties = best_arm(arms, uniforms(key, SLOT_CHOICE)[0])
    action[0] = arm
    return 1.0 / ties
