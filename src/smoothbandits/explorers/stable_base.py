"""Algorithm 3: SmoothIGW as a base that stays stable when it is invoked rarely."""

from dataclasses import dataclass

from smoothbandits.checks import check_count, check_fraction, check_positive
from smoothbandits.theory.theorem import theorem_gamma, theorem_regret

__all__ = ["StableBase"]


@dataclass(frozen=True, kw_only=True)
class StableBase:
    """What a base at smoothness ``h`` does when CORRAL invokes it with probability q.

    With rho the running maximum of 1/q, it explores with gamma = sqrt(8 T / (h rho R)) and
    asks its oracle to weigh the example by gamma / q.  Its importance-weighted regret is
    then at most E[sqrt(rho)] sqrt(4 T R / h): (1/2, sqrt(4 T R / h))-stable.

    Parameters
    ----------
    h
        Smoothness.
    rounds
        Horizon T.
    bound
        R = Reg_Sq(T) of the oracle.

    Examples
    --------
    >>> base = StableBase(h=0.5, rounds=1000, bound=2.0)
    >>> gamma = base.gamma(rho=4.0)
    >>> base.weight(rho=4.0, probability=0.25) == gamma / 0.25
    True
    """

    h: float
    rounds: int
    bound: float

    def __post_init__(self) -> None:
        check_fraction("h", self.h)
        check_count("rounds", self.rounds)
        check_positive("bound", self.bound)

    def gamma(self, rho: float) -> float:
        """Exploration when 1/q has been as large as ``rho``."""
        return theorem_gamma(self.rounds, self.h, self.bound * check_positive("rho", rho))

    def weight(self, rho: float, probability: float) -> float:
        """Regression weight of the round."""
        return self.gamma(rho) / check_fraction("probability", probability)

    def regret_bound(self, rho: float) -> float:
        """sqrt(rho) sqrt(2 T R / h), the sharp form of the stability bound."""
        return theorem_regret(
            self.rounds, self.h, self.bound * check_positive("rho", rho), sharp=True
        )
