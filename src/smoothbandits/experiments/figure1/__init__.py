"""The paper's Figure 1: the caption contest, ours against the MOSS family."""

from smoothbandits.experiments.figure1.policies import POLICIES
from smoothbandits.experiments.figure1.results import Figure1, Outcome
from smoothbandits.experiments.figure1.run import run_figure1

__all__ = ["POLICIES", "Figure1", "Outcome", "run_figure1"]
