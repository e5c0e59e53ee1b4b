"""Parts of a space as sets: what lies in them, of points and of boxes."""

from smoothbandits.kernels.states import (
    CatalogState,
    CubeState,
    ItemsState,
    PairState,
    PartState,
    ProductState,
    SampledState,
)

from ..generics import dimension_of, inside, narrow_part, portion
from ..jit import kernel

ROUNDING = 1e-13  # of coordinates


@dimension_of.register(CubeState, PartState, SampledState)
def number_of_sides(space):
    """One for each side."""
    return space.sides.shape[0]


@dimension_of.register(CatalogState, ItemsState)
def one_item(space):
    """The number of the item."""
    return 1


@dimension_of.register(ProductState, PairState)
def number_and_category(space):
    """The number and the category."""
    return 2


@narrow_part.register(PartState)
def narrow_range(part, low, high):
    """Of its only side."""
    part.bounds[0, 0], part.bounds[0, 1] = low, high


@kernel
def has_item(space, item):
    """Whether an item is among those that are left, which rise."""
    low, high = 0, space.items.shape[0] - 1
    while low < high:
        middle = (low + high) // 2
        if space.items[middle] < item:
            low = middle + 1
        else:
            high = middle
    return space.items[low] == item


@inside.register(PartState)
def inside_part(part, point):
    """Within the bounds of each side."""
    for side in range(part.sides.shape[0]):
        low, high = part.bounds[side, 0] - ROUNDING, part.bounds[side, 1] + ROUNDING
        if not low <= point[side] <= high:
            return False
    return True


@inside.register(ItemsState)
def inside_items(part, point):
    """One of the items."""
    return has_item(part, int(point[0]))


@inside.register(PairState)
def inside_pair(part, point):
    """One of the numbers with one of the categories."""
    return inside(part.part, point[:1]) and has_item(part.items, int(point[1]))


@kernel
def side_portion(part, side, low, high):
    """How much of a cell of a side lies in the part: all or nothing of a point."""
    bottom, top = part.bounds[side, 0], part.bounds[side, 1]
    if low == high:
        return 1.0 if bottom - ROUNDING <= low <= top + ROUNDING else 0.0
    if part.rungs[side, 1] == 0:
        return max(0.0, min(high, top) - max(low, bottom)) / (high - low)
    start, end = value_of(part, side, low), value_of(part, side, high)
    if part.places[side, start] != low or part.places[side, end] != high:
        return 0.0  # one number of a continuum
    below = part.below[side]
    first, last = max(start, part.rungs[side, 0]), min(end + 1, part.rungs[side, 1])
    return max(0.0, below[last] - below[first]) / (below[end + 1] - below[start])


@kernel
def value_of(part, side, place):
    """Which of all values of a side, also of those that are not left, lies at a place."""
    low, high = 0, part.places.shape[1] - 1
    while low < high:
        middle = (low + high) // 2
        if part.places[side, middle] < place:
            low = middle + 1
        else:
            high = middle
    return low


@portion.register(PartState)
def portion_of_part(part, low, high):
    """The product over the sides."""
    found = 1.0
    for side in range(part.sides.shape[0]):
        found *= side_portion(part, side, low[side], high[side])
    return found


@portion.register(ItemsState)
def portion_of_items(part, low, high):
    """All of an item, or nothing."""
    return 1.0 if has_item(part, int(low[0])) else 0.0


@portion.register(PairState)
def portion_of_pair(part, low, high):
    """Of the number, where the category is one of those."""
    if not has_item(part.items, int(low[1])):
        return 0.0
    return side_portion(part.part, 0, low[0], high[0])
