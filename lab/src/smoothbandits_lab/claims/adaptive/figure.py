"""The figure of adapting to an unknown h."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smoothbandits.apps.reports.figures import Theme
from smoothbandits_lab.claims.adaptive.words import level
from smoothbandits_lab.claims.slopes import log_log, reference_slope

__all__ = ["draw_adaptive"]


def draw_adaptive(figure: Figure, numbers: dict[str, Any], theme: Theme) -> None:
    """Fixed h beside both adaptive forms; ratios; the trade-off in eta."""
    panels = 3 if numbers["sweeps"] else 2
    figure.set_size_inches(4.2 * panels, 4.4)
    left, middle, *right = figure.subplots(1, panels)
    draw_fixed(left, numbers, theme)
    draw_ratios(middle, numbers, theme)
    for axes in right:
        draw_sweeps(axes, numbers, theme)


def draw_fixed(axes: Axes, numbers: dict[str, Any], theme: Theme) -> None:
    """Regret against the fixed h; flat lines are the runs without one."""
    ratios = numbers["ratios"]
    for ratio, colour in zip((ratios[0], ratios[-1]), (0, 1), strict=True):
        tint = theme.cycle[colour]
        axes.plot(
            numbers["grid"],
            ratio["fixed"]["theorem"],
            "o-",
            color=tint,
            markersize=4,
            label=f"width 1/{ratio['inverse']}",
        )
        axes.axhline(ratio["regret"]["theory"], color=tint, linestyle="--", linewidth=1.3)
        axes.axhline(ratio["regret"]["practice"], color=tint, linestyle=":", linewidth=1.6)
    axes.plot([], [], color=theme.ink, linestyle="--", linewidth=1.3, label="CorralBandit")
    axes.plot([], [], color=theme.ink, linestyle=":", linewidth=1.6, label="AdaptiveIGW")
    axes.set(
        title=f"Every fixed h, T = {numbers['rounds']:,}",
        xlabel="1/h of a run with fixed h",
        ylabel="regret",
    )
    log_log(axes, headroom=4.0)
    axes.legend(loc="upper left", fontsize=8.5, ncols=2)


def draw_ratios(axes: Axes, numbers: dict[str, Any], theme: Theme) -> None:
    """Regret over that of the best fixed h, by width."""
    ratios, grid = numbers["ratios"], numbers["grid"]
    widths = [ratio["inverse"] for ratio in ratios]
    for name, label, colour in (
        ("theory", "CorralBandit", 0),
        ("practice", "AdaptiveIGW", 2),
    ):
        tint = theme.cycle[colour]
        axes.plot(widths, [r[name] for r in ratios], "o-", color=tint, markersize=4, label=label)
        axes.axhline(numbers["limits"][name], color=tint, linestyle="--", linewidth=1.2)
    for place, mark in ((0, "v"), (len(grid) - 1, "^")):
        lost = [r["fixed"]["theorem"][place] / min(r["fixed"]["theorem"]) for r in ratios]
        axes.plot(
            widths,
            lost,
            f"{mark}:",
            color=theme.quiet,
            markersize=4,
            linewidth=1.3,
            label=f"fixed {level(grid[place])}",
        )
    axes.set(
        title="Ratio to the best fixed h (dashed: limits)",
        xlabel="1/width of the low stair",
        ylabel="regret/regret of the best fixed h",
    )
    log_log(axes, headroom=6.0)
    axes.legend(loc="upper left", fontsize=8.5, ncols=2)


def draw_sweeps(axes: Axes, numbers: dict[str, Any], theme: Theme) -> None:
    """CorralBandit's regret against eta."""
    for sweep, colour in zip(numbers["sweeps"], (0, 1), strict=True):
        axes.errorbar(
            sweep["etas"],
            sweep["means"],
            2.0 * np.array(sweep["errors"]),
            fmt="o-",
            color=theme.cycle[colour],
            markersize=4,
            label=f"width 1/{sweep['inverse']}",
        )
    axes.axvline(
        numbers["standard_eta"],
        color=theme.quiet,
        linestyle="--",
        linewidth=1.2,
        label="sqrt(B/T)",
    )
    etas, wide = numbers["sweeps"][0]["etas"], numbers["sweeps"][0]["means"]
    top = max(max(sweep["means"]) for sweep in numbers["sweeps"])
    reference_slope(axes, etas[-2:], top / 2.5, 1.0, "eta", theme)
    reference_slope(axes, etas[:2], 0.8 * wide[0], -1.0, "1/eta", theme)
    axes.set(
        title="CorralBandit: the trade-off in eta",
        xlabel="eta, the master's learning rate",
        ylabel="regret",
    )
    log_log(axes, headroom=3.0)
    axes.legend(loc="upper center", fontsize=8.5, ncols=3)
