"""Regret over rounds for each alpha, and exponents beside the frontier."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from smoothbandits.apps.reports.figures import Theme
from smoothbandits_lab.claims.slopes import draw_power, draw_runs, log_log

__all__ = ["draw_curves", "draw_frontier"]

STYLES: tuple[Any, ...] = (":", "-.", (0, (4, 1, 1, 1, 1, 1)))  # of what is only shown beside
LEGEND = 0.45  # room for it above the lines, as a share of their height

#: what `Curve.numbers` gives
Numbers = dict[str, Any]


def draw_curves(axes: Axes, curves: Sequence[Numbers], slope: str, theme: Theme) -> None:
    """Lines of one colour are of one alpha; thick ones are judged, against dashed slopes."""
    alphas = sorted({curve["alpha"] for curve in curves})
    beside = list(dict.fromkeys(c["label"] for c in curves if c["limit"] is None))
    for curve in curves:
        colour, x = theme.cycle[alphas.index(curve["alpha"])], curve["rounds"]
        mean = np.mean(curve["regrets"], axis=1)
        if curve["limit"] is None:
            style = STYLES[beside.index(curve["label"])]
            axes.plot(x, mean, color=colour, linestyle=style, linewidth=1.2)
            continue
        label = f"alpha = {curve['alpha']:g}"
        draw_runs(axes, x, curve["regrets"], color=colour, marker="o", markersize=4, label=label)
        draw_power(axes, x, mean, curve["limit"], theme)
    first = curves[0]
    axes.plot(first["rounds"], first["random"], color=theme.ink, linewidth=1, label="random play")
    for label, style in zip(beside, STYLES, strict=False):
        axes.plot([], [], color=theme.quiet, linestyle=style, label=label)
    axes.plot([], [], color=theme.quiet, linestyle="--", label=f"slope {slope}")
    axes.set(xlabel="rounds T", ylabel="regret")
    log_log(axes)
    low, high = axes.get_ylim()
    axes.set_ylim(low, high * (high / low) ** LEGEND)
    axes.legend(fontsize=8, loc="upper left")


def draw_frontier(
    axes: Axes, curves: Sequence[Numbers], frontier: Callable[[float, float], float], theme: Theme
) -> None:
    """Exponents against beta; what the theory promises has logarithms beside it."""
    betas = sorted({curve["beta"] for curve in curves})
    grid = np.linspace(betas[0] - 0.05, betas[-1] + 0.05, 71)
    for place, alpha in enumerate(sorted({curve["alpha"] for curve in curves})):
        colour = theme.cycle[place]
        limit = [min(1.0, frontier(alpha, beta)) for beta in grid]
        axes.plot(grid, limit, color=colour, linestyle="--", linewidth=1.1)
        own = [curve for curve in curves if curve["alpha"] == alpha]
        slope, low, high = np.array([curve["exponent"] for curve in own]).T
        axes.errorbar(
            # side by side where intervals would hide each other
            np.array([curve["beta"] for curve in own]) + 0.006 * (place - 1),
            slope,
            yerr=np.stack([slope - low, high - slope]),
            color=colour,
            marker="o",
            markersize=4,
            linewidth=1.1,
            label=f"alpha = {alpha:g}",
        )
    axes.plot([], [], color=theme.quiet, linestyle="--", label="frontier, but for logarithms")
    axes.set(xlabel="beta, eta = T^-beta", ylim=(0.2, 1.05))
    axes.set_ylabel("exponent of regret")
    axes.legend(fontsize=8, loc="lower left")
