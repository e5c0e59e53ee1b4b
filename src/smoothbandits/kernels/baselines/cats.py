"""CATS: a tree of classifiers with smoothing (Majzoubi et al. 2020), as in Vowpal Wabbit.

Node i has the children 2i + 1 and 2i + 2; the leaves are the last nodes, from left to right.
"""

import math

from smoothbandits.kernels.states import SLOT_CHOICE, SLOT_LEARN, CatsState

from ..generics import choose, respond
from ..jit import kernel
from ..philox import uniforms
from .coin_regression import coin_learn, coin_score

LEAST_IMPORTANCE = 1e-5


@kernel
def side(policy, node, context):
    """Where the node's classifier sends this context: -1 left, 1 right."""
    return 1 if coin_score(policy.coins[node], context) > 0.0 else -1


@kernel
def route(policy, context):
    """Walk from the root to a leaf, numbered from 0."""
    inner = policy.forced.shape[0]
    node = 0
    while node < inner:
        way = policy.forced[node]
        if way == 0:
            way = side(policy, node, context)
        node = 2 * node + (1 if way < 0 else 2)
    return node - inner


@kernel
def smoothed(policy, context):
    """Ends of the interval that is played when not exploring."""
    width = (policy.high - policy.low) / (policy.forced.shape[0] + 1)
    centre = policy.low + (route(policy, context) + 0.5) * width
    return max(policy.low, centre - policy.radius), min(policy.high, centre + policy.radius)


@choose.register(CatsState)
def cats_choose(policy, context, key, action):
    """Uniform around the leaf's centre, mixed with uniform play; returns p(a)."""
    explore, place = uniforms(key, SLOT_CHOICE)
    low, high = policy.low, policy.high
    left, right = smoothed(policy, context)
    if explore < policy.epsilon:
        a = min(high, low + place * (high - low))
    else:
        a = min(right, left + place * (right - left))
    action[0] = a
    density = policy.epsilon / (high - low)
    if left <= a <= right:
        density += (1.0 - policy.epsilon) / (right - left)
    return density


@respond.register(CatsState)
def cats_respond(policy, context, action, density, loss, key):
    """Carry the costs of the first and the last affected leaf up to the root."""
    inner, reach = policy.forced.shape[0], policy.reach
    width = (policy.high - policy.low) / (inner + 1)
    segment = min(inner, int(math.floor((action[0] - policy.low) / width)))
    star = loss / (density * (2 * reach if reach > 0 else 1) * width)
    a, b = inner + max(0, segment - reach), inner + min(inner, segment + reach)
    cost_a, cost_b = star, star
    while a > 0:
        above_a, above_b = (a - 1) // 2, (b - 1) // 2
        new_a, new_b = cost_a, cost_b
        for turn in range(1 if above_a == above_b else 2):  # one call site compiles faster
            node = a if turn == 0 else b
            cost = settle(policy, context, node, a, cost_a, b, cost_b, star, key)
            if turn == 0:
                new_a = cost
            else:
                new_b = cost
        a, b, cost_a, cost_b = above_a, above_b, new_a, new_b


@kernel
def settle(policy, context, node, a, cost_a, b, cost_b, star, key):
    """Train the parent to prefer its cheaper child; returns the parent's cost."""
    cost = cost_a if node == a else cost_b
    parent = (node - 1) // 2
    if policy.forced[parent] != 0:
        return cost
    sibling = node + 1 if node % 2 == 1 else node - 1
    other = star
    if sibling < a or sibling > b:
        other = 0.0
    elif sibling == a:
        other = cost_a
    elif sibling == b:
        other = cost_b
    if cost == other:
        return cost
    label = -1 if (node < sibling) == (cost < other) else 1
    importance = abs(cost - other)
    if importance < LEAST_IMPORTANCE:
        u, _ = uniforms(key, SLOT_LEARN + parent)
        if u * LEAST_IMPORTANCE >= importance:
            return cost
        importance = LEAST_IMPORTANCE
    coin_learn(policy.coins[parent], policy.norm, context, float(label), importance, -1.0, 1.0)
    if side(policy, parent, context) == label:
        return min(cost, other)
    return max(cost, other)
