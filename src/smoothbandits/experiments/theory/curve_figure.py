"""Regret over rounds for each alpha, and exponents beside the frontier."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smoothbandits.experiments.theory.claim import Finding
from smoothbandits.experiments.theory.loglog import draw_power, draw_runs
from smoothbandits.reports.figures import Theme

__all__ = ["draw"]

STYLES = {"SmoothIGW": "-", "contexts": "-", "MOSS Oracle": ":", "empMOSS++": "-."}


def draw(figure: Figure, finding: Finding, theme: Theme) -> None:
    """Known alpha, with contexts, unknown alpha."""
    left, middle, right = figure.subplots(1, 3)
    curves = finding.numbers["curves"]
    draw_known(left, [c for c in curves if c["policy"] not in ("contexts", "unknown")], theme)
    left.set_title(f"{finding.numbers['arms']:,} arms, alpha known")
    draw_known(middle, [c for c in curves if c["policy"] == "contexts"], theme)
    middle.set_title("with contexts")
    draw_frontier(right, [c for c in curves if c["policy"] == "unknown"], theme)
    left.set_ylabel("regret")


def draw_known(axes: Axes, curves: list[dict[str, Any]], theme: Theme) -> None:
    """Lines of one colour are of one alpha."""
    alphas = sorted({curve["alpha"] for curve in curves})
    for curve in curves:
        colour = theme.cycle[alphas.index(curve["alpha"])]
        own = curve["limit"] is not None
        draw_runs(
            axes,
            curve["rounds"],
            curve["regrets"],
            color=colour,
            linestyle=STYLES[curve["policy"]],
            linewidth=1.9 if own else 1.1,
            marker="o" if own else None,
            markersize=3.5,
            label=f"alpha = {curve['alpha']:g}" if own else None,
        )
        if own:
            height = np.mean(curve["regrets"], axis=1)
            draw_power(axes, curve["rounds"], height, curve["limit"], theme)
    first = curves[0]
    axes.plot(first["rounds"], first["random"], color=theme.ink, linewidth=1, label="random play")
    for name in ("MOSS Oracle", "empMOSS++"):
        if any(curve["policy"] == name for curve in curves):
            axes.plot([], [], color=theme.quiet, linestyle=STYLES[name], label=name)
    axes.plot([], [], color=theme.quiet, linestyle="--", label="slope (1 + alpha)/2")
    axes.set_xlabel("rounds T")
    axes.legend(fontsize=8)


def draw_frontier(axes: Axes, curves: list[dict[str, Any]], theme: Theme) -> None:
    """Exponents of regret/(B ln T) against beta, beside max(beta, 1 + alpha - beta)."""
    grid = np.linspace(0.45, 0.8, 71)
    for place, alpha in enumerate(sorted({curve["alpha"] for curve in curves})):
        colour = theme.cycle[place]
        limit = np.minimum(1.0, np.maximum(grid, 1.0 + alpha - grid))
        axes.plot(grid, limit, color=colour, linestyle="--", linewidth=1.1)
        own = [curve for curve in curves if curve["alpha"] == alpha]
        slope, low, high = np.array([curve["exponent"] for curve in own]).T
        axes.errorbar(
            np.array([curve["beta"] for curve in own]) + 0.006 * (place - 1),
            slope,
            yerr=np.stack([slope - low, high - slope]),
            color=colour,
            marker="o",
            markersize=4,
            linewidth=1.1,
            label=f"alpha = {alpha:g}",
        )
    axes.plot([], [], color=theme.quiet, linestyle="--", label="frontier")
    axes.set(title="alpha unknown", xlabel="beta, eta = T^-beta", ylim=(0.2, 1.05))
    axes.set_ylabel("exponent of regret/(B ln T)")
    axes.legend(fontsize=8, loc="lower right", ncols=2)
