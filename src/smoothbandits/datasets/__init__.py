"""Data to try bandits on: the paper's and others, each with its licence and its source."""

from smoothbandits.datasets.dataset import Dataset
from smoothbandits.datasets.loading import load

__all__ = ["Dataset", "load"]
