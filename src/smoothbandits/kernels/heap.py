"""A heap of numbered members that knows where each of them is.

Its keeper is a state with ``heap``, ``place``, the heap's size as the first of its ``counters``,
and an order of its own (`precedes`).
"""

from .generics import precedes
from .jit import kernel


@kernel
def put(keeper, position, member):
    """Place a member in the heap."""
    keeper.heap[position] = member
    keeper.place[member] = position


@kernel
def rise(keeper, position):
    """Move a member towards the top while it precedes its parent; returns where it ends."""
    member = keeper.heap[position]
    while position > 0:
        parent = (position - 1) // 2
        other = keeper.heap[parent]
        if not precedes(keeper, member, other):
            break
        put(keeper, position, other)
        position = parent
    put(keeper, position, member)
    return position


@kernel
def sink(keeper, position):
    """Move a member down while a child precedes it."""
    member = keeper.heap[position]
    size = keeper.counters[0]
    while 2 * position + 1 < size:
        child = 2 * position + 1
        if child + 1 < size and precedes(keeper, keeper.heap[child + 1], keeper.heap[child]):
            child += 1
        other = keeper.heap[child]
        if not precedes(keeper, other, member):
            break
        put(keeper, position, other)
        position = child
    put(keeper, position, member)
