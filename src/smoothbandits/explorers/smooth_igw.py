"""Algorithm 1 of the paper at a fixed smoothness."""

from dataclasses import dataclass, field

from smoothbandits.checks import check_fraction, check_positive
from smoothbandits.explorers.base import Explorer
from smoothbandits.explorers.schedules import Anytime, Constant, Schedule
from smoothbandits.kernels.states import SmoothIGWState
from smoothbandits.oracles.base import Model

__all__ = ["SmoothIGW"]


@dataclass(frozen=True, kw_only=True)
class SmoothIGW(Explorer):
    """SmoothIGW: density 1/(1 + h gamma gap(a)) over mu, the rest on the greedy action.

    Smooth regret against every kernel of density at most 1/h is at most sqrt(4 T Reg_Sq / h)
    with ``gamma=Theorem(T)``.  One draw from mu and two looks at the oracle per decision.

    Parameters
    ----------
    h
        Smoothness in (0, 1]: the benchmark spreads over at least this share of mu.
    gamma
        A number, `Theorem` or `Anytime`.

    Examples
    --------
    >>> SmoothIGW(h=1 / 128, gamma=1000.0)
    SmoothIGW(h=0.0078125, gamma=1000.0)
    """

    h: float
    gamma: float | Schedule = field(default_factory=Anytime)

    def __post_init__(self) -> None:
        check_fraction("h", self.h)
        if not isinstance(self.gamma, Schedule):
            check_positive("gamma", self.gamma)

    def build(self, model: Model) -> SmoothIGWState:
        """Resolve the schedule."""
        schedule = self.gamma if isinstance(self.gamma, Schedule) else Constant(float(self.gamma))
        kind, constant, bounds = schedule.build(self.h, model)
        return SmoothIGWState(float(self.h), float(constant), kind, bounds)
