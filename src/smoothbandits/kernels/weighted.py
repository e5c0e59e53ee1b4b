"""Weighted regression from an unweighted oracle: show it an example with probability w/W.

(A) W is a known bound; (B) W doubles and the oracle restarts; (C) W is the running
maximum without restarts, which needs realizability.
"""

import math

from smoothbandits.kernels.states import (
    SLOT_LEARN,
    THIN_BY_DOUBLING,
    THIN_BY_MAXIMUM,
    CatalogState,
    CubeState,
    ProductState,
    WeightedState,
)

from .generics import (
    argmin_error,
    curve,
    evaluate,
    evaluate_many,
    largest_entry,
    mass,
    minimise,
    observe,
    restore,
    step,
    takes_missing,
)
from .overwriting import overwrite
from .philox import uniforms


@curve.register(WeightedState)
def weighted_curve(oracle, context, weight):
    """The inner oracle sees unit weights only."""
    return curve(oracle.inner, context, 1.0)


@takes_missing.register(WeightedState)
def weighted_takes_missing(oracle):
    """Pass on."""
    return takes_missing(oracle.inner)


@largest_entry.register(WeightedState)
def weighted_largest_entry(oracle):
    """Pass on."""
    return largest_entry(oracle.inner)


@evaluate.register(WeightedState)
def weighted_evaluate(oracle, curve, action):
    """Pass on."""
    return evaluate(oracle.inner, curve, action)


@evaluate_many.register(WeightedState)
def weighted_evaluate_many(oracle, curve, actions, out):
    """Pass on."""
    evaluate_many(oracle.inner, curve, actions, out)


@minimise.register(WeightedState)
def weighted_minimise(oracle, curve, out):
    """Pass on."""
    return minimise(oracle.inner, curve, out)


@argmin_error.register(WeightedState)
def weighted_argmin_error(oracle, curve):
    """Pass on."""
    return argmin_error(oracle.inner, curve)


@observe.register(WeightedState)
def weighted_observe(oracle, context, action, loss, weight, key):
    """Thin by w/W; the coin comes from the decision's own key."""
    reduction = oracle.memory[0]
    if weight > oracle.memory[1]:
        if reduction == THIN_BY_MAXIMUM:
            oracle.memory[1] = weight
        elif reduction == THIN_BY_DOUBLING:
            oracle.memory[1] = 2.0 ** math.ceil(math.log2(weight))
            restore(oracle.inner, oracle.pristine)
    u, _ = uniforms(key, SLOT_LEARN)
    if u * oracle.memory[1] < weight:
        observe(oracle.inner, context, action, loss, 1.0, key)


@step.register(WeightedState)
def weighted_step(oracle):
    """Pass on."""
    step(oracle.inner)


@mass.register(
    (CubeState, WeightedState), (CatalogState, WeightedState), (ProductState, WeightedState)
)
def thinned_mass(space, oracle, curve, best, rates, out):
    """Pass on."""
    return mass(space, oracle.inner, curve, best, rates, out)


@restore.register(WeightedState)
def weighted_restore(oracle, pristine):
    """Restore the inner oracle and the memory."""
    restore(oracle.inner, pristine.inner)
    overwrite(oracle.memory, pristine.memory)
