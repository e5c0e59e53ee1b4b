"""Weighted regression from an unweighted oracle: show it an example with probability w/W.

(A) W is a known bound; (B) W doubles and the oracle restarts; (C) W is the running
maximum without restarts, which needs realizability.
"""

import math

from smoothbandits.kernels.states import (
    SLOT_LEARN,
    THIN_BY_DOUBLING,
    THIN_BY_MAXIMUM,
    WeightedState,
)

from ..generics import (
    curve,
    observe,
    restore,
)
from ..philox import uniforms


@curve.register(WeightedState)
def weighted_curve(oracle, context, weight):
    """The inner oracle sees unit weights only."""
    return curve(oracle.inner, context, 1.0)


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
