"""Joint features phi(x, a) = psi(a) (x) (x, 1): cosines, powers, or a catalogue's items."""

import math

import numpy as np

from smoothbandits.errors import InvalidPrediction
from smoothbandits.kernels.states import (
    COSINE,
    ITEMS,
    LARGEST_ENTRY,
    POLYNOMIAL,
    CallableState,
    JointState,
)

from ..generics import contract, contracted_features, joint_features, linear_error, ratio_error
from ..jit import kernel, outlined, pasted
from ..numerics import dot, dot_at


@pasted
def block_start(basis, action):
    """Number of the first function of the action's category; 0 without categories."""
    if basis.categories == 0:
        return 0
    return int(action[action.shape[0] - 1]) * block_size(basis)


@pasted
def block_size(basis):
    """How many functions are not zero at an action."""
    return basis.scales.shape[0] // max(1, basis.categories)


@outlined
def action_features(basis, action, out):
    """psi(a): products over coordinates of cos(pi k a) or a^k, by recurrence.

    Those of the action's category alone, on a product.
    """
    size = out.shape[0]
    if basis.kind == ITEMS:
        row = int(action[0])
        for j in range(size):
            out[j] = basis.items[row, j]
        return
    dimension, start = action.shape[0], block_start(basis, action)
    if basis.categories > 0:
        dimension -= 1
    for j in range(size):
        out[j] = basis.scales[start + j]
    values = np.empty(basis.highest + 1)
    for i in range(dimension):
        values[0] = 1.0
        unit = action[i] if basis.kind == POLYNOMIAL else math.cos(math.pi * action[i])
        if basis.highest > 0:
            values[1] = unit
        for k in range(2, basis.highest + 1):
            if basis.kind == POLYNOMIAL:
                values[k] = values[k - 1] * unit
            else:
                values[k] = 2.0 * unit * values[k - 1] - values[k - 2]
        for j in range(size):
            out[j] *= values[basis.orders[start + j, i]]


@kernel
def half_step(basis, j, spacing):
    """By how much psi_j can change over half a step of the grid, up to its scale."""
    unit = math.pi if basis.kind == COSINE else 1.0  # a power has slope k where cosines have pi k
    reach = 0.0
    for i in range(spacing.shape[0]):
        reach += unit * basis.orders[j, i] * 0.5 * spacing[i]
    return reach


@kernel
def series_error(basis, coefficients, spacing):
    """How far above its minimum sum_j c_j psi_j is at the nearest point of the grid.

    Half a step away, with slopes and curvatures bounded term by term.  The gradient vanishes at
    an inner minimum and the grid holds the faces, so the second-order term alone is a bound too.
    On a product the worst category counts.
    """
    worst, each = 0.0, block_size(basis)
    for start in range(0, coefficients.shape[0], each):
        first, second = 0.0, 0.0
        for j in range(start, start + each):
            reach = half_step(basis, j, spacing)
            size = abs(coefficients[j]) * basis.scales[j]
            first += size * reach
            second += 0.5 * size * reach * reach
        worst = max(worst, min(first, second))
    return worst


@joint_features.register(JointState)
def product_features(basis, context, action):
    """phi(x, a) as one vector of length J (n + 1)."""
    n = context.shape[0]
    psi = np.empty(block_size(basis))
    action_features(basis, action, psi)
    out = np.zeros(basis.scales.shape[0] * (n + 1))
    for j in range(psi.shape[0]):
        start = (block_start(basis, action) + j) * (n + 1)
        for i in range(n):
            out[start + i] = psi[j] * context[i]
        out[start + n] = psi[j]
    return out


@contract.register(JointState)
def contract_product(basis, context, vector, matrix):
    """Sums over entries of (x, 1); a block is a category."""
    n, each = context.shape[0], block_size(basis)
    blocks = basis.scales.shape[0] // each
    line, square = np.zeros((blocks, each)), np.zeros((blocks, each, each))
    row = np.empty(each)
    for block in range(blocks):
        first = block * each * (n + 1)
        for j in range(each):
            for i in range(n + 1):
                at, x = first + j * (n + 1) + i, context[i] if i < n else 1.0
                line[block, j] += x * vector[at]
                for k in range(each):
                    start = first + k * (n + 1)
                    row[k] = dot_at(context, matrix[at], start, n) + matrix[at, start + n]
                for k in range(each):
                    square[block, j, k] += x * row[k]
    return line, square


@contracted_features.register(JointState)
def product_action_features(basis, context, action):
    """Functions of the action's category."""
    psi = np.empty(block_size(basis))
    action_features(basis, action, psi)
    return psi, block_start(basis, action) // psi.shape[0]


@ratio_error.register(JointState)
def product_ratio_error(basis, parameters, context, spacing, steepness):
    """``argmin_error`` of theta' phi / (1 + phi' B phi) with |B|^(1/2) <= ``steepness``.

    Half a step changes the numerator by its slope, and the logarithm of the denominator by at
    most ``steepness`` times the change of phi.
    """
    if spacing.shape[0] == 0:
        return 0.0
    n = context.shape[0]
    size, change, move = 0.0, 0.0, 0.0
    for j in range(basis.scales.shape[0]):
        start = j * (n + 1)
        term = dot(parameters[start : start + n], context, n) + parameters[start + n]
        reach = half_step(basis, j, spacing) * basis.scales[j]
        size += abs(term) * basis.scales[j]
        change += abs(term) * reach
        move += reach * reach
    length = math.sqrt(move * (1.0 + dot(context, context, n)))
    return change + size * math.expm1(steepness * length)


@linear_error.register(JointState)
def product_error(basis, parameters, context, spacing):
    """``series_error`` of theta' phi(x, a)."""
    if spacing.shape[0] == 0:
        return 0.0
    n = context.shape[0]
    coefficients = np.empty(basis.scales.shape[0])
    for j in range(coefficients.shape[0]):
        start = j * (n + 1)
        coefficients[j] = dot(parameters[start : start + n], context, n) + parameters[start + n]
    return series_error(basis, coefficients, spacing)


# ------------------------------------------------------ a user's function (interpreted)


@ratio_error.register(CallableState)
@linear_error.register(CallableState)
def callable_error(basis, parameters, context, spacing, steepness=0.0):
    """Nothing is known about a user's function between the points of the grid."""
    return 0.0 if spacing.shape[0] == 0 else math.nan


@joint_features.register(CallableState)
def callable_features(basis, context, action):
    """Ask the user's function."""
    context = context if context.size else None
    played = basis.space.to_user(action)
    values = np.ascontiguousarray(basis.function(context, played), dtype=np.float64)
    if not (np.abs(values) <= LARGEST_ENTRY).all():
        raise InvalidPrediction(
            f"the features of action {played!r} are {values.tolist()}; give finite numbers, "
            f"at most {LARGEST_ENTRY:g} in size"
        )
    return values


@contract.register(CallableState)
def contract_nothing(basis, context, vector, matrix):
    """Nothing is known about how context and action meet."""
    return vector[None], matrix[None]


@contracted_features.register(CallableState)
def all_features(basis, context, action):
    """phi(x, a) itself."""
    return callable_features(basis, context, action), 0
