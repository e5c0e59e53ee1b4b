"""What the CATS paper published: its best setting and loss on each dataset, and its grid."""

from typing import NamedTuple

__all__ = ["CATS_BEST", "CATS_GRID", "PublishedCATS"]


class PublishedCATS(NamedTuple):
    """The best of 78 settings in hindsight, one pass, online.

    Attributes
    ----------
    leaves, bandwidth
        n and h; the radius of the smoothing is bandwidth / leaves of the range of actions.
    loss
        Progressive average of |y - a| over that range.
    low, high
        Its 95 % interval.

    Examples
    --------
    >>> best = CATS_BEST["bng-cpu"]
    >>> best.leaves, best.bandwidth, best.loss
    (8192, 128.0, 0.055658)
    """

    leaves: int
    bandwidth: float
    loss: float
    low: float
    high: float


#: by the names of `smoothbandits.datasets`
CATS_BEST = {
    "bng-wisconsin": PublishedCATS(4096, 128.0, 0.173245, 0.172524, 0.173968),
    "bng-price": PublishedCATS(1024, 32.0, 0.109460, 0.108883, 0.110039),
    "bng-cpu": PublishedCATS(8192, 128.0, 0.055658, 0.055240, 0.056079),
    "black-friday": PublishedCATS(64, 4.0, 0.185229, 0.183396, 0.187076),
    "zurich": PublishedCATS(8192, 16.0, 0.024919, 0.024792, 0.025047),
    "synthetic-cats": PublishedCATS(256, 2.0, 0.094689, 0.094149, 0.095232),
}

#: leaves and bandwidths in leaves, as published: powers of two with bandwidth below half
CATS_GRID = [
    (2**depth, float(2**power))
    for depth in range(2, 14)
    for power in range(12)
    if power < depth - 1
]
