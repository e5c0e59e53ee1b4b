"""How logistic oracles move: Adam with a rate, coin betting without one, Newton's method."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from smoothbandits.checks import Floats, check_positive
from smoothbandits.errors import InvalidParameter
from smoothbandits.kernels.states import AdamState, CoinState, CurvatureState

__all__ = ["Adam", "Coin", "Newton", "Optimiser"]


class Optimiser(ABC):
    """The gradient methods `Adam` and `Coin`, and `Newton`."""

    @abstractmethod
    def build(self, parameters: Floats, blocks: int = 1) -> AdamState | CoinState | CurvatureState:
        """Return its state for these initial parameters, in blocks that share no example."""


def check_optimiser(optimiser: Optimiser | None, *, optional: bool = False) -> None:
    """Refuse what is not an optimiser; None passes where it stands for a default."""
    if not (isinstance(optimiser, Optimiser) or (optional and optimiser is None)):
        raise InvalidParameter(f"optimiser is {optimiser!r}; give Adam(), Coin() or Newton()")


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

    def build(self, parameters: Floats, blocks: int = 1) -> AdamState:
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

    def build(self, parameters: Floats, blocks: int = 1) -> CoinState:
        """No bets yet."""
        bets = np.zeros((5, parameters.size))
        bets[0] = parameters
        return CoinState(bets)


@dataclass(frozen=True)
class Newton(Optimiser):
    """Newton's method with the curvature of all examples so far, for `HarmonicOracle`.

    Follows the ridge-penalised maximum of the likelihood as closely as one look at each example
    allows, so predictions carry no noise of gradient steps.  An example costs the square of
    the number of parameters, and none is ever forgotten, unless in a `ForgettingOracle`.

    Parameters
    ----------
    ridge
        Curvature to begin with: the precision of a normal prior on every parameter.

    Examples
    --------
    >>> Newton().build(np.zeros(2)).inverse
    array([[[1., 0.],
            [0., 1.]]])
    """

    ridge: float = 1.0

    def __post_init__(self) -> None:
        check_positive("ridge", self.ridge)

    def build(self, parameters: Floats, blocks: int = 1) -> CurvatureState:
        """The ridge alone."""
        block = np.eye(parameters.size // blocks) / self.ridge
        return CurvatureState(np.tile(block, (blocks, 1, 1)))
