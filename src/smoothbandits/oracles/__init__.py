"""Online regression of the loss: one oracle per file."""

from smoothbandits.oracles.additive import AdditiveOracle
from smoothbandits.oracles.base import Model, Oracle, OracleLike, bind
from smoothbandits.oracles.boosted import BoostedOracle
from smoothbandits.oracles.boosted_outcome import BoostedOutcomeOracle
from smoothbandits.oracles.changes import Change
from smoothbandits.oracles.curve import CurveOracle
from smoothbandits.oracles.dispersion import DispersionOracle
from smoothbandits.oracles.finite_class import FiniteClassOracle
from smoothbandits.oracles.forgetting import ForgettingOracle
from smoothbandits.oracles.glm import GLMOracle
from smoothbandits.oracles.gradient import GradientOracle
from smoothbandits.oracles.kernel import KernelOracle
from smoothbandits.oracles.linear import LinearOracle
from smoothbandits.oracles.newton import NewtonOracle
from smoothbandits.oracles.optimisers import Adam, Coin, Newton
from smoothbandits.oracles.outcome import OutcomeOracle
from smoothbandits.oracles.scaled import ScaledOracle
from smoothbandits.oracles.table import TableOracle
from smoothbandits.oracles.watched import WatchedOracle
from smoothbandits.oracles.weighted import WeightedOracle

__all__ = [
    "Adam",
    "AdditiveOracle",
    "BoostedOracle",
    "BoostedOutcomeOracle",
    "Change",
    "Coin",
    "CurveOracle",
    "DispersionOracle",
    "FiniteClassOracle",
    "ForgettingOracle",
    "GLMOracle",
    "GradientOracle",
    "KernelOracle",
    "LinearOracle",
    "Model",
    "Newton",
    "NewtonOracle",
    "Oracle",
    "OracleLike",
    "OutcomeOracle",
    "ScaledOracle",
    "TableOracle",
    "WatchedOracle",
    "WeightedOracle",
    "bind",
]
