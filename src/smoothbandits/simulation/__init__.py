"""Playing a bandit or a baseline in an environment, and the regret of what happened."""

from smoothbandits.simulation.pictures import compare_plot
from smoothbandits.simulation.play import simulate
from smoothbandits.simulation.regret_curves import (
    kernel_regret,
    quantile_regret,
    smooth_regret,
    standard_regret,
)
from smoothbandits.simulation.trace import Trace

__all__ = [
    "Trace",
    "compare_plot",
    "kernel_regret",
    "quantile_regret",
    "simulate",
    "smooth_regret",
    "standard_regret",
]
