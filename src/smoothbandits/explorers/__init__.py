"""Distributions over actions: one sampling rule per file, each of which is found by itself."""

from typing import TYPE_CHECKING, Any

from smoothbandits.explorers.base import Explorer
from smoothbandits.explorers.corral import Corral
from smoothbandits.explorers.schedules import Anytime, Schedule, Theorem
from smoothbandits.explorers.stable_base import StableBase
from smoothbandits.rooms import found

if TYPE_CHECKING:  # others are found all the same, but type checkers know no more of them
    from smoothbandits.explorers.adaptive_igw import AdaptiveIGW as AdaptiveIGW
    from smoothbandits.explorers.capped_igw import CappedIGW as CappedIGW
    from smoothbandits.explorers.fixed_rate import EpsilonGreedy as EpsilonGreedy
    from smoothbandits.explorers.fixed_rate import Greedy as Greedy
    from smoothbandits.explorers.fixed_rate import RandomPlay as RandomPlay
    from smoothbandits.explorers.smooth_igw import SmoothIGW as SmoothIGW
    from smoothbandits.explorers.stable_corral import StableCorral as StableCorral

    def __getattr__(name: str) -> Any: ...


__all__ = ["Anytime", "Corral", "Explorer", "Schedule", "StableBase", "Theorem"]
globals().update(explorers := found(Explorer, __name__, __path__))
__all__ += explorers
__all__.sort()
