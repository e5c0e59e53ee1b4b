"""Empirical means per action: update O(log K), argmin O(1), at any number of actions.

Unseen actions share one prediction, so only seen ones need a place in the heap; the
heap doubles as the list of seen actions, which makes M(A) a short sum too.
"""

import numpy as np

from smoothbandits.kernels.states import CatalogState, TableState

from ..generics import (
    curve,
    evaluate,
    mass,
    minimise,
    observe,
    precedes,
)
from ..heap import put, rise, sink
from ..jit import kernel

UNSEEN = -1  # place of an item that was never tried; -2 of one that never will be


@curve.register(TableState)
def table_curve(oracle, context, weight):
    """Nothing to prepare: the table ignores contexts."""
    return np.empty(0)


@kernel
def mean(oracle, action):
    """Predicted loss of one action."""
    if oracle.place[action] < 0:
        return oracle.unseen[0]
    return oracle.totals[action] / oracle.counts[action]


@evaluate.register(TableState)
def table_evaluate(oracle, curve, action):
    """Look the mean up."""
    return mean(oracle, int(action[0]))


@minimise.register(TableState)
def table_minimise(oracle, curve, out):
    """The top of the heap or the lowest unseen action, the lower number on ties."""
    seen, first_unseen = oracle.counters[0], oracle.counters[1]
    unseen_left = first_unseen < oracle.heap.shape[0]
    if seen > 0:
        top = oracle.heap[0]
        value = mean(oracle, top)
        if (
            not unseen_left
            or value < oracle.unseen[0]
            or (value == oracle.unseen[0] and top < first_unseen)
        ):
            out[0] = top
            return value
    out[0] = first_unseen
    return oracle.unseen[0]


@precedes.register(TableState)
def table_precedes(oracle, a, b):
    """Heap order: by mean, then by number."""
    mean_a = oracle.totals[a] / oracle.counts[a]
    mean_b = oracle.totals[b] / oracle.counts[b]
    return mean_a < mean_b or (mean_a == mean_b and a < b)


@observe.register(TableState)
def table_observe(oracle, context, action, loss, weight, key):
    """Add one loss and repair the heap."""
    arm = int(action[0])
    oracle.totals[arm] += weight * loss
    oracle.counts[arm] += weight
    if oracle.place[arm] < 0:
        put(oracle, oracle.counters[0], arm)
        oracle.counters[0] += 1
        size = oracle.place.shape[0]
        while oracle.counters[1] < size and oracle.place[oracle.counters[1]] != UNSEEN:
            oracle.counters[1] += 1
    sink(oracle, rise(oracle, oracle.place[arm]))


@mass.register((CatalogState, TableState))
def table_mass(space, oracle, curve, best, rates, out):
    """Exact: seen actions one by one, all unseen ones in one term."""
    for b in range(rates.shape[0]):
        out[b] = 0.0
    seen_mass = 0.0
    for i in range(oracle.counters[0]):
        arm = oracle.heap[i]
        mu = 1.0 / space.size
        if space.weights.shape[0] > 0:
            mu = space.weights[arm]
        seen_mass += mu
        gap = max(0.0, mean(oracle, arm) - best)
        for b in range(rates.shape[0]):
            out[b] += mu / (1.0 + rates[b] * gap)
    gap = max(0.0, oracle.unseen[0] - best)
    for b in range(rates.shape[0]):
        out[b] += max(0.0, 1.0 - seen_mass) / (1.0 + rates[b] * gap)
    return 0.0
