"""Empirical means, one per item of a catalogue."""

import math
from dataclasses import dataclass

import numpy as np

from smoothbandits.checks import check_fraction
from smoothbandits.kernels.states import TableState
from smoothbandits.oracles.base import Oracle, check_horizon
from smoothbandits.spaces import Space
from smoothbandits.spaces.base import unsuited

__all__ = ["TableOracle"]


@dataclass(frozen=True)
class TableOracle(Oracle):
    """The mean loss of each item: the paper's section 6.1.

    An update costs O(log n), the argmin O(1), at tens of millions of items and 24 bytes
    each; the point mass of a greedy decision is a sum over the items seen so far.  Contexts
    are ignored (with one warning).

    Parameters
    ----------
    unseen
        Predicted loss of an item that was never tried; the reference experiments use 1.

    Examples
    --------
    >>> from smoothbandits.spaces import Catalog
    >>> model = TableOracle().bind(Catalog(3))
    >>> model.learn(None, 2, loss=0.25)
    >>> model.best()
    (2, 0.25)
    """

    unseen: float = 1.0

    takes_weights = True
    ignores_contexts = True
    takes_missing = True
    takes_any_size = True

    def __post_init__(self) -> None:
        check_fraction("unseen", self.unseen, zero=True)

    def build(self, space: Space, width: int, seed: int) -> TableState:
        """Nothing seen."""
        catalog = space.parts.only_category
        if catalog is None:
            remedy = "use DispersionOracle or HarmonicOracle on continuous spaces"
            raise unsuited(space, "TableOracle", "a Catalog", remedy)
        n = catalog.n
        place = np.where(catalog.reachable, np.int32(-1), np.int32(-2))
        return TableState(  # full touches every page now, zeros would in the midst of decisions
            totals=np.full(n, 0.0),
            counts=np.full(n, 0.0),
            heap=np.full(n, 0, dtype=np.int32),
            place=place,
            counters=np.array([0, np.argmax(place == -1)]),
            unseen=np.array([float(self.unseen)]),
        )

    def regret_bound(self, rounds: int, space: Space, context_size: int) -> float | None:
        """Per item at most 1 + ln n, so n (1 + ln T) in all."""
        rounds, space, context_size = check_horizon(rounds, space, context_size)
        return (space.size or 1) * (1.0 + math.log(rounds))
