"""The paper's adaptive algorithm as its theorem states it."""

from __future__ import annotations  # help shows types by their names

import copy
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from smoothbandits.bandit import Bandit
from smoothbandits.checks import check_count, check_fraction
from smoothbandits.decision import Propensity
from smoothbandits.errors import InvalidParameter
from smoothbandits.explorers import Explorer
from smoothbandits.kernels.states import MIXED, StableCorralState
from smoothbandits.masters.corral import corral_state, doubling_factor
from smoothbandits.oracles import Model, Oracle, WeightedOracle
from smoothbandits.scale import Scale
from smoothbandits.spaces import Space

__all__ = ["CorralBandit"]


@dataclass(frozen=True, kw_only=True)
class StableCorral(Explorer):
    """CORRAL over B = ceil(log2 T) stable bases with h_b = 2^-b."""

    rounds: int
    eta: float

    @property
    def bases(self) -> int:
        """Enough to reach h = 1/T."""
        return max(1, math.ceil(math.log2(self.rounds)))

    def build(self, model: Model) -> StableCorralState:
        """Needs the oracle's regret bound."""
        # weights gamma/q lie within this factor of each other, since q >= 1/(T B)
        spread = (self.rounds * self.bases) ** 1.5
        bound = model.require_bound(self.rounds, spread=spread)
        return StableCorralState(
            0.5 ** np.arange(1, self.bases + 1),
            corral_state(
                self.bases,
                self.eta,
                mixing=1.0 / self.rounds,
                beta=doubling_factor(self.rounds),
            ),
            float(self.rounds),
            bound,
        )


class CorralBandit(Bandit):
    """Theorem 2: one algorithm that competes at every smoothness h at once.

    CORRAL invokes one of ceil(log2 T) stable bases (Algorithm 3), each with its own weighted
    oracle.  In practice `AdaptiveIGW` needs far fewer rounds; this is the form with the
    guarantee O~(1/eta + eta T Reg_Sq / h) for all h.

    Parameters
    ----------
    space
        `Interval`, `Box`, `Catalog` or `Product`.
    oracle
        A built-in oracle with a regret bound, of which one that takes no weights is wrapped in
        ``WeightedOracle(oracle, "C")``; or an untaught object of your own with ``regret_bound``,
        which is copied for each base.
    rounds
        Horizon T.
    eta
        CORRAL's learning rate in (0, 1]; by default 1/sqrt(T).
    context_size, scale, seed, pending, atoms
        As for `Bandit`.

    Examples
    --------
    >>> from smoothbandits.oracles import TableOracle
    >>> from smoothbandits.spaces import Catalog
    >>> bandit = CorralBandit(Catalog(100), oracle=TableOracle(), rounds=1000)
    >>> bandit.explorer.bases
    10
    """

    def __init__(
        self,
        space: Space,
        *,
        oracle: Any,
        rounds: int,
        eta: float | None = None,
        context_size: int = 0,
        scale: Scale | None = None,
        seed: int = 0,
        pending: int = 100_000,
        atoms: bool = True,
    ) -> None:
        self._horizon = check_count("rounds", rounds, least=2)
        self._eta = check_fraction("eta", eta if eta is not None else 1.0 / math.sqrt(rounds))
        if oracle is None:
            raise InvalidParameter("oracle is None; CorralBandit needs one with a regret bound")
        if isinstance(oracle, WeightedOracle) and oracle.reduction == "A":
            raise InvalidParameter(
                f"oracle is {oracle!r}; CORRAL's weights have no bound to promise, use B or C"
            )
        native = not isinstance(oracle, Oracle) or oracle.takes_weights
        super().__init__(
            space,
            oracle=oracle if native else WeightedOracle(oracle, "C"),
            context_size=context_size,
            scale=scale,
            seed=seed,
            pending=pending,
            atoms=atoms,
        )

    def _default_explorer(self, policy: str) -> Explorer:
        return StableCorral(rounds=self._horizon, eta=self._eta)

    def _build_oracles(self, explorer_state: Any) -> tuple[Any, ...]:
        """One oracle per base, all starting alike."""
        first = self.oracle.state
        copies = [copy.deepcopy(first) for _ in range(1, len(explorer_state.smoothness))]
        return (first, *copies)

    def _propensity(
        self, features: NDArray[np.float64], point: NDArray[np.float64], base: int | None
    ) -> Propensity:
        """Given a base, or averaged over what CORRAL may invoke."""
        probabilities, ask = self._core.explorer.corral.rows[MIXED], self._core.propensity
        if base is not None:
            if check_count("base", base, least=0) >= probabilities.size:
                raise InvalidParameter(f"base is {base!r}; there are {probabilities.size}")
            return ask(features, point, self._decided, base, float(probabilities[base]))
        density = atom = error = 0.0
        for b, q in enumerate(probabilities.tolist()):
            given = ask(features, point, self._decided, b, q)
            density += q * given.density
            atom += q * given.atom
            error += q * given.error
        return Propensity(density, atom, error)

    def _parameters(self) -> dict[str, Any]:
        parameters = super()._parameters()
        del parameters["explorer"], parameters["payoff"]
        return parameters | {"rounds": self._horizon, "eta": self._eta}
