"""The figures of a log: what was tried, and what the bandit takes it to have brought."""

from functools import partial

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smoothbandits.apps.logged_table.findings import Findings
from smoothbandits.apps.logged_table.warm import Warm
from smoothbandits.apps.reports import picture
from smoothbandits.apps.reports.figures import DARK, LIGHT, Theme, render

__all__ = ["action_picture", "overview", "reward_picture"]

BINS, POINTS, ROWS = 40, 101, 100
PHONE = 5.4  # inches: text stays readable where the page is as narrow as a phone


def draw_actions(axes: Axes, warm: Warm, found: Findings, theme: Theme) -> None:
    """How often actions were tried, and how often the bandit would begin with them."""
    edges = np.linspace(*warm.log.space.support, BINS + 1)
    for values, label, fill in (
        (warm.log.actions, "tried", True),
        (found.recommended, "begins with", False),
    ):
        shares = np.histogram(values, edges)[0] / len(values)
        axes.stairs(shares, edges, label=label, fill=fill, alpha=0.5 if fill else 1.0)
    axes.set(xlabel=warm.log.action, ylabel="share of the rows")
    axes.legend()


def draw_rewards(axes: Axes, warm: Warm, found: Findings, theme: Theme) -> None:
    """Predicted rewards of all actions, averaged over rows of the log."""
    bandit, grid = warm.bandit, np.linspace(*warm.log.space.support, POINTS)
    rows = found.contexts[:: max(1, len(found.contexts) // ROWS)]
    asked = [None if warm.log.schema is None else row for row in rows]
    losses = np.mean([bandit.oracle.predict(row, grid) for row in asked], axis=0)
    scale = bandit.scale
    curve = scale.low + scale.high - (scale.low + losses * (scale.high - scale.low))
    axes.plot(grid, curve, label="predicted, mean of the rows")
    low, high = np.quantile(warm.log.actions, [0.05, 0.95])
    axes.axvspan(low, high, color=theme.quiet, alpha=0.2, label="90 % of what was tried")
    axes.set(xlabel=warm.log.action, ylabel="reward")
    axes.legend()


def overview(figure: Figure, warm: Warm, found: Findings, theme: Theme) -> None:
    """Both on one picture."""
    left, right = figure.subplots(1, 2)
    draw_actions(left, warm, found, theme)
    draw_rewards(right, warm, found, theme)


def action_picture(warm: Warm, found: Findings) -> str:
    """What was tried and what comes next, as HTML."""
    return themed(
        lambda figure, theme: draw_actions(figure.subplots(), warm, found, theme),
        alt=f"How often each {warm.log.action} was tried and would come next",
        caption=f"Shares of the rows: each {warm.log.action} in the log, and the one that the "
        "bandit takes to be best.",
    )


def reward_picture(warm: Warm, found: Findings) -> str:
    """Predicted rewards, as HTML."""
    return themed(
        lambda figure, theme: draw_rewards(figure.subplots(), warm, found, theme),
        alt=f"Predicted reward of every {warm.log.action}",
        caption="Mean predicted reward over rows of the log. Outside the shaded part it is a "
        "guess.",
    )


def themed(draw: object, *, alt: str, caption: str) -> str:
    """A figure in the light and the dark theme, as HTML."""
    draw_in = partial(render, draw, width=PHONE, height=3.7, dpi=150)  # type: ignore[arg-type]
    return picture(draw_in(theme=LIGHT), draw_in(theme=DARK), alt=alt, caption=caption)
