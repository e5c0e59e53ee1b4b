"""ScaledOracle: contexts in any units, as places among the quantiles of their entries."""

import numpy as np

from smoothbandits.kernels.states import (
    ANY_ENTRY,
    CatalogState,
    CubeState,
    ProductState,
    ScaledState,
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
from .jit import kernel
from .overwriting import overwrite
from .splines import MISSING, due, keep_context, locate_all, place_knots


@kernel
def scaled(knots, context):
    """Each entry between its outer knots as a number from -1 to 1; 0 where it is missing."""
    n, size = knots.shape
    cells, shares, out = np.empty(n, dtype=np.int64), np.empty(n), np.empty(n)
    locate_all(knots, context, cells, shares)
    for i in range(n):
        place = cells[i] - i * size + shares[i]
        out[i] = 0.0 if cells[i] == MISSING else 2.0 * place / (size - 1) - 1.0
    return out


@takes_missing.register(ScaledState)
def scaled_takes_missing(oracle):
    """The middle stands for what is missing."""
    return True


@largest_entry.register(ScaledState)
def scaled_largest_entry(oracle):
    """Entries are only compared."""
    return ANY_ENTRY


@curve.register(ScaledState)
def scaled_curve(oracle, context, weight):
    """The inner oracle sees the scaled context."""
    return curve(oracle.inner, scaled(oracle.knots, context), weight)


@evaluate.register(ScaledState)
def scaled_evaluate(oracle, curve, action):
    """Pass on."""
    return evaluate(oracle.inner, curve, action)


@evaluate_many.register(ScaledState)
def scaled_evaluate_many(oracle, curve, actions, out):
    """Pass on."""
    evaluate_many(oracle.inner, curve, actions, out)


@minimise.register(ScaledState)
def scaled_minimise(oracle, curve, out):
    """Pass on."""
    return minimise(oracle.inner, curve, out)


@argmin_error.register(ScaledState)
def scaled_argmin_error(oracle, curve):
    """Pass on."""
    return argmin_error(oracle.inner, curve)


@mass.register((CubeState, ScaledState), (CatalogState, ScaledState), (ProductState, ScaledState))
def scaled_mass(space, oracle, curve, best, rates, out):
    """Pass on."""
    return mass(space, oracle.inner, curve, best, rates, out)


@observe.register(ScaledState)
def scaled_observe(oracle, context, action, loss, weight, key):
    """Teach the inner oracle, then let the knots follow the contexts."""
    observe(oracle.inner, scaled(oracle.knots, context), action, loss, weight, key)
    keep_context(oracle.sample, oracle.seen, context, key)
    if due(oracle.seen):
        place_knots(oracle.knots, oracle.sample, oracle.seen)


@step.register(ScaledState)
def scaled_step(oracle):
    """Pass on."""
    step(oracle.inner)


@restore.register(ScaledState)
def scaled_restore(oracle, pristine):
    """Copy everything back."""
    restore(oracle.inner, pristine.inner)
    overwrite(oracle.knots, pristine.knots)
    overwrite(oracle.sample, pristine.sample)
    overwrite(oracle.seen, pristine.seen)
