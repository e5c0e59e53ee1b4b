"""The picture of the demo; it holds nothing that changes from one run to the next."""

from typing import Any

from matplotlib.figure import Figure, SubFigure

from smoothbandits.experiments.demo.run import OURS, Demo
from smoothbandits.experiments.own_table.compare_figures import (
    draw_compare_exploration,
    draw_compare_losses,
)
from smoothbandits.experiments.own_table.run_figures import draw_master
from smoothbandits.reports.figures import Theme
from smoothbandits.reports.surface import draw_choice, draw_surface

__all__ = ["draw_demo"]


def draw_demo(figure: Figure, demo: Demo, theme: Theme) -> None:
    """Losses and exploration above; below, CORRAL and what was learned."""
    above, below = parts(figure, 2, 1, height_ratios=[1.0, 0.95])
    losses, exploration = parts(above, 1, 2, width_ratios=[1.5, 1.0])
    draw_compare_losses(losses.subplots(), demo.comparison, theme)
    entitle(losses, "What each policy loses (bands: 95 %)")
    draw_compare_exploration(exploration.subplots(), demo.comparison, theme)
    entitle(exploration, "How much each explores")
    master, surface, choice = parts(below, 1, 3, width_ratios=[1.0, 1.1, 0.9])
    draw_master(master, demo.run, theme)
    entitle(master, f"CORRAL chooses a rate ({OURS})")
    if demo.run.surface is not None:
        draw_surface(surface, theme, surface=demo.run.surface)
        entitle(surface, f"What was learned ({OURS})")
        draw_choice(choice, theme, surface=demo.run.surface, which=1)
        entitle(choice, "One car: loss, and law of the action")


def parts(whole: Figure | SubFigure, rows: int, columns: int, **ratios: Any) -> list[SubFigure]:
    """A grid of figures within a figure."""
    grid: Any = whole.subfigures(rows, columns, **ratios)
    return list(grid)


def entitle(part: SubFigure, words: str) -> None:
    """A heading over a part of the picture."""
    part.suptitle(words, x=0.03, ha="left", fontsize=10.5, fontweight="bold")
