"""What the paper compares with, through the same `simulate`."""

from smoothbandits.baselines.base import Baseline, Choice
from smoothbandits.baselines.cats import CATS
from smoothbandits.baselines.constant import Constant, best_constant
from smoothbandits.baselines.discretised import DiscretisedGreedy

__all__ = ["CATS", "Baseline", "Choice", "Constant", "DiscretisedGreedy", "best_constant"]
