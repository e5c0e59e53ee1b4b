"""A number and a category: each has a slot and units of its own."""

import numpy as np

from smoothbandits.kernels.states import SLOT_ACTION, AtCategory, ProductState

from ..generics import evaluate_many, mass, sample, to_user
from ..jit import kernel
from .catalog import draw_item


@sample.register(ProductState)
def sample_product(space, key, out):
    """The number and the category from slots of their own."""
    sample(space.cube, key, out[:1])
    out[1] = draw_item(space.catalog, key, SLOT_ACTION + 1)


@to_user.register(ProductState)
def product_to_user(space, action, out):
    """Map the number to the user's units; a category is its own number."""
    to_user(space.cube, action[:1], out[:1])
    out[1] = action[1]


@kernel
def item_mass(catalog, item):
    """mu of an item."""
    return catalog.weights[item] if catalog.weights.shape[0] > 0 else 1.0 / catalog.size


@evaluate_many.register(AtCategory)
def evaluate_at_category(oracle, curve, actions, out):
    """Ask the oracle with the category beside each number."""
    pairs = np.empty((actions.shape[0], 2))
    for i in range(actions.shape[0]):
        pairs[i, 0], pairs[i, 1] = actions[i, 0], oracle.category
    evaluate_many(oracle.oracle, curve, pairs, out)


@mass.register((ProductState, None))
def product_mass(space, oracle, curve, best, rates, out):
    """The interval's integral for each category that is ever played."""
    part, error = np.empty(rates.shape[0]), 0.0
    for b in range(rates.shape[0]):
        out[b] = 0.0
    for item in range(space.catalog.size):
        mu = item_mass(space.catalog, item)
        if mu > 0.0:
            at_item = AtCategory(oracle, item)
            error += mu * mass(space.cube, at_item, curve, best, rates, part)
            for b in range(rates.shape[0]):
                out[b] += mu * part[b]
    return error
