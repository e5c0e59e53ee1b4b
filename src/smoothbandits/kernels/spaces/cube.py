"""The unit cube, on which every measure is uniform, and the way to the user's units."""

import math

from smoothbandits.kernels.states import EMPIRICAL, LOG_UNIFORM, SLOT_ACTION, CubeState

from ..generics import sample, to_user
from ..jit import kernel
from ..philox import uniforms


@sample.register(CubeState)
def sample_cube(space, key, out):
    """Uniform on the unit cube: quantile coordinates make every measure uniform inside."""
    dimension = out.shape[0]
    for i in range(0, dimension, 2):
        u, v = uniforms(key, SLOT_ACTION + i // 2)
        out[i] = u
        if i + 1 < dimension:
            out[i + 1] = v


@to_user.register(CubeState)
def cube_to_user(space, action, out):
    """Apply mu's quantile function to each coordinate."""
    for i in range(action.shape[0]):
        out[i] = quantile(space.sides[i], space.knots[i], action[i])


@kernel
def quantile(side, knots, u):
    """Quantile function of a one-dimensional measure."""
    low, high, kind = side[0], side[1], side[2]
    if kind == LOG_UNIFORM:
        return min(high, low * math.exp(u * math.log(high / low)))
    if kind == EMPIRICAL:
        return interpolate(knots[1], knots[0], u)
    return min(high, low + u * (high - low))


@kernel
def interpolate(xs, ys, x):
    """Piecewise linear interpolation through increasing knots."""
    left, right = 0, xs.shape[0] - 1
    if x >= xs[right]:
        return ys[right]
    if x <= xs[0]:
        return ys[0]
    while right - left > 1:
        middle = (left + right) // 2
        if xs[middle] <= x:
            left = middle
        else:
            right = middle
    return ys[left] + (ys[right] - ys[left]) * ((x - xs[left]) / (xs[right] - xs[left]))
