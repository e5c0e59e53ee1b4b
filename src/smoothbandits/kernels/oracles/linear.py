"""Linear models on joint features.

Vovk-Azoury-Warmuth, online Newton step, GLMtron and importance-invariant gradient descent
differ in how they predict and update; curve, search and M(A) are shared.
"""

import math

import numpy as np

from smoothbandits.kernels.states import (
    GLMState,
    GradientState,
    LeastSquaresState,
    NewtonState,
)

from ..generics import (
    argmin_error,
    contract,
    contracted_features,
    curve,
    evaluate,
    joint_features,
    linear_error,
    minimise,
    observe,
    ratio_error,
)
from ..jit import kernel
from ..numerics import add_outer, dot, invert, quadratic_form, sherman_morrison, sigmoid
from ..spaces.search import grid_minimise

LARGEST_SQUARE = 1e200  # of a gradient


@kernel
def clip(value):
    """Into [0, 1]: never hurts a forecast of a loss."""
    if value < 0.0:
        return 0.0
    return 1.0 if value > 1.0 else value  # nan stays nan, to be refused


# ------------------------------------------------------------------------- what is shared


@curve.register(NewtonState, GLMState, GradientState)
def linear_curve(oracle, context, weight):
    """Context and weight, for the features are joint."""
    n = context.shape[0]
    out = np.empty(n + 1)
    for i in range(n):
        out[i] = context[i]
    out[n] = weight
    return out


minimise.register(LeastSquaresState, NewtonState, GLMState, GradientState)(grid_minimise)


@argmin_error.register(NewtonState, GradientState)
def linear_argmin_error(oracle, curve):
    """The bound of a linear function; clipping does not raise it."""
    context = curve[: curve.shape[0] - 1]
    return linear_error(oracle.basis, oracle.parameters, context, oracle.spacing)


@argmin_error.register(GLMState)
def glm_argmin_error(oracle, curve):
    """The bound in logits, divided by four: the sigmoid is that flat at least."""
    context = curve[: curve.shape[0] - 1]
    return 0.25 * linear_error(oracle.basis, oracle.parameters, context, oracle.spacing)


@argmin_error.register(LeastSquaresState)
def least_squares_argmin_error(oracle, curve):
    """The matrix is at least lam W I, which bounds how the denominator can change."""
    if oracle.ridge[1] == 0.0:
        return 0.0  # nothing learned: constant
    context, weight, _, _ = curve
    steepness = math.sqrt(weight / (oracle.ridge[0] * oracle.ridge[1]))
    return ratio_error(oracle.basis, solution(oracle), context, oracle.spacing, steepness)


# ------------------------------------------------------------------ Vovk-Azoury-Warmuth


@kernel
def solution(oracle):
    """A^-1 b."""
    size = oracle.target.shape[0]
    theta = np.empty(size)
    for i in range(size):
        theta[i] = dot(oracle.inverse[i], oracle.target, size)
    return theta


@curve.register(LeastSquaresState)
def least_squares_curve(oracle, context, weight):
    """Context, weight, and A^-1 b and A^-1 as far as they concern this context."""
    line, square = contract(oracle.basis, context, solution(oracle), oracle.inverse)
    return context, weight, line, square


@evaluate.register(LeastSquaresState)
def least_squares_evaluate(oracle, curve, action):
    """phi' A^-1 b / (1 + w phi' A^-1 phi): the query is part of the matrix."""
    context, weight, line, square = curve
    psi, block = contracted_features(oracle.basis, context, action)
    value = dot(line[block], psi, psi.shape[0])
    return clip(value / (1.0 + weight * max(0.0, quadratic_form(square[block], psi))))


@observe.register(LeastSquaresState)
def least_squares_observe(oracle, context, action, loss, weight, key):
    """Rank-one update; the ridge grows with the largest weight."""
    if weight > oracle.ridge[1]:
        growth = oracle.ridge[0] * (weight - oracle.ridge[1])
        untaught = oracle.ridge[1] == 0.0
        oracle.ridge[1] = weight
        for i in range(oracle.matrix.shape[0]):
            oracle.matrix[i, i] += growth
            if untaught:
                oracle.inverse[i, i] = 1.0 / growth
        if not untaught:
            invert(oracle.matrix, 0.0, oracle.inverse)
    phi = joint_features(oracle.basis, context, action)
    add_outer(oracle.matrix, phi, weight)
    sherman_morrison(oracle.inverse, phi, weight)
    for i in range(phi.shape[0]):
        oracle.target[i] += weight * loss * phi[i]


