"""Argmin where no formula is known: a grid, evaluated in one batch, then refined."""

import numpy as np

from ..generics import evaluate_many
from ..jit import pasted

ROUNDS = 8  # of refinement; each narrows a coordinate by four
NEIGHBOURS = 8  # tried per round and coordinate


def grid_minimise(oracle, curve, out):
    """Best candidate, improved along every coordinate that has steps; catalogues have none."""
    losses = np.empty(oracle.candidates.shape[0])
    evaluate_many(oracle, curve, oracle.candidates, losses)
    winner = 0
    for i in range(1, losses.shape[0]):
        if losses[i] < losses[winner]:
            winner = i
    for j in range(out.shape[0]):
        out[j] = oracle.candidates[winner, j]
    return refine(oracle, curve, losses[winner], out)


@pasted
def refine(oracle, curve, best, out):
    """Improve a point whose value is ``best``; returns the least value found."""
    dimension, spacing = out.shape[0], oracle.spacing
    if spacing.shape[0] == 0:
        return best
    nearby, losses = np.empty((NEIGHBOURS, dimension)), np.empty(NEIGHBOURS)
    scale = 1.0
    for _ in range(ROUNDS):
        for j in range(dimension):
            if spacing[j] == 0.0:
                continue
            for i in range(NEIGHBOURS):
                for k in range(dimension):
                    nearby[i, k] = out[k]
                offset = (i - 4 if i < 4 else i - 3) / 4.0  # quarters from -1 to 1 without 0
                nearby[i, j] = min(1.0, max(0.0, out[j] + offset * scale * spacing[j]))
            evaluate_many(oracle, curve, nearby, losses)
            for i in range(NEIGHBOURS):
                if losses[i] < best:
                    best = losses[i]
                    out[j] = nearby[i, j]
        scale *= 0.25
    return best
