"""A space as boxes with one predicted loss each: for laws that are sums over all of it."""

import numpy as np

from smoothbandits.kernels.states import (
    SLOT_ACTION,
    AtCategory,
    CatalogState,
    CubeState,
    ItemsState,
    PairState,
    PartState,
    ProductState,
)

from ..generics import cells, enter, evaluate_many, side_cell, side_points, stairs
from ..jit import kernel
from ..philox import uniforms
from .part import nth_point, points_in, points_of, value_at
from .product import item_mass

BOXES = 4096  # of several sides
FEWEST_PER_CATEGORY = 32  # steps of a curve that is none


@kernel
def room(n, dimension):
    """Shares of mu, losses, lower and upper ends of boxes."""
    return np.empty(n), np.empty(n), np.empty((n, dimension)), np.empty((n, dimension))


@kernel
def put_stairs(boxes, start, edges, values, share):
    """Fill in the steps of a number from ``start`` on, which have this share of mu together."""
    shares, losses, lows, highs = boxes
    n, width = values.shape[0], edges[edges.shape[0] - 1] - edges[0]
    for i in range(n):
        shares[start + i] = share * ((edges[i + 1] - edges[i]) / width)
        losses[start + i] = values[i]
        lows[start + i, 0], highs[start + i, 0] = edges[i], edges[i + 1]


@kernel
def put_points(boxes, start, part, oracle, curve, share):
    """Fill in all points of a part from ``start`` on."""
    shares, losses, lows, highs = boxes
    sides, n = part.sides.shape[0], points_in(part)
    points = np.empty((n, sides))
    for i in range(n):
        shares[start + i] = share * nth_point(part, i, points[i])
        for j in range(sides):
            lows[start + i, j] = highs[start + i, j] = points[i, j]
    evaluate_many(oracle, curve, points, losses[start : start + n])


@kernel
def grid(space, oracle, curve):
    """Boxes of several sides, about as many along each: the loss is that of their middles."""
    sides, n = space.sides.shape[0], 1
    counts = np.ones(sides, dtype=np.int64)
    growing = True
    while growing:  # one more along the side that has fewest
        growing, least = False, -1
        for side in range(sides):
            most = side_points(space, side)
            if (most == 0 or counts[side] < most) and (least < 0 or counts[side] < counts[least]):
                least = side
        if least >= 0 and n // counts[least] * (counts[least] + 1) <= BOXES:
            n = n // counts[least] * (counts[least] + 1)
            counts[least] += 1
            growing = True
    boxes, middles = room(n, sides), np.empty((n, sides))
    shares, losses, lows, highs = boxes
    for i in range(n):
        rest, shares[i] = i, 1.0
        for side in range(sides):
            place = rest % counts[side]
            rest //= counts[side]
            low, high, middle, share = side_cell(space, side, place, counts[side])
            lows[i, side], highs[i, side], middles[i, side] = low, high, middle
            shares[i] *= share
    evaluate_many(oracle, curve, middles, losses)
    return boxes


@side_points.register(CubeState)
def cube_side_points(space, side):
    """Sides of a cube are continua."""
    return 0


@side_cell.register(CubeState)
def cube_side_cell(space, side, place, many):
    """Cells of equal mass."""
    low, high = place / many, (place + 1) / many
    return low, high, 0.5 * (low + high), 1.0 / many


@side_points.register(PartState)
def part_side_points(space, side):
    """The values that may be played."""
    return points_of(space, side)


