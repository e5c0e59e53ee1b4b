"""Step functions of the action on the unit interval: value, minimum, integral and smoothing.

A slice is ``values`` f8[C] on ``edges`` f8[C + 1] from 0 to 1; cell c is (edges[c],
edges[c + 1]], and the first one holds 0 too.
"""

import numpy as np

from ..jit import kernel


@kernel
def slice_cell(edges, action):
    """The cell that holds the action: how many inner edges are below it."""
    low, high = 1, edges.shape[0] - 1
    while low < high:
        middle = (low + high) // 2
        if edges[middle] < action:
            low = middle + 1
        else:
            high = middle
    return low - 1


@kernel
def slice_minimum(edges, values, out):
    """Least value; the middle of the first piece that has it goes to ``out``."""
    return least_between(edges, values, 0.0, 1.0, out)


@kernel
def least_between(edges, values, from_, to, out):
    """`slice_minimum` on a part of the interval.

    A piece is a run of cells of one value.  Cells without width count for nothing.
    """
    start, end, first = slice_cell(edges, from_), slice_cell(edges, to), -1
    for cell in range(start, end + 1):
        wide = max(from_, edges[cell]) < min(to, edges[cell + 1])
        if wide and (first < 0 or values[cell] < values[first]):
            first = cell
    best, last = values[first], first
    while last < end and values[last + 1] == best:
        last += 1
    low, high = max(from_, edges[first]), min(to, edges[last + 1])
    middle = low + 0.5 * (high - low)
    out[0] = middle if middle > low else high  # an edge belongs to the cell below it
    return best


@kernel
def slice_mass(edges, values, best, rates, out):
    """M(A) = integral of 1/(1 + rate gap) over the action, an exact sum; one per rate."""
    mass_between(edges, values, 0.0, 1.0, best, rates, out)


@kernel
def mass_between(edges, values, from_, to, best, rates, out):
    """`slice_mass` on a part of the interval, mu conditioned on it."""
    start, end = slice_cell(edges, from_), slice_cell(edges, to)
    for b in range(rates.shape[0]):
        total = 0.0
        for cell in range(start, end + 1):
            gap = max(0.0, values[cell] - best)
            width = min(to, edges[cell + 1]) - max(from_, edges[cell])
            total += width / (1.0 + rates[b] * gap)
        out[b] = total / (to - from_)


@kernel
def clip_slice(values):
    """Keep every value in [0, 1], where losses are."""
    for cell in range(values.shape[0]):
        values[cell] = min(1.0, max(0.0, values[cell]))


@kernel
def areas(edges, values):
    """Integrals from 0 to each edge."""
    found = np.empty(edges.shape[0])
    found[0] = 0.0
    for cell in range(values.shape[0]):
        found[cell + 1] = found[cell] + values[cell] * (edges[cell + 1] - edges[cell])
    return found


@kernel
def mean_between(edges, values, area, left, right, low, high):
    """Mean from ``low`` to ``high``, which lie in the cells ``left`` and ``right``."""
    if left == right:
        return values[left]
    inside = area[right] - area[left + 1]
    inside += values[left] * (edges[left + 1] - low)
    inside += values[right] * (high - edges[right])
    return inside / (high - low)


@kernel
def smooth_slice(edges, values, reach, out):
    """Replace each value by the mean over its cell and ``reach`` to both sides, cut at 0 and 1.

    Neighbours count by the width that is within reach, so the result is a step function on the
    same cells, and its minimum, gaps and integrals stay exact.
    """
    n, area = values.shape[0], areas(edges, values)
    left, right = 0, 0
    for cell in range(n):
        low, high = max(0.0, edges[cell] - reach), min(1.0, edges[cell + 1] + reach)
        while left < n - 1 and edges[left + 1] <= low:
            left += 1
        while edges[right + 1] < high:
            right += 1
        if low == high:
            out[cell] = values[cell]
        else:
            out[cell] = mean_between(edges, values, area, left, right, low, high)


@kernel
def cell_means(edges, values, reach, out):
    """Fill ``out`` with the means over as many equal cells and ``reach`` to both sides of each."""
    n, count, area = values.shape[0], out.shape[0], areas(edges, values)
    left, right = 0, 0
    for cell in range(count):
        low, high = max(0.0, cell / count - reach), min(1.0, (cell + 1) / count + reach)
        while left < n - 1 and edges[left + 1] <= low:
            left += 1
        while right < n - 1 and edges[right + 1] < high:
            right += 1
        out[cell] = mean_between(edges, values, area, left, right, low, high)
