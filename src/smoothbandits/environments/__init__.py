"""Problems to simulate bandits in."""

from smoothbandits.environments.base import Environment
from smoothbandits.environments.bernoulli import BernoulliEnvironment
from smoothbandits.environments.function import FunctionEnvironment
from smoothbandits.environments.market import MarketEnvironment
from smoothbandits.environments.regression import RegressionEnvironment

__all__ = [
    "BernoulliEnvironment",
    "Environment",
    "FunctionEnvironment",
    "MarketEnvironment",
    "RegressionEnvironment",
]