@side_cell.register(PartState)
def part_side_cell(space, side, place, many):
    """Cells of equal mass, or groups of neighbouring values."""
    if space.rungs[side, 1] > 0:
        first, last = space.rungs[side, 0], space.rungs[side, 1]
        start = first + (last - first) * place // many
        end = first + (last - first) * (place + 1) // many
        whole = space.below[side, last] - space.below[side, first]
        share = (space.below[side, end] - space.below[side, start]) / whole
        middle = space.places[side, (start + end - 1) // 2]
        return space.places[side, start], space.places[side, end - 1], middle, share
    bottom, width = space.bounds[side, 0], space.bounds[side, 1] - space.bounds[side, 0]
    low = bottom + width * (place / many)
    high = min(space.bounds[side, 1], bottom + width * ((place + 1) / many))
    return low, high, 0.5 * (low + high), 1.0 / many


# --------------------------------------------------------------------------- the verbs


@cells.register(CubeState)
def cells_of_cube(space, oracle, curve, most):
    """Steps of an interval, a grid of several knobs."""
    if space.sides.shape[0] > 1:
        return grid(space, oracle, curve)
    edges, values = stairs(oracle, curve, -1, 0.0, 1.0, most)
    boxes = room(values.shape[0], 1)
    put_stairs(boxes, 0, edges, values, 1.0)
    return boxes


@cells.register(PartState)
def cells_of_part(space, oracle, curve, most):
    """All points where there are few, else as on the cube."""
    many = points_in(space)
    if many > 0:
        boxes = room(many, space.sides.shape[0])
        put_points(boxes, 0, space, oracle, curve, 1.0)
        return boxes
    if space.sides.shape[0] > 1:
        return grid(space, oracle, curve)
    low, high = space.bounds[0, 0], space.bounds[0, 1]
    edges, values = stairs(oracle, curve, -1, low, high, most)
    boxes = room(values.shape[0], 1)
    put_stairs(boxes, 0, edges, values, 1.0)
    return boxes


@cells.register(CatalogState)
def cells_of_catalog(space, oracle, curve, most):
    """Every item."""
    boxes = room(space.size, 1)
    shares, losses, lows, highs = boxes
    for i in range(space.size):
        shares[i], lows[i, 0], highs[i, 0] = item_mass(space, i), i, i
    evaluate_many(oracle, curve, lows, losses)
    return boxes


@cells.register(ItemsState)
def cells_of_items(space, oracle, curve, most):
    """Every item that is left."""
    boxes = room(space.items.shape[0], 1)
    shares, losses, lows, highs = boxes
    for i in range(space.items.shape[0]):
        shares[i], lows[i, 0] = space.shares[i], space.items[i]
        highs[i, 0] = lows[i, 0]
    evaluate_many(oracle, curve, lows, losses)
    return boxes


@kernel
def per_category(most, categories):
    """How many steps to make of each category's curve."""
    return max(FEWEST_PER_CATEGORY, most // categories)


@kernel
def mark_category(boxes, start, end, item):
    """Fill in the category beside the number."""
    _, _, lows, highs = boxes
    for i in range(start, end):
        lows[i, 1] = highs[i, 1] = item


@cells.register(ProductState)
def cells_of_product(space, oracle, curve, most):
    """The steps of each category, which are as many for all."""
    size, steps = space.catalog.size, per_category(most, space.catalog.size)
    edges, values = stairs(oracle, curve, 0, 0.0, 1.0, steps)
    n = values.shape[0]
    boxes = room(size * n, 2)
    for item in range(size):
        if item > 0:
            edges, values = stairs(oracle, curve, item, 0.0, 1.0, steps)
        put_stairs(boxes, item * n, edges, values, item_mass(space.catalog, item))
        mark_category(boxes, item * n, (item + 1) * n, item)
    return boxes


@cells.register(PairState)
def cells_of_pair(space, oracle, curve, most):
    """The points or the steps of each category that is left."""
    size, part = space.items.items.shape[0], space.part
    steps, many = per_category(most, size), points_in(part)
    low, high = part.bounds[0, 0], part.bounds[0, 1]
    if many == 0:
        _, values = stairs(oracle, curve, int(space.items.items[0]), low, high, steps)
        n = values.shape[0]
    else:
        n = many
    boxes = room(size * n, 2)
    for i in range(size):
        item, share = int(space.items.items[i]), space.items.shares[i]
        if many > 0:
            put_points(boxes, i * n, part, AtCategory(oracle, item), curve, share)
        else:
            edges, values = stairs(oracle, curve, item, low, high, steps)
            put_stairs(boxes, i * n, edges, values, share)
        mark_category(boxes, i * n, (i + 1) * n, item)
    return boxes


@kernel
def uniform_in(low, high, key, out):
    """Uniform from the upper end down: an edge belongs to the box below it."""
    for j in range(0, out.shape[0], 2):
        u, v = uniforms(key, SLOT_ACTION + j // 2)
        out[j] = high[j] - u * (high[j] - low[j])
        if j + 1 < out.shape[0]:
            out[j + 1] = high[j + 1] - v * (high[j + 1] - low[j + 1])


@enter.register(None)
def enter_box(space, low, high, key, out):
    """Mu is uniform in unit coordinates."""
    uniform_in(low, high, key, out)


@enter.register(PartState)
def enter_part(space, low, high, key, out):
    """The same, where a box may be a group of values of a side."""
    uniform_in(low, high, key, out)
    for side in range(out.shape[0]):
        if space.rungs[side, 1] > 0 and low[side] < high[side]:
            share = (high[side] - out[side]) / (high[side] - low[side])
            out[side] = value_between(space, side, low[side], high[side], share)


@kernel
def place_of(space, side, place):
    """Which of a side's values lies at a place."""
    low, high = space.rungs[side, 0], space.rungs[side, 1] - 1
    while low < high:
        middle = (low + high) // 2
        if space.places[side, middle] < place:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def value_between(space, side, low, high, share):
    """The place of the value that a share of the mu of a group leads to."""
    first, last = space.rungs[side, 0], space.rungs[side, 1]
    whole = space.below[side, last] - space.below[side, first]
    start, end = place_of(space, side, low), place_of(space, side, high) + 1
    bottom = (space.below[side, start] - space.below[side, first]) / whole
    top = (space.below[side, end] - space.below[side, first]) / whole
    found = value_at(space, side, bottom + share * (top - bottom))
    return space.places[side, min(end - 1, max(start, found))]
