"""The figure of Theorem 1's rate."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smoothbandits.apps.reports.figures import Theme
from smoothbandits_lab.claims.slopes import log_log, reference_slope

__all__ = ["draw_rate"]


def draw_rate(figure: Figure, numbers: dict[str, Any], theme: Theme) -> None:
    """Regret/(1 - h) against T, against 1/h, and of all rules on the widest plateau."""
    figure.set_size_inches(12.6, 4.4)
    panels = figure.subplots(1, 3)
    draw_rounds(panels[0], numbers["smooth"], theme)
    draw_levels(panels[1], numbers["smooth"], theme)
    draw_rivals(panels[2], [numbers["smooth"][0], *numbers["rivals"]], theme)


def draw_rounds(axes: Axes, lines: list[dict[str, Any]], theme: Theme) -> None:
    """A line per h; dashed the bound of the widest and of the narrowest plateau."""
    shades = np.linspace(1.0, 0.35, len(lines))
    for line, shade in zip(lines, shades, strict=True):
        values = np.array(line["regrets"]) / (1.0 - 1.0 / line["inverse"])
        axes.plot(
            line["horizons"],
            values,
            "o-",
            color=theme.cycle[0],
            alpha=shade,
            markersize=3.5,
            label=f"h = 1/{line['inverse']}: {line['exponent'][0]:.2f}",
        )
    for line, shade in ((lines[0], shades[0]), (lines[-1], shades[-1])):
        axes.plot(
            line["horizons"],
            line["bounds"],
            "--",
            color=theme.cycle[1],
            alpha=shade,
            linewidth=1.4,
            label=f"bound, h = 1/{line['inverse']}",
        )
    first = lines[0]
    reference_slope(
        axes, first["horizons"], 0.6 * first["regrets"][0], 0.5, "slope 1/2", theme, above=False
    )
    axes.set(title="In the number of rounds", xlabel="rounds T", ylabel="regret/(1 - h)")
    log_log(axes, headroom=8.0)
    axes.legend(title="fitted exponent of T", loc="upper left", fontsize=8, title_fontsize=8)


def draw_levels(axes: Axes, lines: list[dict[str, Any]], theme: Theme) -> None:
    """Regret against 1/h at the longest horizon."""
    inverses = [line["inverse"] for line in lines]
    values = [line["regrets"][-1] / (1.0 - 1.0 / line["inverse"]) for line in lines]
    bounds = [line["bounds"][-1] for line in lines]
    axes.plot(inverses, values, "o-", color=theme.cycle[0], markersize=4, label="SmoothIGW")
    axes.plot(inverses, bounds, "--", color=theme.cycle[1], label="bound sqrt(4 T Reg_Sq/h)")
    reference_slope(axes, inverses, 0.5 * values[0], 0.5, "slope 1/2", theme, above=False)
    axes.set(
        title=f"In 1/h, at T = {lines[0]['horizons'][-1]:,}",
        xlabel="effective number of actions 1/h",
        ylabel="regret/(1 - h)",
    )
    log_log(axes, headroom=3.0)
    axes.set_xscale("log", base=2)
    axes.legend(loc="upper left")


def draw_rivals(axes: Axes, lines: list[dict[str, Any]], theme: Theme) -> None:
    """Other ways to explore with the same oracle."""
    for line, colour in zip(lines, (0, 2, 3), strict=True):
        values = np.array(line["regrets"]) / (1.0 - 1.0 / line["inverse"])
        axes.plot(
            line["horizons"],
            values,
            "o-",
            color=theme.cycle[colour],
            markersize=4,
            label=f"{line['policy']}: {line['exponent'][0]:.2f}",
        )
    x, top = lines[0]["horizons"], max(line["regrets"][0] for line in lines)
    reference_slope(axes, x, 0.6 * lines[0]["regrets"][0], 0.5, "slope 1/2", theme, above=False)
    reference_slope(axes, x, 1.7 * top, 2.0 / 3.0, "slope 2/3", theme)
    axes.set(
        title=f"Beside other rules, h = 1/{lines[0]['inverse']}",
        xlabel="rounds T",
        ylabel="regret/(1 - h)",
    )
    log_log(axes, headroom=8.0)
    axes.legend(title="fitted exponent of T", loc="upper left", fontsize=8, title_fontsize=8)
