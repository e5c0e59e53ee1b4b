"""Oracles that stand around another one, and are as that one is where nothing else is said."""

from typing import Any

from smoothbandits.checks import Floats
from smoothbandits.features import ContextFeatures
from smoothbandits.kernels.states import PayoffState
from smoothbandits.oracles.base import Oracle
from smoothbandits.oracles.kept import Kept

__all__ = ["OracleAround"]


class OracleAround(Oracle):
    """What `ForgettingOracle` and `WatchedOracle` say of themselves: what the inner one says."""

    oracle: Oracle

    @property
    def takes_weights(self) -> bool:  # type: ignore[override]
        return self.oracle.takes_weights

    @property
    def takes_missing(self) -> bool:  # type: ignore[override]
        return self.oracle.takes_missing

    @property
    def takes_any_size(self) -> bool:  # type: ignore[override]
        return self.oracle.takes_any_size

    @property
    def ignores_contexts(self) -> bool:  # type: ignore[override]
        return self.oracle.ignores_contexts

    @property
    def learns_outcomes(self) -> bool:  # type: ignore[override]
        return self.oracle.learns_outcomes

    @property
    def compilable(self) -> bool:  # type: ignore[override]
        return self.oracle.compilable

    @property
    def context_features(self) -> ContextFeatures:  # type: ignore[override]
        return self.oracle.context_features

    def check_context(self, context: Floats) -> None:
        self.oracle.check_context(context)

    def kept(self, state: Any) -> Kept | None:
        return self.oracle.kept(state.inner)

    def functions(self, state: Any, contexts: Floats) -> Floats | None:
        return self.oracle.functions(state.inner, contexts)

    def paid(self, state: Any, payoff: PayoffState) -> Any:
        """Tell the one that decides; others beside it are asked for outcomes only."""
        return state._replace(inner=self.oracle.paid(state.inner, payoff))
