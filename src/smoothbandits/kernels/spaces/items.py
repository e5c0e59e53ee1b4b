"""Some items of a catalogue, alone or beside a part of an interval."""

import numpy as np

from smoothbandits.kernels.states import SLOT_ACTION, AtCategory, ItemsState, PairState

from ..generics import (
    argmin,
    evaluate_many,
    is_single,
    mass,
    minimise_part,
    sample,
    to_user,
)
from ..jit import kernel
from ..philox import uniforms

BLOCK = 1024


@kernel
def item_at(space, share):
    """The place of the item that a share of the conditioned mu leads to."""
    low, high = 0, space.items.shape[0] - 1
    while low < high:
        middle = (low + high + 1) // 2
        if space.below[middle] <= share:
            low = middle
        else:
            high = middle - 1
    return low


@sample.register(ItemsState)
def sample_items(space, key, out):
    """By the distribution function: what may be played changes from decision to decision."""
    u, _ = uniforms(key, SLOT_ACTION)
    out[0] = space.items[item_at(space, u)]


@sample.register(PairState)
def sample_pair(space, key, out):
    """The number and the category from slots of their own."""
    sample(space.part, key, out[:1])
    u, _ = uniforms(key, SLOT_ACTION + 1)
    out[1] = space.items.items[item_at(space.items, u)]


@to_user.register(ItemsState)
def items_to_user(space, action, out):
    """Identifiers are their own coordinates."""
    out[0] = action[0]


@to_user.register(PairState)
def pair_to_user(space, action, out):
    """Map the number to the user's units; a category is its own number."""
    to_user(space.part, action[:1], out[:1])
    out[1] = action[1]


@is_single.register(ItemsState)
def is_single_item(space):
    """Whether one item is left."""
    return space.items.shape[0] == 1


@is_single.register(PairState)
def is_single_pair(space):
    """Whether one category and one number are left."""
    return space.items.items.shape[0] == 1 and is_single(space.part)


@argmin.register(ItemsState, PairState)
def argmin_items(space, oracle, curve, out):
    """The way there depends on the oracle too."""
    return minimise_part(space, oracle, curve, out)


@minimise_part.register((ItemsState, None))
def least_item(space, oracle, curve, out):
    """The least of all items, the first on ties."""
    many = space.items.shape[0]
    actions, losses = np.empty((min(BLOCK, many), 1)), np.empty(min(BLOCK, many))
    best, start = 2.0, 0
    while start < many:
        n = min(BLOCK, many - start)
        for i in range(n):
            actions[i, 0] = space.items[start + i]
        evaluate_many(oracle, curve, actions[:n], losses[:n])
        for i in range(n):
            if losses[i] < best or start + i == 0:
                best, out[0] = losses[i], actions[i, 0]
        start += n
    return best


@mass.register((ItemsState, None))
def items_mass(space, oracle, curve, best, rates, out):
    """An exact sum over the items."""
    many = space.items.shape[0]
    actions, losses, start = np.empty((min(BLOCK, many), 1)), np.empty(min(BLOCK, many)), 0
    for b in range(rates.shape[0]):
        out[b] = 0.0
    while start < many:
        n = min(BLOCK, many - start)
        for i in range(n):
            actions[i, 0] = space.items[start + i]
        evaluate_many(oracle, curve, actions[:n], losses[:n])
        for i in range(n):
            gap = max(0.0, losses[i] - best)
            for b in range(rates.shape[0]):
                out[b] += space.shares[start + i] / (1.0 + rates[b] * gap)
        start += n
    return 0.0


@minimise_part.register((PairState, None))
def least_pair(space, oracle, curve, out):
    """The least of all categories, the first on ties."""
    best, place = 2.0, np.empty(1)
    for i in range(space.items.items.shape[0]):
        item = int(space.items.items[i])
        value = minimise_part(space.part, AtCategory(oracle, item), curve, place)
        if value < best or i == 0:
            best, out[0], out[1] = value, place[0], item
    return best


@mass.register((PairState, None))
def pair_mass(space, oracle, curve, best, rates, out):
    """The integral over the numbers for each category."""
    part, error = np.empty(rates.shape[0]), 0.0
    for b in range(rates.shape[0]):
        out[b] = 0.0
    for i in range(space.items.items.shape[0]):
        at_item, share = AtCategory(oracle, int(space.items.items[i])), space.items.shares[i]
        error += share * mass(space.part, at_item, curve, best, rates, part)
        for b in range(rates.shape[0]):
            out[b] += share * part[b]
    return error
