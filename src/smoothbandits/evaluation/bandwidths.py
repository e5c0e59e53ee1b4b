"""How widely a policy that plays one action is smoothed, and what that can hide.

On a continuum no logged action is exactly the policy's.  Rounds near it are used instead, and the
wider the kernel the more rounds there are and the further they are away.
"""

import math
from typing import NamedTuple

import numpy as np

from smoothbandits.checks import Floats, check_fraction
from smoothbandits.evaluation.intervals import snips, snips_error
from smoothbandits.evaluation.sums import COUNT, VW, VWL, VWLL, Moment, W

__all__ = ["EXACT", "HALVES", "Smoothing", "choose_bandwidth", "halves_of"]

HALVES = 0.5 ** np.arange(1.0, 10.0)  # half widths in unit coordinates: a half to a 512th
EXACT = np.array([1.0])  # the only kernel where every coordinate has point masses
FEWEST = 40  # rounds within a kernel that is compared with wider ones
SURE = 1.96  # standard errors to each side
STEPS = 2  # of halves, from the widest that agrees to the one that is used


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
        What smoothing seems to add to the loss, as far as losses are Lipschitz along the action.
        Nan where there is no narrower kernel to tell.
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
    """A quarter of the widest kernel whose answer agrees with those of all narrower ones.

    To agree means that the intervals of all, 1.96 standard errors to each side, have a value in
    common (Lepski's rule).  Answers are self-normalised, which scatter least; kernels are asked
    as far as 40 rounds fall into them.  At the widest that agrees, bias and scatter are alike; a
    quarter of it has a bias that is small beside its scatter, so that the interval holds the
    policy itself about as often as the smoothed one.
    """
    used = int((moment.totals[:, COUNT] >= FEWEST).sum())
    low, high, agreeing = -math.inf, math.inf, max(0, used - 1)
    for k in range(used - 1, -1, -1):
        one = moment.of(k)
        value, margin = snips(one), SURE * snips_error(one)
        low, high = max(low, value - margin), min(high, value + margin)
        if low > high:
            break
        agreeing = k
    return smoothing_at(moment, halves, agreeing, max(agreeing, min(agreeing + STEPS, used - 1)))


def smoothing_at(moment: Moment, halves: Floats, seen: int, place: int) -> Smoothing:
    """What is known of a kernel from a wider one.

    Where losses are Lipschitz along the action, each halving of the kernel halves the bias: all
    of it is twice what the first halving takes away.  That is best seen where the kernel is wide.
    """
    half = float(halves[place])
    if seen + 1 >= len(halves) or moment.totals[seen + 1, COUNT] < 2:
        return Smoothing(half, place, math.nan, math.nan)
    wide, narrow = moment.of(seen), moment.of(seen + 1)
    a, b, totals = snips(wide), snips(narrow), wide.totals
    both = totals[VWLL] - (a + b) * totals[VWL] + a * b * totals[VW]
    common = float(both / (totals[W] * narrow.totals[W]))
    square = snips_error(wide) ** 2 + snips_error(narrow) ** 2 - 2.0 * common
    share = 2.0 * half / float(halves[seen])
    return Smoothing(half, place, share * (a - b), share * math.sqrt(max(0.0, square)))
