"""Distributions over actions: one sampling rule per file."""

from smoothbandits.explorers.adaptive_igw import AdaptiveIGW
from smoothbandits.explorers.base import Explorer
from smoothbandits.explorers.fixed_rate import EpsilonGreedy, Greedy, RandomPlay
from smoothbandits.explorers.schedules import Anytime, Schedule, Theorem
from smoothbandits.explorers.smooth_igw import SmoothIGW

__all__ = [
    "AdaptiveIGW",
    "Anytime",
    "EpsilonGreedy",
    "Explorer",
    "Greedy",
    "RandomPlay",
    "Schedule",
    "SmoothIGW",
    "Theorem",
]
