"""Regret over time, and learned losses beside the true ones."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smoothbandits.apps.reports.figures import Theme, draw_band, thousands
from smoothbandits_lab.shapes.outcomes import Outcomes
from smoothbandits_lab.shapes.runs import CONTEXTS, ORACLES, SHAPES, actions, checkpoints

__all__ = ["draw_panels", "draw_shapes"]


def draw_regrets(axes: Axes, outcomes: Outcomes, shape: str, rounds: int) -> None:
    """Mean regret of each oracle with a band of two standard errors."""
    x = [0, *checkpoints(rounds)]
    for name, outcome in outcomes[shape].items():
        draw_band(axes, x, np.pad(outcome.regrets, ((0, 0), (1, 0))), label=name)
    axes.set(xlim=(0, rounds), ylim=(0.0, None), xlabel="rounds")
    axes.locator_params(axis="x", nbins=4)
    axes.xaxis.set_major_formatter(thousands())
    axes.yaxis.set_major_formatter(thousands())


def draw_losses(axes: Axes, outcomes: Outcomes, shape: str, place: int, theme: Theme) -> None:
    """True and learned losses in one context, of the first run; dots: the action played."""
    environment, x = SHAPES[shape].environment(1), actions()
    truth = environment.loss_curve(CONTEXTS[place], x)
    axes.plot(x, truth, color=theme.ink, linewidth=3.2, alpha=0.35, label="true")
    for outcome in outcomes[shape].values():
        (line,) = axes.plot(x, outcome.learned[0, place], linewidth=1.4)
        best = outcome.greedy[0, place]
        height = np.interp(best, x, outcome.learned[0, place])
        axes.plot(best, height, "o", color=line.get_color(), markersize=5)
    axes.set(xlim=(0.0, 1.0), ylim=(0.0, 1.0), xlabel="action")


def draw_panels(outcomes: Outcomes, shape: str, rounds: int, figure: Figure, theme: Theme) -> None:
    """One shape: regret and learned losses side by side."""
    regret, *losses = figure.subplots(1, 1 + len(CONTEXTS))
    draw_regrets(regret, outcomes, shape, rounds)
    regret.set_title("regret")
    for place, axes in enumerate(losses):
        draw_losses(axes, outcomes, shape, place, theme)
        axes.set_title(f"losses, context {place + 1}")
    regret.legend()


def draw_shapes(outcomes: Outcomes, rounds: int, figure: Figure, theme: Theme) -> None:
    """A column per shape."""
    panels = figure.subplots(1 + len(CONTEXTS), len(SHAPES), squeeze=False)
    for column, shape in enumerate(SHAPES):
        draw_regrets(panels[0, column], outcomes, shape, rounds)
        panels[0, column].set_title(SHAPES[shape].label)
        for place in range(len(CONTEXTS)):
            draw_losses(panels[1 + place, column], outcomes, shape, place, theme)
    panels[0, 0].set_ylabel("regret")
    for place, context in enumerate(CONTEXTS):
        words = ", ".join(f"{entry:g}" for entry in context[:2])
        panels[1 + place, 0].set_ylabel(f"loss where x begins ({words})")
    lines = [*panels[0, 0].get_lines(), panels[1, 0].get_lines()[0]]
    names = [*ORACLES, "true expected loss"]
    figure.legend(lines, names, loc="outside upper center", ncols=len(names))
