"""The curves of Figure 1."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smoothbandits.apps.reports.figures import Theme, thousands
from smoothbandits_lab.figure1.outcomes import Figure1
from smoothbandits_lab.figure1.runs import POLICIES, checkpoints

__all__ = ["draw_figure1", "draw_one", "low_ones"]

BAND = 0.5  # standard deviations of one run to either side
SHOWN_BELOW = 2.5  # times the least of the others' regret: the second panel
DASHES = ("-", (0, (5, 1.5)), (0, (1.5, 1)), (0, (5, 1.5, 1.5, 1.5)))


def style_of(name: str, theme: Theme) -> dict[str, Any]:
    """A colour, and from the seventh policy on also dashes, the same in every panel."""
    place = list(POLICIES).index(name)
    colours = (*theme.cycle, theme.ink, theme.quiet)
    return {"color": colours[place], "linestyle": DASHES[place // 2]}


def draw_regrets(axes: Axes, result: Figure1, names: Sequence[str], theme: Theme) -> None:
    """Mean regret with its band, each curve named at its end."""
    x = np.array([0, *checkpoints(result.rounds)])
    ends, top = {}, 0.0
    for name in names:
        outcome = result.outcomes[name]
        mean = np.concatenate([[0.0], outcome.curves.mean(axis=0)])
        half = BAND * np.concatenate([[0.0], outcome.sd()])
        style = style_of(name, theme)
        axes.plot(x, mean, **style)
        axes.fill_between(
            x, mean - half, mean + half, color=style["color"], alpha=0.18, linewidth=0
        )
        ends[name] = float(mean[-1])
        top = max(top, 1.04 * float((mean + half).max()), 1.12 * ends[name])
    axes.set(xlim=(0, result.rounds), ylim=(0.0, top), xlabel="rounds", ylabel="regret")
    axes.xaxis.set_major_formatter(thousands())
    axes.yaxis.set_major_formatter(thousands())
    axes.locator_params(axis="x", nbins=5)
    for name, height in spread(ends, 0.055 * top).items():
        axes.annotate(
            POLICIES[name].label,
            (result.rounds, height),
            xytext=(5, 0),
            textcoords="offset points",
            va="center",
            color=style_of(name, theme)["color"],
            annotation_clip=False,
        )


def draw_one(result: Figure1, names: Sequence[str], figure: Figure, theme: Theme) -> None:
    """One panel in a figure of its own."""
    draw_regrets(figure.subplots(), result, names, theme)


def spread(heights: dict[str, float], apart: float) -> dict[str, float]:
    """Move labels upwards until they are far enough apart to read.

    Examples
    --------
    >>> spread({"a": 1.0, "b": 1.1, "c": 5.0}, 0.5)
    {'a': 1.0, 'b': 1.5, 'c': 5.0}
    """
    placed: dict[str, float] = {}
    least = -np.inf
    for name in sorted(heights, key=lambda name: heights[name]):
        placed[name] = max(heights[name], least + apart)
        least = placed[name]
    return placed


def low_ones(result: Figure1) -> list[str]:
    """The policies with little regret, which the panel of all squeezes together."""
    finals = {name: float(outcome.final.mean()) for name, outcome in result.outcomes.items()}
    limit = SHOWN_BELOW * sorted(finals.values())[min(2, len(finals) - 1)]
    return [name for name in result.outcomes if finals[name] <= limit]


def draw_figure1(result: Figure1, figure: Figure, theme: Theme) -> None:
    """All policies, and the best of them enlarged."""
    left, right = figure.subplots(1, 2)
    draw_regrets(left, result, list(result.outcomes), theme)
    left.set_title(f"All policies on {result.dataset}")
    draw_regrets(right, result, low_ones(result), theme)
    right.set_title("The lowest, enlarged")
    figure.supxlabel(
        f"Mean pseudo-regret of {len(result.seeds)} runs. Bands: ±{BAND:g} sd of one run, for all "
        "(the paper's figure has ±0.5 sd for its own curve, ±0.25 sd for the others).",
        fontsize=9.0,
        color=theme.quiet,
    )
