"""Theorem 2's algorithm: CORRAL over stable bases, one for each smoothness."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from smoothbandits.checks import check_count, check_fraction, check_positive
from smoothbandits.errors import InvalidParameter
from smoothbandits.explorers.base import Explorer
from smoothbandits.explorers.corral import corral_state, doubling_factor
from smoothbandits.kernels.states import StableCorralState
from smoothbandits.oracles import Model, Oracle, WeightedOracle
from smoothbandits.theory.theorem import adaptive_eta

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
    beta
        In (0, 1], instead of ``eta``: the rate T^(-1/(1+beta)) Reg_Sq^(-beta/(1+beta)), with which
        smooth regret is O~(T^(1/(1+beta)) h^-beta) for all h at once (`theory.adaptive_regret`).
        A small one suits narrow regions: the price of an h that is 16 times smaller is 16^beta.

    Examples
    --------
    >>> StableCorral(rounds=1000).bases
    10
    >>> StableCorral(rounds=1000, beta=0.5).learning_rate(bound=4.0)
    0.0063
    """

    rounds: int
    eta: float | None = None
    beta: float | None = None

    oracle_per_base = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "rounds", check_count("rounds", self.rounds, least=2))
        if self.eta is not None:
            object.__setattr__(self, "eta", check_fraction("eta", self.eta))
        if self.beta is not None:
            if self.eta is not None:
                raise InvalidParameter(
                    f"eta is {self.eta!r} and beta {self.beta!r}; give one, either sets the rate"
                )
            object.__setattr__(self, "beta", check_fraction("beta", self.beta))

    @property
    def bases(self) -> int:  # type: ignore[override]
        """B = ceil(log2 T), enough to reach h = 1/T."""
        return max(1, math.ceil(math.log2(self.rounds)))

    def learning_rate(self, bound: float) -> float:
        """``eta``, or what follows from ``beta`` and the oracle's bound, or 1/sqrt(T)."""
        check_positive("bound", bound)
        if self.beta is not None:
            return adaptive_eta(self.rounds, bound, self.beta)
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
            self.learning_rate(bound),
            mixing=1.0 / self.rounds,
            beta=doubling_factor(self.rounds),
        )
        smoothness = 0.5 ** np.arange(1, self.bases + 1)
        return StableCorralState(smoothness, corral, float(self.rounds), bound)
