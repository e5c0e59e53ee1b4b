"""What the paper compares with, through the same `simulate`."""

from smoothbandits.baselines.base import Baseline, Choice
from smoothbandits.baselines.constant import Constant, best_constant

__all__ = ["Baseline", "Choice", "Constant", "best_constant"]
