"""MOSS++ and empMOSS++ (Zhu & Nowak 2020): fewer arms, more rounds, and replays of the past.

Iteration l plays MOSS on K_l arms and on l - 1 mixtures; mixture j plays as iteration j did, by
drawing one of its rounds, and earns statistics of its own.
"""

import math

import numpy as np

from smoothbandits.kernels.states import SLOT_ACTION, SLOT_CHOICE, MossPlusState

from ..generics import choose, respond
from ..jit import kernel
from ..philox import uniforms
from .arms import (
    best_arm,
    best_index,
    enter,
    leave_all,
    moss_index,
    recall,
    remember,
    reward_arm,
    shuffle,
)

FEWEST_ARMS = 4
TOTALS, PULLS, INDEX = 0, 1, 2  # rows of the mixtures
UNKNOWN = math.nan  # probability of an arm that a mixture played


@kernel
def first_round(policy, iteration):
    """Rounds before this iteration, counted from 1."""
    return (1 << policy.power) * ((1 << iteration) - 2)


@kernel
def begin_iteration(policy, key):
    """Choose the arms of the iteration that the clock shows and the horizon of its index."""
    arms, iteration, size = policy.arms, policy.clock[1], policy.clock[2]
    deck, horizon = arms.deck, policy.history.shape[1]
    leave_all(arms)
    if policy.empirical:
        end = first_round(policy, iteration + 1)
    else:
        end = (1 << policy.power) * (1 << iteration)
        arms.totals[:] = 0.0
        arms.pulls[:] = 0.0
        policy.mixtures[:2] = 0.0
    arms.setting[0] = min(end, horizon)
    arms.setting[1] = size + iteration - 1
    if policy.empirical and iteration > 1:
        shuffle(deck, deck.shape[0], key)
        means = np.empty(deck.shape[0])
        for i in range(deck.shape[0]):
            means[i] = arms.totals[deck[i]] / max(arms.pulls[deck[i]], 1.0)
        best = deck[np.argsort(-means, kind="mergesort")]  # keeps the random order among ties
        deck[:] = best
    else:
        shuffle(deck, size, key)
    for i in range(size):
        enter(arms, deck[i])
    for j in range(iteration - 1):
        policy.mixtures[INDEX, j] = moss_index(
            policy.mixtures[TOTALS, j], policy.mixtures[PULLS, j], arms.setting
        )


@kernel
def best_mixture(policy, uniform):
    """One of the mixtures with the greatest index: (mixture, index), or (-1, 0) without any."""
    indices, n = policy.mixtures[INDEX], policy.clock[1] - 1
    greatest, ties = 0.0, 0
    for j in range(n):
        if ties == 0 or indices[j] > greatest:
            greatest, ties = indices[j], 1
        elif indices[j] == greatest:
            ties += 1
    skip = int(uniform * ties)
    for j in range(n):
        if indices[j] == greatest:
            if skip == 0:
                return j, greatest
            skip -= 1
    return -1, 0.0


@kernel
def replay(policy, choice, key):
    """An arm as the mixture plays it; its rounds may have played earlier mixtures in turn."""
    slot = SLOT_ACTION
    while choice < 0:
        iteration = -choice  # mixture 0, which is choice -1, replays iteration 1
        start, end = first_round(policy, iteration), first_round(policy, iteration + 1)
        u, _ = uniforms(key, slot)
        choice = policy.history[1, start + int(u * (end - start))]
        slot += 1
    return choice


@choose.register(MossPlusState)
def moss_plus_choose(policy, context, key, action):
    """The greatest index of arms and mixtures, where a mixture goes before an arm."""
    clock, history = policy.clock, policy.history
    rounds = clock[0]
    if rounds == 0:
        begin_iteration(policy, key)
    elif rounds == first_round(policy, clock[1] + 1) and rounds < history.shape[1]:
        clock[1] += 1
        clock[2] = min(max(clock[2] // 2, FEWEST_ARMS), policy.arms.deck.shape[0])
        begin_iteration(policy, key)
    u, v = uniforms(key, SLOT_CHOICE)
    arm, ties = best_arm(policy.arms, u)
    mixture, value = best_mixture(policy, v)
    choice, probability = int(arm), 1.0 / ties
    if mixture >= 0 and value >= best_index(policy.arms):
        choice, probability = -1 - mixture, UNKNOWN
    remember(history, rounds, key, choice)
    clock[0] += 1
    action[0] = replay(policy, choice, key)
    return probability


@respond.register(MossPlusState)
def moss_plus_respond(policy, context, action, density, loss, key):
    """Whatever was chosen learns: the arm, or the mixture but not the arm it played."""
    choice = recall(policy.history, policy.clock[0], key)
    if choice >= 0:
        reward_arm(policy.arms, choice, 1.0 - loss)
    else:
        j = -1 - choice
        mixtures = policy.mixtures
        mixtures[TOTALS, j] += 1.0 - loss
        mixtures[PULLS, j] += 1.0
        mixtures[INDEX, j] = moss_index(
            mixtures[TOTALS, j], mixtures[PULLS, j], policy.arms.setting
        )
