"""CurveOracle: the losses of K equal cells of the unit interval, a smooth curve of any shape.

Their logits f are a Gaussian process a priori, and its inverse covariance R has only two bands
beside the diagonal.  What examples say about f is in two sums per cell.  So the most probable
curve takes O(K) operations, and how smooth it is can be asked of all examples at any time.
"""

import math

import numpy as np

from smoothbandits.kernels.states import LEAST_DISPERSION, CubeState, CurveState, PartState

from ..generics import (
    curve,
    evaluate,
    mass,
    minimise,
    minimise_part,
    observe,
    stairs,
    steepness,
)
from ..jit import kernel, outlined
from ..numerics import sigmoid
from ..spaces.part import holds_minimum
from .pentadiagonal import factors_of, log_determinant, quadratic_form, solve
from .slices import slice_cell, slice_mass, slice_minimum
from .stairs import cut_stairs
from .steps import least_step, steps_mass

SETTLING = 5  # steps towards the most probable curve before lengths are compared
NEAR_ZERO = 1e-3  # logits up to this have the curvature of 0
WITHIN = 0.49  # of a cell: how far from its middle the argmin may be
LEAST_VARIANCE = 0.01  # of a loss of 0 or 1, where it is to be divided by
DISPERSION_MEMORY = 0.002
DISPERSION_HASTE = 3.0  # later residuals count more: the first are those of a flat curve
FIRST_DISPERSION_COUNT = 30.0  # how many residuals the initial guess is worth


@curve.register(CurveState)
def smooth_curve(oracle, context, weight):
    """The predicted loss of each cell."""
    losses = np.empty(oracle.logits.shape[0])
    for k in range(losses.shape[0]):
        losses[k] = sigmoid(oracle.logits[k])
    return losses


@evaluate.register(CurveState)
def smooth_curve_evaluate(oracle, curve, action):
    """Predicted loss of the cell that holds the action."""
    return curve[slice_cell(oracle.edges, action[0])]


@minimise.register(CurveState)
def smooth_curve_minimise(oracle, curve, out):
    """The least cell; within it, the vertex of the parabola through it and its neighbours.

    In the first and the last cell that is the end of the interval: the curve falls towards it.
    """
    best = slice_minimum(oracle.edges, curve, out)
    last = curve.shape[0] - 1
    k = slice_cell(oracle.edges, out[0])
    if k == 0 or k == last:
        out[0] = 0.0 if k == 0 else 1.0
        return best
    left, right = curve[k - 1] - best, curve[k + 1] - best
    if left + right > 0.0:
        out[0] += WITHIN * (left - right) / (left + right) / curve.shape[0]
    return best


@minimise_part.register((PartState, CurveState))
def smooth_curve_minimise_part(space, oracle, curve, out):
    """The minimum over the whole interval if it is inside, else the lowest cell there."""
    inside, value = holds_minimum(space, oracle, curve, out)
    return value if inside else least_step(space, oracle, curve, oracle.edges, curve, out)


@stairs.register(CurveState)
def smooth_curve_stairs(oracle, curve, category, low, high, most):
    """The cells."""
    return cut_stairs(oracle.edges, curve, low, high)


@steepness.register(CurveState)
def smooth_curve_steepness(oracle, curve):
    """None: cells are steps."""
    return 0.0


@mass.register((PartState, CurveState))
def smooth_curve_part_mass(space, oracle, curve, best, rates, out):
    """An exact sum over the cells."""
    return steps_mass(space, oracle, curve, oracle.edges, curve, best, rates, out)


@mass.register((CubeState, CurveState))
def smooth_curve_mass(space, oracle, curve, best, rates, out):
    """An exact sum over the cells."""
    slice_mass(oracle.edges, curve, best, rates, out)
    return 0.0


@kernel
def climb(bands, oracle, logits):
    """One step towards the most probable logits: f <- (R + W)^-1 (totals - counts / 2).

    Below the log likelihood of a cell lies a parabola that touches it at the last f; its curvature
    is W = counts (sigmoid(f) - 1/2) / f (Jaakkola & Jordan 2000).  The step goes to the maximum of
    parabolas and prior together, so it climbs from anywhere, whatever examples weigh.
    """
    n, dispersion = logits.shape[0], oracle.dispersion[0]
    curvature, x = np.empty(n), np.zeros(n + 2)
    for k in range(n):
        f, share = logits[k], 0.25
        if abs(f) > NEAR_ZERO:
            share = (sigmoid(f) - 0.5) / f
        curvature[k] = oracle.counts[k] * share / dispersion
        x[k] = (oracle.totals[k] - 0.5 * oracle.counts[k]) / dispersion
    solve(factors_of(bands, curvature), x)
    for k in range(n):
        logits[k] = x[k]


@kernel
def log_evidence(bands, oracle, logits):
    """Laplace's estimate of the log probability of all losses, up to a constant.

    log p(losses | f) - f'R f / 2 + (log det R - log det (R + H)) / 2 at the most probable f, where
    H is the curvature of the likelihood.
    """
    n, dispersion = logits.shape[0], oracle.dispersion[0]
    curvature, none = np.empty(n), np.zeros(n)
    fit = 0.0
    for k in range(n):
        f, p = logits[k], sigmoid(logits[k])
        curvature[k] = oracle.counts[k] * p * (1.0 - p) / dispersion
        fit += oracle.totals[k] * f
        fit -= oracle.counts[k] * (max(f, 0.0) + math.log(1.0 + math.exp(-abs(f))))
    prior = log_determinant(factors_of(bands, none))
    posterior = log_determinant(factors_of(bands, curvature))
    return fit / dispersion + 0.5 * (prior - posterior - quadratic_form(bands, logits))


@outlined
def choose_length(oracle):
    """Take half the length under which the losses so far are most probable.

    The most probable curve is too smooth at its sharpest bend, which may be the minimum.  One that
    bends a little too much errs to either side in turn, and so finds out.
    """
    most, trial = -math.inf, np.empty(oracle.logits.shape[0])
    for i in range(1, oracle.penalties.shape[0]):
        trial[:] = oracle.logits
        for _ in range(SETTLING):
            climb(oracle.penalties[i], oracle, trial)
        found = log_evidence(oracle.penalties[i], oracle, trial)
        if found > most:
            most, oracle.length[0] = found, i - 1  # each length is half of the next


@kernel
def learn_dispersion(oracle, predicted, loss):
    """Running mean of squared residuals over p (1 - p): at most 1, as losses lie in [0, 1]."""
    square = (loss - predicted) * (loss - predicted)
    ratio = square / max(LEAST_VARIANCE, predicted * (1.0 - predicted))
    count = FIRST_DISPERSION_COUNT + oracle.examples[0]
    memory = max(DISPERSION_MEMORY, DISPERSION_HASTE / count)
    moved = oracle.dispersion[0] + memory * (ratio - oracle.dispersion[0])
    oracle.dispersion[0] = min(1.0, max(LEAST_DISPERSION, moved))


@observe.register(CurveState)
def smooth_curve_observe(oracle, context, action, loss, weight, key):
    """Add to the sums of the cell, then move the curve; now and then ask how smooth it is."""
    k = slice_cell(oracle.edges, action[0])
    oracle.examples[0] += 1
    learn_dispersion(oracle, sigmoid(oracle.logits[k]), loss)
    oracle.counts[k] += weight
    oracle.totals[k] += weight * loss
    climb(oracle.penalties[oracle.length[0]], oracle, oracle.logits)
    if oracle.examples[0] >= oracle.examples[1]:
        choose_length(oracle)
        oracle.examples[1] = oracle.examples[0] + oracle.examples[0] // 4 + 1
