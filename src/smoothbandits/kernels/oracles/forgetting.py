"""ForgettingOracle: what examples say counts half as much after so many more.

Now and then, sixteen times in a half-life, all that was learned is made less certain at once: what
examples added is multiplied by a factor, what was known before any example stays.
"""

import math

import numpy as np

from smoothbandits.kernels.states import (
    AdamState,
    AdditiveState,
    CoinState,
    CurvatureState,
    CurveState,
    DispersionState,
    FiniteClassState,
    ForgettingState,
    GLMState,
    GradientState,
    HarmonicState,
    LeastSquaresState,
    NewtonState,
    OutcomeState,
    ScaledState,
    TableState,
)

from ..generics import (
    fade,
    fade_optimiser,
    foreseen,
    observe,
    outcomes,
)
from ..jit import kernel, outlined
from ..numerics import invert

EVERY, SINCE = 0, 1  # places in the clock: examples from fading to fading, and since the last one
LEAST_SHARE = 1e-10  # share of the first variance that each fading adds
LEAST_COUNT = 1e-200  # least weight of an item that was seen, so that its mean stays a number


@foreseen.register(ForgettingState)
def forgetting_foreseen(oracle, context, action):
    """Ask the inner oracle."""
    return foreseen(oracle.inner, context, action)


@outcomes.register(ForgettingState)
def forgetting_outcomes(oracle, context, out):
    """Ask the inner oracle."""
    outcomes(oracle.inner, context, out)


@observe.register(ForgettingState)
def forgetting_observe(oracle, context, action, loss, weight, key):
    """Forget a little where it is time, then learn."""
    if oracle.clock[SINCE] >= oracle.clock[EVERY]:
        forget(oracle.inner, oracle.pristine, oracle.factor[0])
        oracle.clock[SINCE] = 0
    observe(oracle.inner, context, action, loss, weight, key)
    oracle.clock[SINCE] += 1


@outlined
def forget(oracle, pristine, factor):
    """Fade the inner oracle; compiled out of line, because it is seldom needed."""
    fade(oracle, pristine, factor)


# -------------------------------------------------------------------- what each kind forgets


@fade.register(TableState)
def fade_table(oracle, pristine, factor):
    """Fade the weights of all items alike: means and their order stay."""
    for i in range(oracle.counters[0]):
        arm = oracle.heap[i]
        if oracle.counts[arm] * factor > LEAST_COUNT:
            oracle.counts[arm] *= factor
            oracle.totals[arm] *= factor


@fade.register(CurveState)
def fade_curve(oracle, pristine, factor):
    """Fade the sums of all cells; the prior stays."""
    for k in range(oracle.counts.shape[0]):
        oracle.counts[k] *= factor
        oracle.totals[k] *= factor


@kernel
def widen(covariance, first, factor):
    """Divide a covariance by the factor; no variance exceeds what it began with.

    Rows and columns of those that would are scaled back, which keeps correlations.  The matrix is
    made symmetric: no example mends what rounding left, and here it would grow for ever.
    """
    size = covariance.shape[0]
    for i in range(size):
        for j in range(i + 1):
            both = 0.5 * (covariance[i, j] + covariance[j, i]) / factor
            covariance[i, j] = covariance[j, i] = both
    for i in range(size):
        if covariance[i, i] > first[i, i]:
            scale = math.sqrt(first[i, i] / covariance[i, i])
            for j in range(size):
                covariance[i, j] *= scale
                covariance[j, i] *= scale
            covariance[i, i] = first[i, i]


@fade.register(AdditiveState)
def fade_additive(oracle, pristine, factor):
    """Values and shape become less certain."""
    if oracle.covariance.shape[0] > 1:
        widen(oracle.covariance, pristine.covariance, factor)
        return
    for j in range(oracle.covariance.shape[1]):
        wider = oracle.covariance[0, j] / factor
        oracle.covariance[0, j] = min(wider, pristine.covariance[0, j])


