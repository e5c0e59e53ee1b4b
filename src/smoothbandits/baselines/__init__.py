"""What the paper compares with, through the same `simulate`."""

from smoothbandits.baselines.base import Baseline, Choice
from smoothbandits.baselines.cats import CATS
from smoothbandits.baselines.constant import Constant, best_constant
from smoothbandits.baselines.discretised import DiscretisedGreedy
from smoothbandits.baselines.greedy_trees import GreedyTrees
from smoothbandits.baselines.moss import MOSS
from smoothbandits.baselines.moss_plus import MOSSPlusPlus
from smoothbandits.baselines.parallel import Parallel
from smoothbandits.baselines.quantile import Quantile

__all__ = [
    "Baseline",
    "CATS",
    "Choice",
    "Constant",
    "DiscretisedGreedy",
    "GreedyTrees",
    "MOSS",
    "MOSSPlusPlus",
    "Parallel",
    "Quantile",
    "best_constant",
]