# ------------------------------------------------------------------- online Newton step


@evaluate.register(NewtonState, GradientState)
def newton_evaluate(oracle, curve, action):
    """theta' phi."""
    n = curve.shape[0] - 1
    phi = joint_features(oracle.basis, curve[:n], action)
    return clip(dot(phi, oracle.parameters, phi.shape[0]))


@observe.register(NewtonState)
def newton_observe(oracle, context, action, loss, weight, key):
    """theta <- Proj^A(theta - A^-1 g / gamma) with A += g g'."""
    phi = joint_features(oracle.basis, context, action)
    size = phi.shape[0]
    residual = dot(phi, oracle.parameters, size) - loss
    gradient = np.empty(size)
    for i in range(size):
        gradient[i] = 2.0 * weight * residual * phi[i]
    if not dot(gradient, gradient, size) <= LARGEST_SQUARE:
        return
    add_outer(oracle.matrix, gradient, 1.0)
    sherman_morrison(oracle.inverse, gradient, 1.0)
    for i in range(size):
        oracle.parameters[i] -= dot(oracle.inverse[i], gradient, size) / oracle.setting[0]
    project(oracle.matrix, oracle.parameters, oracle.setting[1])


@kernel
def project(matrix, theta, radius):
    """Nearest point of the ball in the norm of A: (A + s I)^-1 A theta, s by bisection."""
    size = theta.shape[0]
    if dot(theta, theta, size) <= radius * radius:
        return
    target = np.empty(size)
    largest = 0.0
    for i in range(size):
        target[i] = dot(matrix[i], theta, size)
        largest += abs(target[i])
    inverse = np.empty_like(matrix)
    low, high = 0.0, largest / radius
    for _ in range(60):
        middle = 0.5 * (low + high)
        invert(matrix, middle, inverse)
        norm = 0.0
        for i in range(size):
            theta[i] = dot(inverse[i], target, size)
            norm += theta[i] * theta[i]
        if norm > radius * radius:
            low = middle
        else:
            high = middle
    invert(matrix, high, inverse)
    norm = 0.0
    for i in range(size):
        theta[i] = dot(inverse[i], target, size)
        norm += theta[i] * theta[i]
    if not norm <= radius * radius:  # rounding
        for i in range(size):
            theta[i] = 0.0


# ------------------------------------------------------------------------------- GLMtron


@evaluate.register(GLMState)
def glm_evaluate(oracle, curve, action):
    """sigmoid(w' phi)."""
    n = curve.shape[0] - 1
    phi = joint_features(oracle.basis, curve[:n], action)
    return sigmoid(dot(phi, oracle.parameters, phi.shape[0]))


@observe.register(GLMState)
def glm_observe(oracle, context, action, loss, weight, key):
    """w <- w - eta (sigmoid(w' phi) - y) phi, without the derivative of the link."""
    phi = joint_features(oracle.basis, context, action)
    size = phi.shape[0]
    oracle.setting[1] += 1.0
    rate = oracle.setting[0]
    if rate == 0.0:
        norm, radius = oracle.setting[2], oracle.setting[3]
        rate = min(4.0 / (radius * radius), 2.0 * norm / (radius * math.sqrt(oracle.setting[1])))
    move = rate * weight * (sigmoid(dot(phi, oracle.parameters, size)) - loss)
    for i in range(size):
        oracle.parameters[i] -= move * phi[i]


# ------------------------------------------- gradient descent (Karampatziakis & Langford)


@observe.register(GradientState)
def gradient_observe(oracle, context, action, loss, weight, key):
    """Follow the gradient flow for the time ``weight``: twice w/2 is once w."""
    phi = joint_features(oracle.basis, context, action)
    size = phi.shape[0]
    norm = dot(phi, phi, size)
    residual = loss - dot(phi, oracle.parameters, size)
    time = 2.0 * oracle.setting[0] * weight * norm
    if norm > 0.0:
        move = residual * -math.expm1(-time) / norm
        for i in range(size):
            oracle.parameters[i] += move * phi[i]
