"""Contexts in any units for oracles that take them as they are."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from smoothbandits.checks import check_count
from smoothbandits.errors import InvalidParameter
from smoothbandits.features import Linear
from smoothbandits.kernels.states import ScaledState
from smoothbandits.oracles.base import Oracle
from smoothbandits.oracles.kept import Kept, sampled
from smoothbandits.oracles.refitted import RefittedOracle
from smoothbandits.spaces import Space

__all__ = ["ScaledOracle"]

SAMPLE = 512  # contexts that place the knots


@dataclass(frozen=True)
class ScaledOracle(Oracle):
    """Hands each entry of a context to the inner oracle as its place among quantiles, -1 to 1.

    The quantiles follow a sample of the contexts learned so far and move at 8, 16, 32, ... of
    them; before that an entry counts as it is, from -1 to 1.  A missing entry (nan) counts as 0.
    No regret bound is stated, because the features move.

    Parameters
    ----------
    oracle
        An oracle without features of the context of its own, such as `HarmonicOracle` or
        `LinearOracle`.
    knots
        Quantiles per entry, 0 % and 100 % included.

    Examples
    --------
    >>> from smoothbandits.oracles.harmonic import HarmonicOracle
    >>> from smoothbandits.spaces import Interval
    >>> model = ScaledOracle(HarmonicOracle()).bind(Interval(0, 1), context_size=2)
    >>> model.learn([30_000.0, float("nan")], 0.3, loss=0.2)
    """

    oracle: Oracle
    knots: int = 6

    takes_missing = True
    takes_any_size = True

    def __post_init__(self) -> None:
        check_count("knots", self.knots, least=2)
        if not isinstance(self.oracle, Oracle) or isinstance(self.oracle, RefittedOracle):
            raise InvalidParameter(
                f"oracle is {self.oracle!r}; give a built-in one that takes contexts as they are"
            )
        if self.oracle.context_features != Linear():
            raise InvalidParameter(
                f"oracle is {self.oracle!r}, whose features of the context need scaled contexts "
                "themselves; scale them before, or leave the features out"
            )

    @property
    def takes_weights(self) -> bool:  # type: ignore[override]
        """As the inner oracle."""
        return self.oracle.takes_weights

    @property
    def ignores_contexts(self) -> bool:  # type: ignore[override]
        """As the inner oracle."""
        return self.oracle.ignores_contexts

    @property
    def compilable(self) -> bool:  # type: ignore[override]
        """As the inner oracle."""
        return self.oracle.compilable

    def kept(self, state: ScaledState) -> Kept:
        """A sample of the contexts seen so far."""
        return sampled(state.sample, state.seen)

    def build(self, space: Space, width: int, seed: int) -> ScaledState:
        """Entries as they are, from -1 to 1."""
        inner: Any = self.oracle.build(space, width, seed)
        return ScaledState(
            inner,
            knots=np.tile(np.linspace(-1.0, 1.0, self.knots), (width, 1)),
            sample=np.zeros((SAMPLE, width)),
            seen=np.zeros(1, dtype=np.int64),
        )
