"""What an explorer is: parameters that become a kernel state once oracle and space are known."""

from abc import ABC, abstractmethod
from typing import Any

from smoothbandits.oracles.base import Model

__all__ = ["Explorer"]


class Explorer(ABC):
    """Turns an oracle's predictions into a distribution over actions.

    Most draw one action from mu and either play it or play the oracle's best (Algorithm 2); they
    differ in the probability of playing the draw.  `CappedIGW` draws from a density of its own.
    """

    #: whether the greedy action has a probability of its own; else every action has a density,
    #: and a decision is `explored` whenever it was drawn at all
    has_atom: bool = True

    #: how many bases it chooses among; 1 without a master
    bases: int = 1
    #: whether every base learns with an oracle of its own
    oracle_per_base: bool = False

    def suited(self, oracle: Any) -> Any:
        """The oracle in the form that this explorer needs; refuses one that has no such form."""
        return oracle

    @abstractmethod
    def build(self, model: Model) -> Any:
        """Return the kernel state for this model."""
