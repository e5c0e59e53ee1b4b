"""The greedy centre of the interval under a sum of trees, with random play beside it."""

import math

import numpy as np

from smoothbandits.kernels.states import SLOT_CHOICE, GreedyTreesState

from ..generics import choose, respond
from ..jit import kernel
from ..oracles.trees import slice_trees
from ..philox import uniforms


@kernel
def least_centre(policy, context):
    """The centre with the least predicted loss, the first of equals."""
    edges, centres = policy.trees.edges, policy.centres
    values = np.empty(edges.shape[0] - 1)
    slice_trees(policy.trees, context, values)
    cell, best, least = 0, centres[0], math.inf
    for i in range(centres.shape[0]):
        while edges[cell + 1] < centres[i]:
            cell += 1
        if values[cell] < least:
            best, least = centres[i], values[cell]
    return best


@choose.register(GreedyTreesState)
def greedy_trees_choose(policy, context, key, action):
    """Anywhere before the first trees and with probability epsilon, else the best centre."""
    explore, place = uniforms(key, SLOT_CHOICE)
    epsilon = policy.epsilon if policy.active[0] else 1.0
    width = policy.high - policy.low
    at_random = explore < epsilon
    unit = place if at_random else least_centre(policy, context)
    action[0] = min(policy.high, policy.low + unit * width)
    return epsilon / width if at_random else 1.0 - epsilon


@respond.register(GreedyTreesState)
def greedy_trees_respond(policy, context, action, density, loss, key):
    """Keep the example for the next fit."""
    row = policy.kept[0]
    policy.kept[0] += 1
    for i in range(context.shape[0]):
        policy.contexts[row, i] = context[i]
    unit = (action[0] - policy.low) / (policy.high - policy.low)
    policy.actions[row] = min(1.0, max(0.0, unit))
    policy.losses[row] = loss
