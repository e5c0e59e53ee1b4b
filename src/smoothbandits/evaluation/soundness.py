"""Whether the densities of a log can be right: the mean weight of playing mu is 1."""

import math

import numpy as np

from smoothbandits.errors import InvalidLog
from smoothbandits.evaluation.sequences import log_wealth, lower_limit
from smoothbandits.evaluation.sums import WW, Sums, W
from smoothbandits.evaluation.weights import Block, Weighed

__all__ = ["MeanWeight"]

ALPHA = 1e-4  # how often a log that is right is refused
NAMED = 5


class MeanWeight:
    """Tests, over a whole log, that weights have the mean 1 that they must have.

    Playing mu weighs 1/density where the bandit explored.  Whatever was learned on the way, the
    mean is 1 if the densities are right.  A larger one is found by a sequence that holds for
    weights without bounds; a smaller one where the log says how small densities can be, since
    otherwise a few rounds that were not seen could make up for all that lacks.
    """

    def __init__(self) -> None:
        self.sums = Sums(1)
        self.floor, self._known = math.inf, True
        self._heaviest: list[tuple[float, int]] = []

    def add(self, block: Block, ends: np.ndarray) -> None:
        """Take in a block."""
        weights = block.inverse
        self.sums.add(ends, [Weighed(block.live, weights)], np.ones(len(block.rows)))
        rows = block.rows
        floors = rows.floors
        if np.isnan(floors).any() or (rows.density < floors * (1.0 - 1e-9)).any():
            self._known = False
        elif len(floors):
            self.floor = min(self.floor, float(floors.min()))
        top = np.argsort(weights)[-NAMED:]
        found = [(float(weights[i]), int(rows.numbers[block.live[i]])) for i in top]
        self._heaviest = sorted([*self._heaviest, *found], reverse=True)[:NAMED]

    @property
    def mean(self) -> float:
        """The mean weight."""
        now = self.sums.now
        return float(now.totals[0, W]) / max(1, now.rounds)

    def check(self) -> None:
        """Refuse a log whose mean weight is off by more than chance."""
        now = self.sums.now.of(0)
        n, total = now.rounds, float(now.totals[W])
        if lower_limit(total, float(now.spread), n, ALPHA) > 1.0:
            rows = ", ".join(f"{row} ({weight:.3g})" for weight, row in self._heaviest)
            raise InvalidLog(
                f"the weights of {n:,} rounds have mean {self.mean:.3g} and must have 1: "
                f"densities are too small, as those are that were not normalised.  The "
                f"heaviest are rows {rows}; log the density that actions were drawn with"
            )
        if not self._known or not math.isfinite(self.floor):
            return
        bound = 1.0 / self.floor
        lack, spread = n - total, float(now.totals[WW]) - 2.0 * total + n
        if log_wealth(lack / bound, spread / bound**2) > math.log(1.0 / ALPHA):
            raise InvalidLog(
                f"the weights of {n:,} rounds have mean {self.mean:.3g} and must have 1, and no "
                f"weight can be above {bound:.3g}: densities are too large, or rounds that "
                "explored are missing or marked as greedy; give all rounds as they were decided"
            )
