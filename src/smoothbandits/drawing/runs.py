"""Runs beside each other: mean loss, regret where it is known, exploration."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure
from numpy.typing import NDArray

from smoothbandits.checks import Floats
from smoothbandits.drawing.curves import colours_of, rounds_axis
from smoothbandits.drawing.themes import Theme, draw_band, percent
from smoothbandits.drawing.windows import checkpoints, window_means

__all__ = ["Run", "draw_exploration", "draw_runs", "panels_of"]

Runs = Mapping[str, Sequence["Run"]]
MOST_POINTS = 400


class Run(NamedTuple):
    """What is drawn of one run, an entry per round.

    Attributes
    ----------
    losses, explored
        What happened.
    regrets
        Cumulative, None where unknown.
    benchmark
        What they are measured against.
    """

    losses: Floats
    explored: NDArray[np.bool_]
    regrets: Floats | None
    benchmark: str


def panels_of(runs: Runs) -> list[str]:
    """Which panels there are: regrets where all runs know them, exploration where one explores."""
    every = [run for several in runs.values() for run in several]
    found = ["loss"]
    if all(run.regrets is not None for run in every):
        found.append("regret")
    if any(run.explored.any() for run in every):
        found.append("exploration")
    return found


def draw_runs(figure: Figure | SubFigure, theme: Theme, *, runs: Runs) -> None:
    """Draw one line per name; several runs of a name are their mean and two standard errors."""
    names = panels_of(runs)
    grid = figure.subplots(1, len(names), squeeze=False)[0]
    styles = colours_of(runs, theme)
    drawings: dict[str, Any] = {
        "loss": draw_losses,
        "regret": draw_regrets,
        "exploration": draw_shares,
    }
    for axes, name in zip(grid, names, strict=True):
        drawings[name](axes, runs, styles)
    if len(runs) > 1:
        grid[0].legend(loc="best")


def draw_losses(axes: Axes, runs: Runs, styles: Mapping[str, Any]) -> None:
    """Mean loss of all rounds so far."""
    for name, several in runs.items():
        n = shortest(several)
        at = points(n)
        means = [np.cumsum(run.losses[:n])[at - 1] / at for run in several]
        draw_band(axes, at, means, label=name, **styles[name])
    rounds_axis(axes, longest(runs))
    axes.set(ylabel="mean loss so far")


def draw_regrets(axes: Axes, runs: Runs, styles: Mapping[str, Any]) -> None:
    """Cumulative regret."""
    for name, several in runs.items():
        n = shortest(several)
        at = np.unique(np.linspace(1, n, min(n, MOST_POINTS)).round().astype(int))
        regrets = [run.regrets[at - 1] for run in several if run.regrets is not None]
        draw_band(axes, at, regrets, label=name, **styles[name])
    against = {run.benchmark for several in runs.values() for run in several}
    rounds_axis(axes, longest(runs), logarithmic=False)
    axes.set(ylabel="cumulative regret")
    if len(against) == 1:
        axes.set_title(f"against {against.pop()}", fontsize="small", fontweight="normal")


def draw_shares(axes: Axes, runs: Runs, styles: Mapping[str, Any]) -> None:
    """Exploration of the runs that explore."""
    ends, shares = {}, {}
    for name, several in runs.items():
        if any(run.explored.any() for run in several):
            n = shortest(several)
            ends[name] = checkpoints(n)
            shares[name] = [window_means(run.explored[:n].astype(float), ends[name])
                            for run in several]  # fmt: skip
    draw_exploration(axes, ends, shares, longest(runs), styles)


def draw_exploration(
    axes: Axes,
    ends: Mapping[str, Any],
    shares: Mapping[str, Any],
    rounds: int,
    styles: Mapping[str, Any],
) -> None:
    """Draw the share of exploring rounds in windows; names that never explore are left out."""
    for name, values in shares.items():
        draw_band(axes, ends[name], values, label=name, **styles[name])
    rounds_axis(axes, rounds)
    axes.set(ylabel="share of rounds that explore", ylim=(0.0, None))
    axes.yaxis.set_major_formatter(percent())


def points(rounds: int) -> NDArray[np.int64]:
    """Rounds at which a curve over the logarithm is drawn."""
    found = np.geomspace(1, rounds, min(rounds, MOST_POINTS)).round().astype(np.int64)
    return np.unique(found)


def shortest(several: Iterable[Run]) -> int:
    """How many rounds all runs of a name have."""
    return min(len(run.losses) for run in several)


def longest(runs: Runs) -> int:
    """Rounds of the longest line."""
    return max(shortest(several) for several in runs.values())
