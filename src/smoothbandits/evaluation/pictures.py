"""Pictures of what evaluation found."""

from typing import TYPE_CHECKING

import numpy as np

from smoothbandits.drawing.curves import colours_of, draw_interval_curve, rounds_axis
from smoothbandits.drawing.figure import figure_of
from smoothbandits.drawing.themes import Theme
from smoothbandits.evaluation.result import Evaluation

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

__all__ = ["draw", "height_of", "plot"]

MOST_CURVES = 5  # policies whose history is drawn


def plot(found: Evaluation, *, dark: bool = False) -> "Figure":
    """Intervals of all policies, and how those that hold at all times narrowed."""
    return figure_of(
        lambda figure, theme: draw(figure, found, theme),
        width=7.2,
        height=height_of(found),
        dark=dark,
    )


def height_of(found: Evaluation) -> float:
    """Inches that both panels need."""
    return 4.8 + 0.32 * len(found)


def draw(figure: "Figure | SubFigure", found: Evaluation, theme: Theme) -> None:
    """Both panels."""
    above, below = figure.subplots(2, 1, height_ratios=[1.2 + 0.32 * len(found), 2.6])
    draw_intervals(above, found, theme)
    draw_looks(below, found, theme)


def draw_intervals(axes: "Axes", found: Evaluation, theme: Theme) -> None:
    """A line for each policy: the interval thick, what holds at all times thin."""
    for place, one in enumerate(reversed(found.values)):
        colour = theme.cycle[0] if one.trusted else theme.quiet
        axes.plot([one.always_low, one.always_high], [place] * 2, color=colour, linewidth=1.0)
        axes.plot([one.low, one.high], [place] * 2, color=colour, linewidth=4.0, alpha=0.5)
        axes.plot(one.value, place, "o", color=colour)
    axes.axvline(found.logged, color=theme.quiet, linestyle=":", label="what was logged")
    names = [one.policy if one.trusted else f"{one.policy} (too little)" for one in found.values]
    axes.set_yticks(range(len(found)), names[::-1])
    axes.set_ylim(-0.6, len(found) - 0.4)
    axes.set_xlabel(f"{found.unit}: {found.values[0].level:.0%} interval, thin: at all times")
    axes.legend(loc="best")


def draw_looks(axes: "Axes", found: Evaluation, theme: Theme) -> None:
    """Estimates over rounds, with the intervals that hold at all times."""
    shown = found.values[:MOST_CURVES]
    styles = colours_of([one.policy for one in shown], theme)
    for one in shown:
        rounds, value, low, high = (
            np.array([getattr(look, name) for look in one.looks])
            for name in ("rounds", "value", "low", "high")
        )
        # an estimate by importance sampling may leave the range of losses
        value = np.clip(value, low, high)
        draw_interval_curve(axes, rounds, value, low, high, label=one.policy, **styles[one.policy])
    rounds_axis(axes, found.rounds)
    axes.set_ylabel(f"{found.unit}, at all times")
    axes.legend(loc="best")
