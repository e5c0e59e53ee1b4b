"""What an oracle still holds of what it was taught: for explanations and pictures."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from smoothbandits.checks import Floats

__all__ = ["Kept", "sampled"]


class Kept(NamedTuple):
    """Contexts that an oracle holds, and what came of them where it holds that too.

    Attributes
    ----------
    contexts
        Their features, one row each.
    actions
        In unit coordinates, one row each; None where only contexts are held.
    losses
        The losses, or a payoff's outcomes.
    """

    contexts: Floats
    actions: Floats | None = None
    losses: Floats | None = None


def sampled(sample: Floats, seen: NDArray[np.int64]) -> Kept:
    """A reservoir of contexts, as far as it is filled.

    Examples
    --------
    >>> sampled(np.zeros((64, 2)), np.array([5])).contexts.shape
    (5, 2)
    """
    return Kept(sample[: min(int(seen[0]), len(sample))].copy())
