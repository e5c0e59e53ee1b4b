"""Online logistic regression by Newton's method: no rate to set, and no noise of gradient steps.

What was learned so far is kept as a quadratic around the parameters; each example moves them
to the minimum of that quadratic plus its own logistic loss, and adds its curvature there.
"""

import numpy as np

from smoothbandits.kernels.states import CurvatureState

from ..generics import joint_features, optimise, take_in
from ..jit import kernel
from ..numerics import dot, shrink, sigmoid

TRIES = 100  # enough for any bracket; three or four are usual
TOLERANCE = 1e-12


@kernel
def settled_logit(logit, pull, loss):
    """Root of z = logit + pull (loss - sigmoid(z)), which lies between both sides at the logit."""
    other = logit + pull * (loss - sigmoid(logit))
    low, high = min(logit, other), max(logit, other)
    z, last = logit, 2.0 * (high - low)
    for _ in range(TRIES):
        p = sigmoid(z)
        excess = z - logit - pull * (loss - p)
        if excess > 0.0:
            high = z
        else:
            low = z
        move = excess / (1.0 + pull * p * (1.0 - p))
        if not low <= z - move <= high or 2.0 * abs(move) > last:
            move = z - 0.5 * (low + high)  # Newton's step leaves the bracket or gains too little
        z -= move
        last = abs(move)
        if last <= TOLERANCE * (1.0 + abs(z)):
            break
    return z


@take_in.register(CurvatureState)
def newton_example(optimiser, oracle, context, action, loss, weight):
    """Minimise (t - theta)' A (t - theta) / 2 + weight cross-entropy(t); then A += its Hessian.

    The minimum lies on the line theta + s A^-1 phi, so only its logit is to be found, and no
    weight, however large, overshoots.
    """
    blocks, size, _ = optimiser.inverse.shape
    block = int(action[action.shape[0] - 1]) if blocks > 1 else 0
    part = slice(block * size, (block + 1) * size)  # beyond it phi is zero
    inverse, parameters = optimiser.inverse[block], oracle.parameters[part]
    phi = joint_features(oracle.basis, context, action)[part]
    direction = np.empty(size)
    for i in range(size):
        direction[i] = dot(inverse[i], phi, size)
    form = dot(direction, phi, size)
    if form <= 0.0:
        return  # no features, or rounding: nothing that could move
    logit = dot(parameters, phi, size)
    z = settled_logit(logit, weight * form, loss)
    # is weight (loss - sigmoid(z)) without its cancellation
    move = min(weight, max(-weight, (z - logit) / form))
    for i in range(size):
        parameters[i] += move * direction[i]
    p = sigmoid(z)
    curvature = weight * p * (1.0 - p)
    shrink(inverse, direction, curvature / (1.0 + curvature * form))


@optimise.register(CurvatureState)
def moved_already(optimiser, parameters, gradient):
    """No gradient is gathered."""
