"""Problems to simulate bandits in."""

from smoothbandits.environments.base import Environment
from smoothbandits.environments.bernoulli import BernoulliEnvironment
from smoothbandits.environments.function import FunctionEnvironment
from smoothbandits.environments.market import MarketEnvironment
from smoothbandits.environments.offers import OffersEnvironment
from smoothbandits.environments.regression import RegressionEnvironment
from smoothbandits.environments.sales import SalesEnvironment
from smoothbandits.environments.shapes import (
    DoseEnvironment,
    PiecesEnvironment,
    PriceCliffEnvironment,
    StepEnvironment,
    TwoValleysEnvironment,
)

__all__ = [
    "BernoulliEnvironment",
    "DoseEnvironment",
    "Environment",
    "FunctionEnvironment",
    "MarketEnvironment",
    "OffersEnvironment",
    "PiecesEnvironment",
    "PriceCliffEnvironment",
    "RegressionEnvironment",
    "SalesEnvironment",
    "StepEnvironment",
    "TwoValleysEnvironment",
]
