"""What one side of a split gains over the other, with an interval that holds at every look."""

import math

from smoothbandits.evaluation.intervals import Range
from smoothbandits.evaluation.sequences import log_wealth

__all__ = ["Difference"]

HALVINGS = 50


class Difference:
    """The running mean of loss(control) - loss(trial), where a coin decides who plays.

    A round counts (l - c)/(1 - p) where the control played and -(l - c)/p where the trial did, p
    being the coin's probability and c the mean loss of the rounds before: its mean is the
    difference, whatever c is, and its scatter small where c is near the losses.  All that is known
    of such a number is that it is above -1/min(p, 1 - p); that suffices for the sequence of
    `sequences`, in units of that bound and one more.  Both sides may learn meanwhile: the interval
    is for the mean over the rounds so far of what the difference was in each.

    Parameters
    ----------
    share
        Probability that the trial plays.

    Examples
    --------
    >>> found = Difference(0.5)
    >>> for t in range(400):
    ...     found.add(t % 2 == 0, 0.2 if t % 2 == 0 else 0.8)
    >>> found.interval(0.05).low > 0.0, found.proof(gain=True) > 3.0
    (True, True)
    """

    def __init__(self, share: float) -> None:
        self.share = share
        self._unit = 1.0 / min(share, 1.0 - share) + 1.0
        self.rounds, self.trials = 0, 0
        self._losses = self._gains = self._spread = 0.0

    def add(self, trial: bool, loss: float) -> None:
        """Count a round: who played, and what it lost."""
        usual = (self._losses + 0.5) / (self.rounds + 1)
        expected = min(1.0, max(-1.0, self._gains / (self.rounds + 1)))
        gain = (usual - loss) / self.share if trial else (loss - usual) / (1.0 - self.share)
        self._losses += loss
        self._gains += gain
        self._spread += ((gain - expected) / self._unit) ** 2
        self.rounds += 1
        self.trials += bool(trial)

    @property
    def mean(self) -> float:
        """The estimate."""
        return self._gains / self.rounds if self.rounds else math.nan

    def proof(self, *, gain: bool) -> float:
        """Logarithm of what was won by betting on a gain, or on a loss.

        While there is none on average, it ever exceeds log(1/alpha) with probability alpha.
        """
        return log_wealth((self._gains if gain else -self._gains) / self._unit, self._spread)

    def interval(self, alpha: float) -> Range:
        """Of the mean difference, at all looks at once; alpha/2 for each end."""
        if not self.rounds:
            return Range(-1.0, 1.0)
        ends = [self._limit(sign, 0.5 * alpha) for sign in (1.0, -1.0)]
        return Range(max(-1.0, ends[0]), min(1.0, -ends[1]))

    def _limit(self, sign: float, alpha: float) -> float:
        low, high = -1.0, max(-1.0, sign * self.mean)
        for _ in range(HALVINGS):
            middle = 0.5 * (low + high)
            surplus = (sign * self._gains - self.rounds * middle) / self._unit
            if log_wealth(surplus, self._spread) >= math.log(1.0 / alpha):
                low = middle
            else:
                high = middle
        return low
