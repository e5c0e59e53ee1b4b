"""Axes on which a power is a straight line, and lines of known slope to compare with."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import NullFormatter

from smoothbandits.reports.figures import Theme

__all__ = ["log_log", "reference_slope"]


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
