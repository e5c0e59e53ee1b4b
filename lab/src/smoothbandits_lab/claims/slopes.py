"""Axes on which a power is a straight line, and lines of known slope to compare with."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import NullFormatter
from numpy.typing import ArrayLike

from smoothbandits.apps.reports.figures import Theme

__all__ = ["draw_power", "draw_runs", "log_log", "reference_slope"]


def log_log(axes: Axes, *, headroom: float = 1.0) -> None:
    """Logarithmic axes with labels at powers of ten, and room above for a legend."""
    axes.set(xscale="log", yscale="log")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_minor_formatter(NullFormatter())
    if headroom > 1.0:  # limits that are set no longer follow what is drawn later
        low, high = axes.get_ylim()
        axes.set_ylim(low, high * headroom)


def reference_slope(
    axes: Axes,
    x: Sequence[float],
    height: float,
    slope: float,
    label: str,
    theme: Theme,
    *,
    above: bool = True,
) -> None:
    """A dotted line of one power that begins at ``height``, its label above or below its end."""
    ends = np.array([min(x), max(x)])
    y = height * (ends / ends[0]) ** slope
    axes.plot(ends, y, color=theme.quiet, linestyle=":", linewidth=1.4)
    axes.annotate(
        label,
        (ends[1], y[1]),
        (0, 4 if above else -22),
        textcoords="offset points",
        ha="right",
        color=theme.quiet,
    )


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
