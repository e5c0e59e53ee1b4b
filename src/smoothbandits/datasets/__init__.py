"""Data to try bandits on: tables to guess a column of, and arms with mean rewards.

`load` gives a `Dataset`, `load_arms` gives `Arms`; each says its licence and its source.
"""

from smoothbandits.datasets.arms import Arms
from smoothbandits.datasets.dataset import Dataset
from smoothbandits.datasets.loading import at_hand, fetch, load, load_arms, names

__all__ = ["Arms", "Dataset", "at_hand", "fetch", "load", "load_arms", "names"]
