"""Piecewise linear functions of one context entry each, on knots that follow its quantiles.

Nobody has to scale contexts: the knots come from a reservoir sample of the contexts seen so far
and move at 8, 16, 32, ... contexts; the functions keep their values when they do.
"""

import math

import numpy as np

from smoothbandits.kernels.states import SLOT_RESERVOIR

from ..jit import kernel
from ..philox import uniforms

MISSING = -1  # cell of an entry that is nan (boosted trees allow it): its function is left out
FIRST_KNOTS = 8  # contexts seen before the knots are placed for the first time


@kernel
def locate(knots, x):
    """Cell of x and how far into it x is; constant beyond the outer knots."""
    last = knots.shape[0] - 2
    cell = 0
    while cell < last and x >= knots[cell + 1]:
        cell += 1
    width = knots[cell + 1] - knots[cell]
    if width <= 0.0:
        return cell, 1.0 if x >= knots[cell + 1] else 0.0
    if math.isinf(width):  # of the largest numbers there are
        width = 0.5 * knots[cell + 1] - 0.5 * knots[cell]
        return cell, min(1.0, max(0.0, (0.5 * x - 0.5 * knots[cell]) / width))
    return cell, min(1.0, max(0.0, (x - knots[cell]) / width))


@kernel
def locate_all(knots, context, cells, shares):
    """Cell and share of every entry; cells count over all entries' knots."""
    size = knots.shape[1]
    for i in range(knots.shape[0]):
        if math.isnan(context[i]):
            cells[i], shares[i] = MISSING, 0.0
        else:
            cell, shares[i] = locate(knots[i], context[i])
            cells[i] = i * size + cell


@kernel
def spline_value(values, cells, shares):
    """Sum of the functions, and the constant in the last place."""
    total = values[values.shape[0] - 1]
    for i in range(cells.shape[0]):
        cell = cells[i]
        if cell == MISSING:
            continue
        total += values[cell] * (1.0 - shares[i]) + values[cell + 1] * shares[i]
    return total


@kernel
def keep_context(sample, seen, context, key):
    """Reservoir sampling: after n contexts each is kept with the same probability."""
    count = seen[0]
    seen[0] += 1
    place = count
    if count >= sample.shape[0]:
        u, _ = uniforms(key, SLOT_RESERVOIR)
        place = int(math.floor(u * (count + 1.0)))
    if place < sample.shape[0]:
        for i in range(context.shape[0]):
            sample[place, i] = context[i]


@kernel
def due(seen):
    """Whether the knots move now: at powers of two."""
    count = seen[0]
    return count >= FIRST_KNOTS and count & (count - 1) == 0


@kernel
def sort(values):
    """Sort in place, by Shell's method: numba's own sort takes two seconds to compile."""
    gap = values.shape[0] // 2
    while gap > 0:
        for i in range(gap, values.shape[0]):
            value, j = values[i], i
            while j >= gap and values[j - gap] > value:
                values[j] = values[j - gap]
                j -= gap
            values[j] = value
        gap //= 2


@kernel
def place_knots(knots, sample, seen):
    """Put the knots at quantiles of the sample."""
    kept = min(seen[0], sample.shape[0])
    size = knots.shape[1]
    room = np.empty(kept)
    for i in range(knots.shape[0]):
        rows = 0
        for row in range(kept):
            if not math.isnan(sample[row, i]):
                room[rows] = sample[row, i]
                rows += 1
        if rows == 0:
            continue
        column = room[:rows]
        sort(column)
        for k in range(size):
            knots[i, k] = column[(k * (rows - 1)) // (size - 1)]


@kernel
def move_knots(knots, sample, seen, values):
    """Put the knots at quantiles of the sample; every function keeps its values there."""
    n, size = knots.shape
    old, before = np.empty((n, size)), np.empty(size)
    for i in range(n):
        for k in range(size):
            old[i, k] = knots[i, k]
    place_knots(knots, sample, seen)
    for i in range(n):
        for k in range(size):
            before[k] = values[i * size + k]
        for k in range(size):
            cell, share = locate(old[i], knots[i, k])
            values[i * size + k] = before[cell] * (1.0 - share) + before[cell + 1] * share
