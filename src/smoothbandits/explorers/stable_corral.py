"""Theorem 2's algorithm: CORRAL over stable bases, one for each smoothness."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from smoothbandits.checks import check_count, check_fraction
from smoothbandits.errors import InvalidParameter
from smoothbandits.explorers.base import Explorer
from smoothbandits.explorers.corral import corral_state, doubling_factor
from smoothbandits.kernels.states import StableCorralState
from smoothbandits.oracles import Model, Oracle, WeightedOracle

__all__ = ["StableCorral"]


@dataclass(frozen=True, kw_only=True)
class StableCorral(Explorer):
    """CORRAL over B = ceil(log2 T) stable bases (Algorithm 3), base b with smoothness 2^-b.

    Every base has an oracle of its own, which learns the rounds that the base decided, by their
    weights.  Smooth regret is then O~(1/eta + eta T Reg_Sq / h) for all h at once.  In practice
    `AdaptiveIGW`, whose bases share one oracle, needs far fewer rounds.

    The oracle must state a regret bound.  One that takes no weights is used as
    ``WeightedOracle(oracle, "C")``; an object of your own is copied for each base.

    Parameters
    ----------
    rounds
        Horizon T.
    eta
        CORRAL's learning rate in (0, 1]; by default 1/sqrt(T).

    Examples
    --------
    >>> StableCorral(rounds=1000).bases
    10
    """

    rounds: int
    eta: float | None = None

    oracle_per_base = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "rounds", check_count("rounds", self.rounds, least=2))
        if self.eta is not None:
            object.__setattr__(self, "eta", check_fraction("eta", self.eta))

    @property
    def bases(self) -> int:  # type: ignore[override]
        """B = ceil(log2 T), enough to reach h = 1/T."""
        return max(1, math.ceil(math.log2(self.rounds)))

    @property
    def learning_rate(self) -> float:
        """``eta``, or what it is by default."""
        return 1.0 / math.sqrt(self.rounds) if self.eta is None else self.eta

    def suited(self, oracle: Any) -> Any:
        """The oracle, or one around it that takes weights; refuses a bound fixed beforehand."""
        if isinstance(oracle, WeightedOracle) and oracle.reduction == "A":
            raise InvalidParameter(
                f"oracle is {oracle!r}; CORRAL's weights have no bound to promise, use B or C"
            )
        takes_weights = not isinstance(oracle, Oracle) or oracle.takes_weights
        return oracle if takes_weights else WeightedOracle(oracle, "C")

    def build(self, model: Model) -> StableCorralState:
        """Smoothness of each base, CORRAL, and the regret bound, which the oracle must state."""
        # weights gamma/q lie within this factor of each other, since q >= 1/(T B)
        spread = (self.rounds * self.bases) ** 1.5
        bound = model.require_bound(self.rounds, spread=spread)
        corral = corral_state(
            self.bases,
            self.learning_rate,
            mixing=1.0 / self.rounds,
            beta=doubling_factor(self.rounds),
        )
        smoothness = 0.5 ** np.arange(1, self.bases + 1)
        return StableCorralState(smoothness, corral, float(self.rounds), bound)
