"""How gradient-trained oracles move: Adam with a rate, or coin betting without one."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from smoothbandits.checks import Floats, check_positive
from smoothbandits.kernels.states import AdamState, CoinState

__all__ = ["Adam", "Coin", "Optimiser"]


class Optimiser(ABC):
    """A gradient method: `Adam` or `Coin`."""

    @abstractmethod
    def build(self, parameters: Floats) -> AdamState | CoinState:
        """Return its state for these initial parameters."""


@dataclass(frozen=True)
class Adam(Optimiser):
    """Adam with the rate ``learning_rate * sqrt(tzero / (tzero + steps))``.

    Examples
    --------
    >>> Adam(learning_rate=0.02).tzero
    100.0
    """

    learning_rate: float = 0.02
    tzero: float = 100.0

    def __post_init__(self) -> None:
        check_positive("learning_rate", self.learning_rate)
        check_positive("tzero", self.tzero)

    def build(self, parameters: Floats) -> AdamState:
        """No steps yet."""
        clock = np.array([0.0, self.learning_rate, self.tzero, 1.0, 1.0])
        return AdamState(np.zeros((2, parameters.size)), clock)


@dataclass(frozen=True)
class Coin(Optimiser):
    """Parameter-free: each coordinate bets a share of what it has won (COCOB).

    Examples
    --------
    >>> Coin()
    Coin()
    """

    def build(self, parameters: Floats) -> CoinState:
        """No bets yet."""
        bets = np.zeros((5, parameters.size))
        bets[0] = parameters
        return CoinState(bets)
