"""Curves over time: losses with bands, exploration, CORRAL's probabilities."""

from collections.abc import Iterable, Mapping
from typing import Any

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure, SubFigure
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter
from numpy.typing import ArrayLike

from smoothbandits.checks import Floats
from smoothbandits.drawing.themes import Theme, percent, thousands

__all__ = [
    "STYLES",
    "colours_of",
    "draw_actions",
    "draw_interval_curve",
    "draw_probabilities",
    "mark_changes",
    "rounds_axis",
]

#: each line has its own dashes beside its colour, for readers who cannot tell colours
STYLES: tuple[Any, ...] = ("-", (0, (6, 2)), (0, (2, 1.5)), (0, (6, 2, 1.5, 2)), (0, (1, 1)))
FIRST_SHARE = 1e-3  # of the rounds are not shown, as little can be seen there


def colours_of(names: Iterable[str], theme: Theme) -> Mapping[str, Mapping[str, Any]]:
    """Colour and dashes of each name, the same in every figure of a page.

    Examples
    --------
    >>> from smoothbandits.drawing.themes import LIGHT
    >>> colours_of(["fast", "cats"], LIGHT)["cats"]["color"]
    '#d55e00'
    """
    return {
        name: {
            "color": theme.cycle[i % len(theme.cycle)],
            "linestyle": STYLES[(i + i // len(theme.cycle)) % len(STYLES)],
        }
        for i, name in enumerate(names)
    }


def draw_interval_curve(
    axes: Axes, x: Floats, mean: Floats, low: Floats, high: Floats, **line: Any
) -> None:
    """Draw a line and the band around it."""
    (drawn,) = axes.plot(x, mean, **line)
    axes.fill_between(x, low, high, color=drawn.get_color(), alpha=0.2, linewidth=0)


def rounds_axis(axes: Axes, rounds: int, *, logarithmic: bool = True) -> None:
    """Count rounds along the horizontal axis."""
    if logarithmic:
        axes.set_xscale("log")
        axes.xaxis.set_major_locator(LogLocator(10.0))
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.set_xlim(min(max(2.0, FIRST_SHARE * rounds), 0.5 * rounds), rounds)
    else:
        axes.xaxis.set_major_locator(MaxNLocator(5))
        axes.set_xlim(0, rounds)
    axes.xaxis.set_major_formatter(thousands())
    axes.set_xlabel("rounds")


def mark_changes(axes: Axes, rounds: Iterable[int], theme: Theme) -> None:
    """Draw a dotted line at each round after which the world was found changed."""
    for i, n in enumerate(rounds):
        label = "change found" if i == 0 else None
        axes.axvline(n, color=theme.quiet, linestyle=":", linewidth=1.2, label=label)


def draw_probabilities(
    figure: Figure | SubFigure, ends: Floats, probabilities: Floats, rates: Floats, theme: Theme
) -> None:
    """Draw CORRAL's probabilities as layers, one per base; all layers together are 100 %."""
    axes = figure.subplots()
    scale = LogNorm(float(rates.min()), max(float(rates.max()), 1.0001 * float(rates.min())))
    colours = matplotlib.colormaps["cividis"](scale(rates))
    axes.stackplot(ends, probabilities.T, colors=colours, edgecolor=theme.ground, linewidth=0.4)
    rounds_axis(axes, int(ends[-1]))
    axes.set_ylim(0.0, 1.0)
    axes.set_ylabel("probability of each rate")
    axes.yaxis.set_major_formatter(percent())
    axes.grid(visible=False)
    bar = figure.colorbar(
        ScalarMappable(scale, "cividis"), ax=axes, label="rate h·γ: greedier upwards", pad=0.02
    )
    bar.ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.4g}"))


def draw_actions(
    axes: Axes, targets: Floats, actions: Floats, explored: ArrayLike, theme: Theme
) -> None:
    """Draw actions against targets; an action on the line met its target."""
    drawn = np.asarray(explored, dtype=np.bool_)
    ends = [min(targets.min(), actions.min()), max(targets.max(), actions.max())]
    axes.plot(ends, ends, color=theme.quiet, linewidth=1.0)
    for which, label, marker, colour in (
        (~drawn, "best guess", "o", theme.cycle[0]),
        (drawn, "exploring", "x", theme.cycle[1]),
    ):
        if which.any():
            axes.scatter(
                targets[which], actions[which], s=12, marker=marker, color=colour, alpha=0.6,
                linewidths=0.0 if marker == "o" else 1.0, label=label,
            )  # fmt: skip
    axes.set(xlabel="target", ylabel="action")
    axes.legend(loc="upper left")
