"""Regrets over rounds on logarithmic axes, with the slopes that the theory says."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from smoothbandits.reports.figures import Theme

__all__ = ["draw_power", "draw_runs"]


def draw_runs(axes: Axes, x: ArrayLike, runs: ArrayLike, **line: Any) -> None:
    """Mean over runs (columns), with bars of two standard errors."""
    values = np.asarray(runs, dtype=np.float64)
    mean = values.mean(axis=1)
    error = (
        2.0 * values.std(axis=1, ddof=1) / np.sqrt(values.shape[1]) if values.shape[1] > 1 else 0.0
    )
    # a bar that reaches 0 has no place on the axis
    below = np.minimum(error, 0.9 * mean)
    axes.errorbar(x, mean, yerr=np.stack([below, np.broadcast_to(error, mean.shape)]), **line)


def draw_power(
    axes: Axes, x: ArrayLike, y: ArrayLike, slope: float, theme: Theme, **line: Any
) -> None:
    """A reference line of this slope through the middle of a curve."""
    places, heights = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    centre = np.exp(np.log(places).mean()), np.exp(np.log(heights).mean())
    style: dict[str, Any] = {
        "color": theme.quiet,
        "linestyle": "--",
        "linewidth": 1.1,
        "zorder": 1,
    } | line
    axes.plot(places, centre[1] * (places / centre[0]) ** slope, **style)
