"""Online regression of the loss: one oracle per file, each of which is found by itself."""

from typing import TYPE_CHECKING, Any

from smoothbandits.oracles.base import Model, Oracle, OracleLike, bind
from smoothbandits.oracles.changes import Change
from smoothbandits.oracles.optimisers import Optimiser
from smoothbandits.rooms import found

if TYPE_CHECKING:  # others are found all the same, but type checkers know no more of them
    from smoothbandits.oracles.additive import AdditiveOracle as AdditiveOracle
    from smoothbandits.oracles.curve import CurveOracle as CurveOracle
    from smoothbandits.oracles.dispersion import DispersionOracle as DispersionOracle
    from smoothbandits.oracles.finite_class import FiniteClassOracle as FiniteClassOracle
    from smoothbandits.oracles.forgetting import ForgettingOracle as ForgettingOracle
    from smoothbandits.oracles.glm import GLMOracle as GLMOracle
    from smoothbandits.oracles.gradient import GradientOracle as GradientOracle
    from smoothbandits.oracles.harmonic import HarmonicOracle as HarmonicOracle
    from smoothbandits.oracles.linear import LinearOracle as LinearOracle
    from smoothbandits.oracles.newton import NewtonOracle as NewtonOracle
    from smoothbandits.oracles.optimisers import Adam as Adam
    from smoothbandits.oracles.optimisers import Coin as Coin
    from smoothbandits.oracles.optimisers import Newton as Newton
    from smoothbandits.oracles.outcome import OutcomeOracle as OutcomeOracle
    from smoothbandits.oracles.scaled import ScaledOracle as ScaledOracle
    from smoothbandits.oracles.table import TableOracle as TableOracle
    from smoothbandits.oracles.trees.boosted import BoostedOracle as BoostedOracle
    from smoothbandits.oracles.trees.boosted_outcome import (
        BoostedOutcomeOracle as BoostedOutcomeOracle,
    )
    from smoothbandits.oracles.watched import WatchedOracle as WatchedOracle
    from smoothbandits.oracles.weighted import WeightedOracle as WeightedOracle

    def __getattr__(name: str) -> Any: ...


__all__ = ["Change", "Model", "Oracle", "OracleLike", "bind"]
for kind in (Oracle, Optimiser):
    globals().update(classes := found(kind, __name__, __path__))
    __all__ += classes
__all__.sort()
