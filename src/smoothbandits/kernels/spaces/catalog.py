"""Numbered items: drawing one takes the same time at any number of them."""

import numpy as np

from smoothbandits.kernels.states import SLOT_ACTION, CatalogState

from ..generics import sample, to_user
from ..jit import entry, kernel
from ..philox import uniforms


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


@entry
def fill_alias_table(threshold, alias):
    """Vose's method, in place: ``threshold`` holds weight times size, ``alias`` is filled."""
    n = threshold.shape[0]
    stack = np.empty(n, dtype=np.int64)
    small, large = 0, n  # columns below 1 grow from the left, others from the right
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


@to_user.register(CatalogState)
def catalog_to_user(space, action, out):
    """Identifiers are their own coordinates."""
    out[0] = action[0]
