"""Explorers that play the draw from mu with one probability, whatever its predicted loss."""

from dataclasses import dataclass

from smoothbandits.checks import check_fraction
from smoothbandits.explorers.base import Explorer
from smoothbandits.kernels.states import FixedRateState
from smoothbandits.oracles.base import Model

__all__ = ["EpsilonGreedy", "Greedy", "RandomPlay"]


@dataclass(frozen=True)
class EpsilonGreedy(Explorer):
    """A draw from mu with probability epsilon, else the oracle's best.

    Examples
    --------
    >>> EpsilonGreedy(0.1)
    EpsilonGreedy(epsilon=0.1)
    """

    epsilon: float = 0.05

    def __post_init__(self) -> None:
        check_fraction("epsilon", self.epsilon, zero=True)

    def build(self, model: Model) -> FixedRateState:
        """Play the draw with probability epsilon."""
        return FixedRateState(float(self.epsilon))


@dataclass(frozen=True)
class Greedy(Explorer):
    """Always the oracle's best.

    Examples
    --------
    >>> Greedy()
    Greedy()
    """

    def build(self, model: Model) -> FixedRateState:
        """Play the draw with probability 0."""
        return FixedRateState(0.0)


@dataclass(frozen=True)
class RandomPlay(Explorer):
    """Always a draw from mu.

    Examples
    --------
    >>> RandomPlay()
    RandomPlay()
    """

    def build(self, model: Model) -> FixedRateState:
        """Play the draw with probability 1."""
        return FixedRateState(1.0)
