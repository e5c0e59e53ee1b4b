"""Drawing from mu, and the way from unit coordinates to the user's units."""

import math

import numpy as np

from smoothbandits.kernels.states import (
    EMPIRICAL,
    LOG_UNIFORM,
    SLOT_ACTION,
    CatalogState,
    CubeState,
    ProductState,
    SampledState,
)

from .generics import reweigh, sample, to_user
from .jit import COMPILED, entry, kernel
from .philox import uniforms


@sample.register(CubeState)
def sample_cube(space, key, out):
    """Uniform on the unit cube: quantile coordinates make every measure uniform inside."""
    dimension = out.shape[0]
    for i in range(0, dimension, 2):
        u, v = uniforms(key, SLOT_ACTION + i // 2)
        out[i] = u
        if i + 1 < dimension:
            out[i + 1] = v


@sample.register(CatalogState)
def sample_catalog(space, key, out):
    """Uniform, or by the alias table: O(1) either way."""
    out[0] = draw_item(space, key, SLOT_ACTION)


@kernel
def draw_item(space, key, slot):
    """The item that a random slot leads to."""
    u, v = uniforms(key, slot)
    column = min(int(u * space.size), space.size - 1)
    if space.threshold.shape[0] > 0 and v >= space.threshold[column]:
        column = int(space.alias[column])
    return column


@sample.register(ProductState)
def sample_product(space, key, out):
    """The number and the category from slots of their own."""
    sample(space.cube, key, out[:1])
    out[1] = draw_item(space.catalog, key, SLOT_ACTION + 1)


@entry
def fill_alias_table(threshold, alias):
    """Vose's method, in place: ``threshold`` holds weight times size, ``alias`` is filled."""
    n = threshold.shape[0]
    stack = np.empty(
        n, dtype=np.int64
    )  # columns below 1 grow from the left, others from the right
    small, large = 0, n
    for column in range(n):
        if threshold[column] < 1.0:
            stack[small] = column
            small += 1
        else:
            large -= 1
            stack[large] = column
    while small > 0 and large < n:
        small -= 1
        low, high = stack[small], stack[large]
        alias[low] = high
        threshold[high] -= 1.0 - threshold[low]
        if threshold[high] < 1.0:
            large += 1
            stack[small] = high
            small += 1
    # what is left is 1 up to rounding
    for i in range(small):
        threshold[stack[i]] = 1.0
    for i in range(large, n):
        threshold[stack[i]] = 1.0


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


@to_user.register(CatalogState)
def catalog_to_user(space, action, out):
    """Identifiers are their own coordinates."""
    out[0] = action[0]


@to_user.register(ProductState)
def product_to_user(space, action, out):
    """Each in its own way."""
    to_user(space.cube, action[:1], out[:1])
    out[1] = action[1]


if not COMPILED:

    @sample.register(SampledState)
    def sample_own(space, key, out):
        """Call the user's sampler."""
        out[0] = space.sampler(key)

    @to_user.register(SampledState)
    def own_to_user(space, action, out):
        """Unit coordinates are linear where only a sampler is known."""
        low, high = space.sides[0, 0], space.sides[0, 1]
        out[0] = low + action[0] * (high - low)

    @reweigh.register(SampledState)
    def reweigh_by_density(space, points, weights):
        """Integrate against the user's density."""
        weights *= space.density(points[:, 0])
