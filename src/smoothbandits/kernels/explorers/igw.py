"""Inverse gap weighting, which `SmoothIGW` and all that is built on it share."""

from ..jit import kernel


@kernel
def igw(rate, gap):
    """Inverse gap weighting, eq. (3): 1 / (1 + h gamma gap)."""
    return 1.0 / (1.0 + rate * gap)
