"""Follows a world that drifts, by forgetting."""

import copy
from dataclasses import dataclass
from typing import Any

import numpy as np

from smoothbandits.checks import check_count
from smoothbandits.errors import InvalidParameter
from smoothbandits.kernels.states import ForgettingState
from smoothbandits.oracles.around import OracleAround
from smoothbandits.oracles.base import Oracle
from smoothbandits.oracles.refitted import RefittedOracle
from smoothbandits.oracles.watched import WatchedOracle
from smoothbandits.oracles.weighted import WeightedOracle
from smoothbandits.spaces import Space

__all__ = ["ForgettingOracle"]

TIMES = 16  # how often in a half-life a little is forgotten


@dataclass(frozen=True)
class ForgettingOracle(OracleAround):
    """An oracle in which an example counts half as much after so many further examples.

    What was known before any example stays, so what is not seen again becomes unknown again.
    Means and least squares are then those of weighted examples; oracles that move by steps move
    by larger ones.  No regret bound is stated.

    Parameters
    ----------
    oracle
        A built-in one that learns online.
    rounds
        The half-life, in examples.

    Examples
    --------
    >>> from smoothbandits.oracles.table import TableOracle
    >>> from smoothbandits.spaces import Catalog
    >>> model = ForgettingOracle(TableOracle(), rounds=100).bind(Catalog(2))
    >>> for loss in [0.0] * 1000 + [1.0] * 100:
    ...     model.learn(None, 0, loss)
    >>> model.predict(None, [0]).round(1)
    array([0.5])
    """

    oracle: Oracle
    rounds: int

    def __post_init__(self) -> None:
        check_count("rounds", self.rounds)
        refused = RefittedOracle | WatchedOracle | WeightedOracle | ForgettingOracle
        if not isinstance(self.oracle, Oracle) or isinstance(self.oracle, refused):
            raise InvalidParameter(
                f"oracle is {self.oracle!r}; give a built-in one that learns online, which "
                "WatchedOracle or WeightedOracle may stand around"
            )

    def build(self, space: Space, width: int, seed: int) -> ForgettingState:
        """The inner oracle twice: one that learns, and what it began with."""
        inner: Any = self.oracle.build(space, width, seed)
        every = max(1, self.rounds // TIMES)
        return ForgettingState(
            inner,
            pristine=copy.deepcopy(inner),
            clock=np.array([every, 0], dtype=np.int64),
            factor=np.array([0.5 ** (every / self.rounds)]),
        )
