"""How widely a policy that plays one action is smoothed, and what that can hide.

On a continuum no logged action is exactly the policy's.  Rounds near it are used instead, and the
wider the kernel the more rounds there are and the further they are away.
"""

import math
from typing import NamedTuple

import numpy as np

from smoothbandits.checks import Floats, check_fraction
from smoothbandits.evaluation.intervals import ips, ips_error
from smoothbandits.evaluation.sums import COUNT, CROSS, WWLL, Moment

__all__ = ["EXACT", "HALVES", "Smoothing", "choose_bandwidth", "halves_of"]

HALVES = 0.5 ** np.arange(2.0, 10.0)  # half widths in unit coordinates: a quarter to a 512th
EXACT = np.array([math.inf])
FEWEST = 20  # rounds within a kernel that is compared with wider ones
SURE = 1.96


class Smoothing(NamedTuple):
    """The kernel that was used.

    Attributes
    ----------
    half
        Half width in unit coordinates, in which mu is uniform on [0, 1]; 0 where actions were
        compared exactly.
    place
        Which of the half widths that is.
    bias
        What smoothing seems to add to the loss, and how uncertain that is: twice the difference
        to the kernel of half the width.  Nan where there is no narrower one.
    bias_error
        Standard error of ``bias``.
    """

    half: float
    place: int
    bias: float
    bias_error: float

    @property
    def hidden(self) -> float:
        """What smoothing may hide: the bias with a margin for chance; nan if unknown."""
        return abs(self.bias) + SURE * self.bias_error


def halves_of(bandwidth: float | None) -> Floats:
    """The kernels that are tried; one that was asked for comes with its half, to compare."""
    if bandwidth is None:
        return HALVES
    half = check_fraction("bandwidth", bandwidth)
    return np.array([half, 0.5 * half])


def choose_bandwidth(moment: Moment, halves: Floats) -> Smoothing:
    """The widest kernel whose answer agrees with those of all narrower ones (Lepski's rule).

    To agree means that their intervals, 1.96 standard errors wide on each side, have a value in
    common.  Narrower kernels are asked as far as 20 rounds fall into them.  The bias is
    estimated from the next narrower kernel: where losses are Lipschitz along the action, each
    halving of the kernel halves it, so that all of it is twice what the first halving takes away.
    """
    used = int((moment.totals[:, COUNT] >= FEWEST).sum())
    low, high, best = -math.inf, math.inf, max(0, used - 1)
    for k in range(used - 1, -1, -1):
        one = moment.of(k)
        value, margin = ips(one), SURE * ips_error(one)
        low, high = max(low, value - margin), min(high, value + margin)
        if low > high:
            break
        best = k
    return smoothing_at(moment, halves, best)


def smoothing_at(moment: Moment, halves: Floats, k: int) -> Smoothing:
    """What is known of the kernel at place ``k``."""
    if k + 1 >= len(halves) or moment.totals[k + 1, COUNT] < 2:
        return Smoothing(float(halves[k]), k, math.nan, math.nan)
    wide, narrow, n = moment.of(k), moment.of(k + 1), moment.rounds
    gap = ips(wide) - ips(narrow)
    square = wide.totals[WWLL] + narrow.totals[WWLL] - 2.0 * wide.totals[CROSS]
    error = math.sqrt(max(0.0, float(square) / n - gap**2) / n)
    return Smoothing(float(halves[k]), k, 2.0 * gap, 2.0 * error)
