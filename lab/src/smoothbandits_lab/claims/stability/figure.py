"""The figure of stable bases."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from smoothbandits.apps.reports.figures import Theme
from smoothbandits_lab.claims.slopes import log_log, reference_slope
from smoothbandits_lab.claims.stability.rare_base import CHASE, PHASES, RULES, STABLE

__all__ = ["draw_stability"]


def draw_stability(figure: Figure, lines: Sequence[dict[str, Any]], theme: Theme) -> None:
    """Regret counted by 1/q against rho, and as a share of the bound; bars: two errors."""
    figure.set_size_inches(10.5, 4.2)
    left, right = figure.subplots(1, 2)
    rhos = sorted({line["rho"] for line in lines})
    left.plot(rhos, np.sqrt(rhos), "--", color=theme.ink, linewidth=1.4, label="bound sqrt(rho)")
    right.axhline(1.0, linestyle="--", color=theme.ink, linewidth=1.4)
    for rule, colour in zip((STABLE, *RULES), theme.cycle, strict=False):
        own = [line for line in lines if (line["policy"], line["adversary"]) == (rule, PHASES)]
        for axes, unit in ((left, "scale"), (right, "bound")):
            axes.errorbar(
                [line["rho"] for line in own],
                [line["mean"] / line[unit] for line in own],
                [2.0 * line["error"] / line[unit] for line in own],
                fmt="o-" if rule == STABLE else "o:",
                markersize=4,
                linewidth=2.2 if rule == STABLE else 1.4,
                color=colour,
                label=rule,
            )
    for line in lines:
        if line["adversary"] == CHASE:
            marker = {"marker": "D", "color": theme.cycle[4], "linestyle": "none"}
            left.plot(
                line["rho"], line["mean"] / line["scale"], label="Algorithm 3, chased", **marker
            )
            right.plot(line["rho"], line["share"], **marker)
    reference_slope(left, rhos, 0.06, 0.5, "slope 1/2", theme, above=False)
    x = "rho, the largest 1/q"
    left.set(title="Regret counted by 1/q", xlabel=x, ylabel="regret/sqrt(4 T Reg_Sq/h)")
    log_log(left, headroom=12.0)
    left.legend(loc="upper left", fontsize=8.5, ncols=2)
    right.set(title="As a share of the bound", xlabel=x, ylabel="regret/bound")
    right.set(xscale="log", ylim=(0.0, None))
