"""How much to explore over time: gamma as a number, from the theorem, or anytime."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from smoothbandits.checks import Floats, check_count, check_positive
from smoothbandits.kernels.states import ANYTIME_BOUND, CONSTANT, ROOT
from smoothbandits.kernels.theorem import balancing_gamma
from smoothbandits.oracles.base import Model

__all__ = ["Anytime", "Schedule", "Theorem"]

NO_BOUNDS = np.zeros(2)


class Schedule(ABC):
    """A rule for gamma: a number, `Theorem` or `Anytime`."""

    @abstractmethod
    def build(self, h: float, model: Model) -> tuple[int, float, Floats]:
        """Return kind, constant and the table of Reg_Sq(2^k).

        A round is taken to cost 2/(h gamma) beside gamma/4 times the oracle's error.
        """


@dataclass(frozen=True)
class Constant(Schedule):
    """The same gamma in every round."""

    gamma: float

    def build(self, h: float, model: Model) -> tuple[int, float, Floats]:
        """The given number, whatever h and the oracle are."""
        return CONSTANT, self.gamma, NO_BOUNDS


@dataclass(frozen=True)
class Theorem(Schedule):
    """gamma = sqrt(8 T / (h Reg_Sq(T))), Theorem 1's choice for a known horizon.

    Smooth regret is then at most sqrt(4 T Reg_Sq / h).  For `CappedIGW`, whose rounds cost about
    half as much, gamma = sqrt(4 kappa T / (h Reg_Sq(T))) with kappa = 1.05, and smooth regret is
    at most sqrt(kappa T Reg_Sq / h).  Refused for an oracle that states no
    regret bound.

    Examples
    --------
    >>> Theorem(100_000)
    Theorem(rounds=100000)
    """

    rounds: int

    def __post_init__(self) -> None:
        check_count("rounds", self.rounds)

    def build(self, h: float, model: Model) -> tuple[int, float, Floats]:
        """Theorem 1's gamma for this h; raises NoRegretBound where the oracle states no bound."""
        bound = model.require_bound(self.rounds)
        return CONSTANT, balancing_gamma(h, 1.0, self.rounds, bound), NO_BOUNDS


@dataclass(frozen=True)
class Anytime(Schedule):
    """gamma_t = 4 sqrt(t / (h Reg_Sq(t))), no horizon needed; constant * sqrt(t) without a bound.

    The first form keeps the bound sqrt(4 T Reg_Sq / h) at every T under realizability.

    Parameters
    ----------
    constant
        Overrides the theory: gamma_t = constant * sqrt(t).  For an oracle without a bound the
        default is 1 / h, that is h * gamma_t = sqrt(t).

    Examples
    --------
    >>> Anytime(constant=50.0)
    Anytime(constant=50.0)
    """

    constant: float | None = None

    def __post_init__(self) -> None:
        if self.constant is not None:
            check_positive("constant", self.constant)

    def build(self, h: float, model: Model) -> tuple[int, float, Floats]:
        """Tabulate the bound at powers of two, if there is one."""
        if self.constant is not None:
            return ROOT, self.constant, NO_BOUNDS
        if model.regret_bound(1) is None:
            return ROOT, 1.0 / h, NO_BOUNDS
        bounds = np.array([model.require_bound(2**k) for k in range(63)])
        return ANYTIME_BOUND, 0.0, bounds
