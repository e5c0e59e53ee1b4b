"""Functions of single entries: what an additive model says of each entry of a context."""

import importlib

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.engines import entries_of

__all__ = ["entry_functions"]


def entry_functions(values: Floats, knots: Floats, contexts: Floats) -> Floats:
    """Each entry's function in each context; 0 where the entry is missing.

    Examples
    --------
    >>> knots = np.array([[0.0, 1.0]])
    >>> entry_functions(np.array([2.0, 4.0, 0.3]), knots, np.array([[0.5], [9.0], [np.nan]])).T
    array([[3., 4., 0.]])
    """
    entries_of("python")
    splines = importlib.import_module("smoothbandits.interpreted.oracles.splines")
    found = np.zeros(contexts.shape)
    cells, shares = np.empty(contexts.shape[1], dtype=np.int64), np.empty(contexts.shape[1])
    for row, context in enumerate(contexts):
        splines.locate_all(knots, context, cells, shares)
        there = cells != splines.MISSING
        low = cells[there]
        found[row, there] = values[low] * (1.0 - shares[there]) + values[low + 1] * shares[there]
    return found
