"""The paper's Figure 1: the caption contest, ours against the MOSS family."""

from smoothbandits_lab.figure1.study import STUDY

__all__ = ["STUDY"]
