"""ScaledOracle: contexts in any units, as places among the quantiles of their entries."""

import numpy as np

from smoothbandits.kernels.states import (
    ScaledState,
)

from ..generics import (
    curve,
    observe,
)
from ..jit import kernel
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


@curve.register(ScaledState)
def scaled_curve(oracle, context, weight):
    """The inner oracle sees the scaled context."""
    return curve(oracle.inner, scaled(oracle.knots, context), weight)


@observe.register(ScaledState)
def scaled_observe(oracle, context, action, loss, weight, key):
    """Teach the inner oracle, then let the knots follow the contexts."""
    observe(oracle.inner, scaled(oracle.knots, context), action, loss, weight, key)
    keep_context(oracle.sample, oracle.seen, context, key)
    if due(oracle.seen):
        place_knots(oracle.knots, oracle.sample, oracle.seen)
