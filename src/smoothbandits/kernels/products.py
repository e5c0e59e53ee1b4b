"""M(A) on a product of a number and a category: an integral per category, weighed by mu."""

import numpy as np

from smoothbandits.kernels.states import AtCategory, ProductState

from .generics import evaluate_many, mass
from .jit import kernel


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
