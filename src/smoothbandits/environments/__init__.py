"""Problems to simulate bandits in."""

from smoothbandits.environments.base import Environment
from smoothbandits.environments.bernoulli import BernoulliEnvironment
from smoothbandits.environments.changing import ChangingEnvironment
from smoothbandits.environments.drift import DriftEnvironment
from smoothbandits.environments.flip import FlipEnvironment
from smoothbandits.environments.function import FunctionEnvironment
from smoothbandits.environments.jump import JumpEnvironment
from smoothbandits.environments.market import MarketEnvironment
from smoothbandits.environments.offers import OffersEnvironment
from smoothbandits.environments.regression import RegressionEnvironment
from smoothbandits.environments.sales import SalesEnvironment
from smoothbandits.environments.seasons import SeasonsEnvironment
from smoothbandits.environments.shapes import (
    DoseEnvironment,
    PiecesEnvironment,
    PriceCliffEnvironment,
    StepEnvironment,
    TwoValleysEnvironment,
)

__all__ = [
    "BernoulliEnvironment",
    "ChangingEnvironment",
    "DoseEnvironment",
    "DriftEnvironment",
    "Environment",
    "FlipEnvironment",
    "FunctionEnvironment",
    "JumpEnvironment",
    "MarketEnvironment",
    "OffersEnvironment",
    "PiecesEnvironment",
    "PriceCliffEnvironment",
    "RegressionEnvironment",
    "SalesEnvironment",
    "SeasonsEnvironment",
    "StepEnvironment",
    "TwoValleysEnvironment",
]
