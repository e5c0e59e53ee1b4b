"""Inverse gap weighting without an atom: every round can be used again."""

from dataclasses import dataclass, field

from smoothbandits.checks import check_fraction, check_positive
from smoothbandits.errors import InvalidParameter
from smoothbandits.explorers.base import Explorer
from smoothbandits.explorers.schedules import Anytime, Constant, Schedule
from smoothbandits.kernels.states import CappedIGWState
from smoothbandits.kernels.theorem import KAPPA
from smoothbandits.oracles.base import Model

__all__ = ["CappedIGW"]


@dataclass(frozen=True, kw_only=True)
class CappedIGW(Explorer):
    """CappedIGW: density tau/(1 + gamma (f(a) - beta)_+)/Z over mu, tau = 1/h, and no atom.

    Every action has a density, so every round can be used again for what another rule would have
    earned: `SmoothIGW` plays its greedy action for certain in most rounds, and these say nothing
    about other actions.  The price is that the best action is never played but by chance: what is
    played spreads over at least a share h/1.05 of mu.  Smooth regret is at most
    sqrt(1.05 T Reg_Sq / h) with ``gamma=Theorem(T)``, half of `SmoothIGW`'s bound.

    The level beta is found such that Z, an exact sum, lies in [1/1.05, 1].  Items, values, trees
    and cells have one predicted loss each.  A curve is cut into 256 cells of equal mass (4/h where
    that is more, at most 4,096), several knobs into up to 4,096 boxes: f is then the prediction
    for the middle of the action's cell, and the law is stated and drawn as such, exactly.

    A decision reads what is predicted of the whole space: all items of a catalogue, say.

    Parameters
    ----------
    h
        Smoothness in (0, 1): the law spreads over about this share of mu.
    gamma
        A number, `Theorem` or `Anytime`.

    Examples
    --------
    >>> CappedIGW(h=1 / 16, gamma=1000.0)
    CappedIGW(h=0.0625, gamma=1000.0)
    """

    h: float
    gamma: float | Schedule = field(default_factory=Anytime)

    has_atom = False

    def __post_init__(self) -> None:
        if check_fraction("h", self.h) == 1.0:
            raise InvalidParameter(
                "h is 1, and the only law of density at most 1 is mu itself; give h below 1, or "
                "take RandomPlay"
            )
        if not isinstance(self.gamma, Schedule):
            check_positive("gamma", self.gamma)

    @property
    def level(self) -> float:
        """The h at which a round of `SmoothIGW` costs as much: 2/level = kappa/h."""
        return 2.0 * self.h / KAPPA

    def build(self, model: Model) -> CappedIGWState:
        """Resolve the schedule; refuses a measure that has no distribution function."""
        if not model.space.compilable:
            raise InvalidParameter(
                f"space is {model.space!r}, and nobody knows how much of its measure lies in a "
                "cell; give one of Uniform, LogUniform or Empirical, or take SmoothIGW"
            )
        schedule = self.gamma if isinstance(self.gamma, Schedule) else Constant(float(self.gamma))
        kind, constant, bounds = schedule.build(self.level, model)
        return CappedIGWState(float(self.h), self.level, float(constant), kind, bounds)
