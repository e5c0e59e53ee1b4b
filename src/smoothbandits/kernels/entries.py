"""Whether a context can be calculated with."""

from .generics import largest_entry, takes_missing
from .jit import kernel, outlined


@kernel
def can_read(player, context):
    """Whether every entry is one that this oracle or baseline takes."""
    if context.shape[0] == 0:
        return True
    return all_within(context, largest_entry(player), takes_missing(player))


@outlined
def all_within(context, largest, lenient):
    """Whether no entry is larger in size, or nan where that is not allowed.

    All are looked at even where the first is bad: a loop without an early end runs on whole
    vectors of the processor.
    """
    unreadable = 0
    for i in range(context.shape[0]):
        size = abs(context[i])
        unreadable += size > largest or (size != size and not lenient)
    return unreadable == 0
