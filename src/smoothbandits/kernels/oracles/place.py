"""From a sum of functions to a place in [0, 1], ends included.

A sigmoid that is stretched beyond both ends and cut there: the ends are reached by a finite sum,
and no sum is so large that the next example could not bring it back.
"""

from ..jit import kernel
from ..numerics import sigmoid

BEYOND = 0.05  # how far the stretched sigmoid goes beyond either end
STRETCH = 1.0 + 2.0 * BEYOND
LEAST_RATE = BEYOND * (1.0 + BEYOND) / STRETCH  # of change, that at the ends


@kernel
def place(total):
    """The place, and its rate of change, which is not let fall below that at the ends."""
    share = sigmoid(total)
    rate = max(LEAST_RATE, STRETCH * share * (1.0 - share))
    return min(1.0, max(0.0, STRETCH * share - BEYOND)), rate
