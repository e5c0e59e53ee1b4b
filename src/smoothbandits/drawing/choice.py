"""One context: predicted losses over the action above, the law of the action below."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure
from matplotlib.ticker import FuncFormatter

from smoothbandits.checks import Floats
from smoothbandits.drawing.curves import colours_of
from smoothbandits.drawing.panels import Choice, Mark, Panel
from smoothbandits.drawing.themes import Theme, percent

__all__ = ["best_guess", "draw_choice", "draw_law", "draw_predicted", "size_of", "spike"]

WIDTH, PANEL_WIDTH, HEIGHT, ROW = 6.4, 3.6, 4.2, 1.6  # inches


def size_of(choice: Choice) -> dict[str, float]:
    """Inches that a choice needs."""
    outcomes = choice.panels[0].lines[0].outcome is not None
    width = max(WIDTH, PANEL_WIDTH * len(choice.panels))
    return {"width": width, "height": HEIGHT + ROW * outcomes}


def draw_choice(figure: Figure | SubFigure, theme: Theme, *, choice: Choice) -> None:
    """Draw every panel: outcomes where there are any, predictions, and the law."""
    outcomes = choice.panels[0].lines[0].outcome is not None
    heights = [1.0, 1.35, 1.0] if outcomes else [1.35, 1.0]
    grid = figure.subplots(
        len(heights), len(choice.panels), sharex="col", squeeze=False, height_ratios=heights
    )
    for column, panel in enumerate(choice.panels):
        *above, losses, law = grid[:, column]
        for axes in above:
            draw_outcomes(axes, panel, theme)
        if panel.labels:
            draw_bars(losses, law, panel, choice, theme)
        else:
            draw_lines(losses, law, panel, choice, theme)
        law.set_xlabel(panel.label)
        if column == 0:
            losses.set_ylabel(f"predicted {choice.noun}")
            law.set_ylabel("probability" if panel.labels else "density")
            losses.legend(loc="best")
    if choice.shown < choice.actions:
        grid[0, 0].set_title(f"the best {choice.shown} of {choice.actions:,}")


def draw_lines(losses: Axes, law: Axes, panel: Panel, choice: Choice, theme: Theme) -> None:
    """A curve, or one per category."""
    for line, style in styled(panel, theme):
        draw_predicted(losses, line.actions, line.predicted, label=line.name or None, **style)
        draw_law(law, line.actions, line.density, **style)
    draw_marks(losses, panel, theme)
    highest = max(float(line.density.max()) for line in panel.lines)
    law.set(ylim=(0.0, 1.15 * max(1e-9, highest)))
    if panel.logarithmic:
        law.set_xscale("log")
        law.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    colour = theme.cycle[panel.best.line % len(theme.cycle)]
    spike(law, panel.best.place, choice.atom, theme, color=colour)


def draw_predicted(axes: Axes, actions: Floats, predicted: Floats, **line: Any) -> None:
    """Draw predicted losses over the action."""
    axes.plot(actions, predicted, **line)


def draw_law(axes: Axes, actions: Floats, density: Floats, **line: Any) -> None:
    """Draw the density of the next action, relative to the space's measure."""
    axes.fill_between(actions, density, color=line["color"], alpha=0.3, linewidth=0)
    axes.plot(actions, density, **line)


def draw_marks(axes: Axes, panel: Panel, theme: Theme) -> None:
    """The best guess, and what was played instead."""
    best_guess(axes, panel.best.place, panel.best.predicted, theme, line=panel.best.line)
    if panel.played is not None:
        axes.plot(
            [panel.played.place], [panel.played.predicted], "X", color=theme.cycle[1],
            markeredgecolor=theme.ground, markersize=9, linestyle="none", label="played",
        )  # fmt: skip


def best_guess(axes: Axes, place: float, predicted: float, theme: Theme, *, line: int = 0) -> None:
    """A dot on the greedy action."""
    axes.plot(
        [place], [predicted], "o", color=theme.cycle[line % len(theme.cycle)],
        markeredgecolor=theme.ground, markersize=8, linestyle="none", label="best guess",
    )  # fmt: skip


def spike(axes: Axes, best: float, atom: float, theme: Theme, *, color: str | None = None) -> None:
    """The point mass on the best guess, which no density can show."""
    if not atom > 0.0:
        return
    axes.axvline(best, color=color or theme.cycle[0], linewidth=2.4)
    left, right = (axes.transData.transform((x, 0.0))[0] for x in axes.get_xlim())
    near_right = axes.transData.transform((best, 0.0))[0] > 0.5 * (left + right)
    axes.annotate(
        f"best guess: {100.0 * atom:.0f} %",
        (best, 0.86),
        xycoords=("data", "axes fraction"),
        xytext=(-6 if near_right else 6, 0),
        textcoords="offset points",
        ha="right" if near_right else "left",
        bbox={"facecolor": theme.ground, "edgecolor": "none", "alpha": 0.8, "pad": 1.0},
    )


def draw_bars(losses: Axes, law: Axes, panel: Panel, choice: Choice, theme: Theme) -> None:
    """A bar per item: predicted loss above, probability below."""
    (line,) = panel.lines
    places = np.arange(len(panel.labels))
    losses.bar(places, line.predicted, color=theme.cycle[0], alpha=0.75)
    law.bar(places, line.density, color=theme.cycle[0], alpha=0.45)
    draw_marks(losses, at_bars(panel), theme)
    law.set_xticks(places, panel.labels)
    law.yaxis.set_major_formatter(percent())
    for axes in (losses, law):
        axes.grid(visible=False, axis="x")


def at_bars(panel: Panel) -> Panel:
    """The panel with marks at the places of bars instead of the numbers of items."""
    items = panel.lines[0].actions.tolist()

    def moved(mark: Mark) -> Mark:
        return mark._replace(place=float(items.index(mark.place)))

    played = None if panel.played is None else moved(panel.played)
    return panel._replace(best=moved(panel.best), played=played)


def draw_outcomes(axes: Axes, panel: Panel, theme: Theme) -> None:
    """Predicted outcomes, of which the payoff is known."""
    for line, style in styled(panel, theme):
        if line.outcome is not None:
            axes.plot(line.actions, line.outcome, **style)
    axes.set(ylabel="predicted outcome", ylim=(0.0, 1.02))


def styled(panel: Panel, theme: Theme) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Each line with its colour and dashes."""
    styles = colours_of([str(i) for i in range(len(panel.lines))], theme)
    for i, line in enumerate(panel.lines):
        yield line, dict(styles[str(i)])
