"""Everything that estimates and intervals need of the weights, summed in one pass."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from smoothbandits.checks import Floats
from smoothbandits.evaluation.weights import Weighed

__all__ = [
    "COUNT", "Moment", "Sums", "VW", "VWL", "VWLL", "W", "WL", "WW", "WWL", "WWLL", "slices_after",
]  # fmt: skip

#: sums over rounds: how many count, of w, w^2, w l, w^2 l, (w l)^2, and of v w, v w l, v w l^2, v
#: being the weight under the next narrower kernel
COUNT, W, WW, WL, WWL, WWLL, VW, VWL, VWLL = range(9)
FIELDS = 9
PACE = 64  # running means move on when a log is a 64th longer
KEPT = 1.1  # growth of the log between two moments that are kept for a figure


class Moment(NamedTuple):
    """The sums after so many rounds, a row for each bandwidth.

    Attributes
    ----------
    rounds
        How many.
    totals
        The sums, by the constants of this file.
    spread, other_spread
        Sums of the squared distances of X = w l, and of w (1 - l), from what was expected of them
        before: their running means, cut to [0, 1].
    largest
        The largest weight.
    """

    rounds: int
    totals: Floats
    spread: Floats
    other_spread: Floats
    largest: Floats

    def of(self, k: int) -> "Moment":
        """The sums of one bandwidth."""
        return Moment(self.rounds, *(part[k] for part in self[1:]))


class Sums:
    """The sums of one policy over a log, for some bandwidths.

    Attributes
    ----------
    now
        The sums so far.
    history
        Moments on the way.
    """

    def __init__(self, bandwidths: int) -> None:
        k = bandwidths
        self.now = Moment(0, np.zeros((k, FIELDS)), np.zeros(k), np.zeros(k), np.zeros(k))
        self.history: list[Moment] = []
        self._next = 1.0

    def add(self, ends: NDArray[np.int64], kernels: Sequence[Weighed], losses: Floats) -> None:
        """Add a block of rounds.

        Parameters
        ----------
        ends
            Places in the block where slices of rounds end, the last being the block's end.
        kernels
            The weights under each kernel; a narrower one counts no round that a wider does not.
        losses
            Of all rounds of the block.
        """
        parts = np.zeros((len(ends), len(kernels), FIELDS))
        dense = np.zeros(len(losses))  # weights under the next wider kernel
        for k, (places, weights) in enumerate(kernels):
            if not len(places):
                break
            lasts = np.searchsorted(places, ends)
            firsts = np.append(0, lasts[:-1])
            told, one = weights * losses[places], parts[:, k]
            one[:, COUNT] = lasts - firsts
            for place, values in ((W, weights), (WL, told)):
                one[:, place] = in_slices(values, firsts, lasts)
            for place, values in ((WW, weights), (WWL, told)):
                one[:, place] = in_slices(weights * values, firsts, lasts)
            one[:, WWLL] = in_slices(told * told, firsts, lasts)
            if k:
                wider = dense[places]
                for place, values in ((VW, weights), (VWL, told), (VWLL, told * losses[places])):
                    parts[:, k - 1, place] = in_slices(wider * values, firsts, lasts)
            dense[places] = weights
            self.now.largest[k] = max(self.now.largest[k], weights.max())
        for size, part in zip(np.diff(ends, prepend=0), parts, strict=True):
            self._add_slice(int(size), part)

    def _add_slice(self, size: int, part: Floats) -> None:
        """Add a slice of rounds; what is expected of them is known from the rounds before."""
        rounds, totals, spread, other, largest = self.now
        whole = totals[:, W] - totals[:, WL]
        expected = np.minimum(1.0, (totals[:, WL] + 0.5) / (rounds + 1))
        opposite = np.minimum(1.0, (whole + 0.5) / (rounds + 1))
        sums, squares = part[:, W] - part[:, WL], part[:, WW] - 2.0 * part[:, WWL]
        squares = squares + part[:, WWLL]
        spread = spread + part[:, WWLL] - 2.0 * expected * part[:, WL] + size * expected**2
        other = other + squares - 2.0 * opposite * sums + size * opposite**2
        self.now = Moment(rounds + size, totals + part, spread, other, largest)
        if self.now.rounds >= self._next:
            self._next = self.now.rounds * KEPT
            self.history.append(self.now._replace(largest=largest.copy()))


def in_slices(values: Floats, firsts: NDArray[np.int64], lasts: NDArray[np.int64]) -> Floats:
    """Sums of values from each first place up to its last."""
    found = np.add.reduceat(np.append(values, 0.0), firsts)
    found[firsts == lasts] = 0.0  # for an empty slice reduceat gives the value after it
    return found


def slices_after(rounds: int, more: int) -> NDArray[np.int64]:
    """Where slices end in a block of ``more`` rounds after so many.

    The ends are the same however a log is cut into blocks, but for the end of each block: what
    was expected of a round depends on earlier rounds only either way.

    Examples
    --------
    >>> slices_after(0, 4).tolist(), slices_after(640, 25).tolist()
    ([1, 2, 3, 4], [10, 20, 25])
    """
    ends, here = [], rounds
    while here < rounds + more:
        here = min(rounds + more, here + max(1, here // PACE))
        ends.append(here - rounds)
    return np.array(ends, dtype=np.int64)
