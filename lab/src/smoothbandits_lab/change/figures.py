"""The figure: losses over time, a row per family of policies and a column per world."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from smoothbandits.apps.reports.figures import Theme, thousands
from smoothbandits.checks import Floats
from smoothbandits_lab.change.policies import POLICIES
from smoothbandits_lab.change.scores import Changes
from smoothbandits_lab.change.words import played_worlds

__all__ = ["drawn_families", "draw_change"]


def drawn_families(result: Changes) -> list[str]:
    """Families of policies whose losses over time are known."""
    known = {
        POLICIES[score.policy].family
        for score in result.scores
        if any(place.curve for place in score.places.values())
    }
    return [name for name in POLICIES if name in known]


def draw_change(result: Changes, figure: Figure, theme: Theme) -> None:
    """Geometric means over tables of mean losses in consecutive windows."""
    worlds, families = played_worlds(result), drawn_families(result)
    panels = figure.subplots(len(families), len(worlds), sharex=True, sharey="row", squeeze=False)
    for row, family in zip(panels, families, strict=True):
        for axes, world in zip(row, worlds, strict=True):
            draw_panel(axes, result, family, world, theme)
        row[0].set_ylabel(f"{family}: loss × 1000")
        row[-1].legend(loc="best")
    for axes, world in zip(panels[0], worlds, strict=True):
        axes.set_title(world)
    for axes in panels[-1]:
        axes.set_xlabel("rounds")


def draw_panel(axes: Axes, result: Changes, family: str, world: str, theme: Theme) -> None:
    """All forms of a policy in one world; restarted as one level in the end."""
    rounds, at, last = (result.settings.lengths[key] for key in ("rounds", "at", "last"))
    scores = [
        score
        for score in result.scores
        if score.world == world and POLICIES[score.policy].family == family
    ]
    if world in ("jump", "flip"):
        axes.axvline(at, color=theme.quiet, linewidth=1.0, linestyle=(0, (4, 3)))
    colours = iter(theme.cycle)
    for score in scores:
        if POLICIES[score.policy].restarted:
            level = over_tables([[place.last] for place in score.places.values()])[0]
            axes.plot([rounds - last, rounds], [level, level], color=theme.ink, label="restarted")
            continue
        curve = over_tables([place.curve for place in score.places.values()])
        ends = np.arange(1, len(curve) + 1) * rounds / max(1, len(curve))
        label = score.policy.removeprefix(f"{family}-") if score.policy != family else "plain"
        axes.plot(ends, curve, color=next(colours), label=label)
    axes.set_yscale("log")
    axes.xaxis.set_major_formatter(thousands())
    axes.xaxis.set_major_locator(MaxNLocator(3))


def over_tables(rows: Sequence[Sequence[float]]) -> Floats:
    """Geometric means of losses, times 1000."""
    means: Floats = 1000.0 * np.exp(np.log(np.maximum(rows, 1e-9)).mean(axis=0))
    return means
