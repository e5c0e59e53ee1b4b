"""Argmin where no formula is known: a grid, evaluated in one batch, then refined."""

import math

import numpy as np

from smoothbandits.kernels.states import (
    GLMState,
    GradientState,
    HarmonicState,
    LeastSquaresState,
    NewtonState,
)

from .generics import evaluate, evaluate_many, minimise
from .jit import kernel

GOLDEN = 0.5 * (math.sqrt(5.0) - 1.0)
SECTIONS = 20  # golden sections per coordinate: the bracket shrinks by 1.5e4


@minimise.register(HarmonicState, LeastSquaresState, NewtonState, GLMState, GradientState)
def grid_minimise(oracle, curve, out):
    """Best candidate, improved coordinate by coordinate; ``spacing`` is empty on catalogues."""
    candidates, spacing = oracle.candidates, oracle.spacing
    losses = np.empty(candidates.shape[0])
    evaluate_many(oracle, curve, candidates, losses)
    winner = 0
    for i in range(1, losses.shape[0]):
        if losses[i] < losses[winner]:
            winner = i
    dimension = candidates.shape[1]
    for j in range(dimension):
        out[j] = candidates[winner, j]
    best = losses[winner]
    if spacing.shape[0] > 0:
        sweeps = 1 if dimension == 1 else 2
        for _ in range(sweeps):
            for j in range(dimension):
                best = golden_section(oracle, curve, out, j, spacing[j], best)
    return best


@kernel
def golden_section(oracle, curve, point, j, width, best):
    """Lower coordinate ``j`` within ``width`` of where it is; keep it if nothing is gained."""
    start = point[j]
    low, high = max(0.0, start - width), min(1.0, start + width)
    left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    point[j] = left
    at_left = evaluate(oracle, curve, point)
    point[j] = right
    at_right = evaluate(oracle, curve, point)
    for _ in range(SECTIONS):
        if at_left <= at_right:
            high, right, at_right = right, left, at_left
            left = high - GOLDEN * (high - low)
            point[j] = left
            at_left = evaluate(oracle, curve, point)
        else:
            low, left, at_left = left, right, at_right
            right = low + GOLDEN * (high - low)
            point[j] = right
            at_right = evaluate(oracle, curve, point)
    found, value = (left, at_left) if at_left <= at_right else (right, at_right)
    if value < best:
        point[j] = found
        return value
    point[j] = start
    return best