@kernel
def discount(covariance, first, factor):
    """Multiply what examples added to the inverse of a covariance by the factor.

    With A = C / f and B = C0 / (1 - f) that is (A^-1 + B^-1)^-1 = A - A (A + B)^-1 A, which only
    inverts a matrix that examples cannot bring near zero.  Errors of rounding would grow for ever,
    as all does here that no example holds in place: so the matrix is made symmetric again, and a
    little is added to its diagonal.
    """
    size = covariance.shape[0]
    lower, solved = np.empty((size, size)), np.empty((size, size))
    for i in range(size):
        for j in range(i + 1):
            both = 0.5 * (covariance[i, j] + covariance[j, i]) / factor
            covariance[i, j] = covariance[j, i] = solved[i, j] = solved[j, i] = both
            lower[i, j] = both + first[i, j] / (1.0 - factor)
    for i in range(size):  # A + B = L L', and L^-1 A
        row = lower[i]
        for k in range(i):
            other, share = lower[k], row[k]
            for m in range(k):
                share -= row[m] * other[m]
            row[k] = share / other[k]
            for j in range(size):
                solved[i, j] -= row[k] * solved[k, j]
        pivot = row[i]
        for m in range(i):
            pivot -= row[m] * row[m]
        row[i] = math.sqrt(max(pivot, first[i, i]))
        for j in range(size):
            solved[i, j] /= row[i]
    for k in range(size):
        for i in range(size):
            share = solved[k, i]
            for j in range(size):
                covariance[i, j] -= share * solved[k, j]
    for i in range(size):
        covariance[i, i] += LEAST_SHARE * first[i, i]


@fade.register(OutcomeState)
def fade_outcomes(oracle, pristine, factor):
    """Values and slopes become less certain; until they are seen again they stay.

    In part, a function of an entry and the constant explain the same, and that part is never
    learned: if its variance were cut, as `widen` does, the rest would be forgotten ever less.
    """
    if oracle.covariance.shape[0] > 1:
        discount(oracle.covariance, pristine.covariance, factor)
        return
    for j in range(oracle.covariance.shape[1]):
        known, first = oracle.covariance[0, j], pristine.covariance[0, j]
        oracle.covariance[0, j] = known / (factor + (1.0 - factor) * known / first)


@kernel
def invert_again(matrix, inverse):
    """The inverse of a matrix that has faded; entries too far apart to be inverted leave it."""
    size = matrix.shape[0]
    tried = np.empty((size, size))
    invert(matrix, 0.0, tried)
    for i in range(size):
        for j in range(size):
            if not math.isfinite(tried[i, j]):
                return
    for i in range(size):
        for j in range(size):
            inverse[i, j] = tried[i, j]


@fade.register(LeastSquaresState)
def fade_least_squares(oracle, pristine, factor):
    """Fade the sums over examples; the ridge stays."""
    if oracle.ridge[1] == 0.0:
        return
    size, ridge = oracle.target.shape[0], oracle.ridge[0] * oracle.ridge[1]
    for i in range(size):
        oracle.target[i] *= factor
        for j in range(size):
            oracle.matrix[i, j] *= factor
        oracle.matrix[i, i] += (1.0 - factor) * ridge
    invert_again(oracle.matrix, oracle.inverse)


@fade.register(NewtonState)
def fade_newton(oracle, pristine, factor):
    """Fade the curvature of examples; what it began with stays."""
    size = oracle.parameters.shape[0]
    for i in range(size):
        for j in range(size):
            start = pristine.matrix[i, j]
            oracle.matrix[i, j] = start + factor * (oracle.matrix[i, j] - start)
    invert_again(oracle.matrix, oracle.inverse)


@fade.register(GLMState)
def fade_glm(oracle, pristine, factor):
    """Count fewer steps, so that a rate which falls with them levels off."""
    oracle.setting[1] *= factor


@fade.register(GradientState)
def fade_gradient(oracle, pristine, factor):
    """Do nothing: steps of one size forget by themselves."""


@fade.register(FiniteClassState)
def fade_finite_class(oracle, pristine, factor):
    """Fade the losses of all functions so far."""
    for i in range(oracle.losses.shape[0]):
        oracle.losses[i] *= factor


@fade.register(DispersionState, HarmonicState)
def fade_logistic(oracle, pristine, factor):
    """Fade what the optimiser remembers; the parameters stay."""
    fade_optimiser(oracle.optimiser, pristine.optimiser, factor)


@fade_optimiser.register(CurvatureState)
def fade_curvature(optimiser, pristine, factor):
    """Parameters become less certain."""
    for block in range(optimiser.inverse.shape[0]):
        widen(optimiser.inverse[block], pristine.inverse[block], factor)


@fade_optimiser.register(AdamState)
def fade_adam(optimiser, pristine, factor):
    """Count fewer steps, so that the rate, which falls with them, levels off."""
    optimiser.clock[0] *= factor


@fade_optimiser.register(CoinState)
def fade_coin(optimiser, pristine, factor):
    """Fade what the bets have won, and the sums of gradients that they won it from."""
    for row in range(2, 5):
        for i in range(optimiser.bets.shape[1]):
            optimiser.bets[row, i] *= factor


@fade.register(ScaledState)
def fade_scaled(oracle, pristine, factor):
    """Fade the inner oracle; the quantiles stay."""
    fade(oracle.inner, pristine.inner, factor)
