"""Whether an oracle or a baseline can read a context."""

from smoothbandits.kernels.states import (
    ANY_ENTRY,
    AdditiveState,
    BoostedOutcomeState,
    BoostedState,
    GreedyTreesState,
    OutcomeState,
    ScaledState,
    TableState,
)

from .generics import largest_entry, takes_missing
from .jit import kernel, outlined

# they only compare entries: trees split them, splines and scales find their place among knots;
# a table does not look at them
COMPARING = (
    AdditiveState,
    BoostedOutcomeState,
    BoostedState,
    GreedyTreesState,
    OutcomeState,
    ScaledState,
    TableState,
)


@takes_missing.register(*COMPARING)
def comparing_takes_missing(player):
    """Each split says where missing entries go; elsewhere they add nothing."""
    return True


@largest_entry.register(*COMPARING)
def comparing_largest_entry(player):
    """Nothing is multiplied."""
    return ANY_ENTRY


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
