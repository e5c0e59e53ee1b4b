"""SmoothIGW: Algorithm 1 with a schedule for gamma."""

import math

import numpy as np

from smoothbandits.kernels.states import ANYTIME_BOUND, ROOT, SmoothIGWState

from ..generics import acceptance, spread, turn
from ..jit import kernel
from .igw import igw

LARGEST_GAMMA = 1e150  # keeps rate times gap finite


@kernel
def scheduled_gamma(explorer, h, number):
    """gamma of round ``number`` (counted from 0), for this h."""
    rounds = number + 1.0
    if explorer.kind == ROOT:
        return min(LARGEST_GAMMA, explorer.constant * math.sqrt(rounds))
    if explorer.kind == ANYTIME_BOUND:
        # Reg_Sq is tabulated at powers of two and interpolated between them
        place = math.log2(rounds)
        k = min(int(place), explorer.bounds.shape[0] - 2)
        low, high = explorer.bounds[k], explorer.bounds[k + 1]
        bound = low + (high - low) * (place - k)
        return min(LARGEST_GAMMA, 4.0 * math.sqrt(rounds / (h * bound)))
    return min(LARGEST_GAMMA, explorer.constant)


@turn.register(SmoothIGWState)
def smooth_turn(explorer, number, base, probability):
    """The scheduled gamma."""
    gamma = scheduled_gamma(explorer, explorer.h, number)
    return gamma, 1.0, explorer.h * gamma


@acceptance.register(SmoothIGWState)
def smooth_acceptance(explorer, rate, gap, best):
    """Eq. (3)."""
    return igw(rate, gap)


@spread.register(SmoothIGWState)
def smooth_spread(explorer, number, rate, best):
    """Algorithm 1's P_t (given the invoked base, under a master)."""
    return np.ones(1), np.full(1, rate)
