"""The figures of runs and comparisons on a table."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smoothbandits.experiments.bootstrap import running_means
from smoothbandits.experiments.own_table.compare import Comparison
from smoothbandits.experiments.own_table.run import LATE_ROWS, TableRun
from smoothbandits.reports import picture
from smoothbandits.reports.curves import (
    colours_of,
    draw_actions,
    draw_interval_curve,
    draw_probabilities,
    rounds_axis,
)
from smoothbandits.reports.figures import DARK, LIGHT, Theme, draw_band, percent, render
from smoothbandits.reports.surface import draw_choice, draw_surface

__all__ = ["both", "compare_overview", "compare_pictures", "run_overview", "run_pictures"]

Drawing = Callable[[Figure, Theme], None]
PHONE = 5.4  # inches: text stays readable where the page is as narrow as a phone
FAR = 2.5  # times the best loss: worse curves are left out of a zoomed axis


def both(draw: Drawing, *, alt: str, caption: str, height: float = 3.7) -> str:
    """A figure in the light and the dark theme."""
    draw_in = partial(render, draw, width=PHONE, height=height, dpi=150)
    return picture(draw_in(theme=LIGHT), draw_in(theme=DARK), alt=alt, caption=caption)


# ------------------------------------------------------------------------------------- run


def draw_run_losses(axes: Axes, run: TableRun, theme: Theme) -> None:
    """Progressive loss of the policy and of the best single action."""
    styles = colours_of([run.played.policy, "best constant"], theme)
    series = {run.played.policy: run.played.losses, "best constant": run.reference_losses}
    for name, losses in series.items():
        draw_interval_curve(axes, *running_means(losses), label=name, **styles[name])
    rounds_axis(axes, run.problem.rounds)
    axes.set(ylabel="mean loss so far", ylim=(0.0, None))
    axes.legend(loc="upper right")


def draw_run_recent(axes: Axes, run: TableRun, theme: Theme) -> None:
    """Loss in consecutive windows, and the best constant's over all."""
    axes.plot(run.played.ends, run.played.recent, color=theme.cycle[0], label=run.played.policy)
    axes.axhline(
        run.reference.mean, color=theme.cycle[1], linestyle=(0, (6, 2)), label="best constant"
    )
    rounds_axis(axes, run.problem.rounds, logarithmic=False)
    axes.set(ylabel="loss in consecutive windows", ylim=(0.0, None))
    axes.legend(loc="upper right")


def draw_run_regret(axes: Axes, run: TableRun, theme: Theme) -> None:
    """Cumulative loss minus that of the best single action."""
    gap = running_means(run.played.losses - run.reference_losses)
    sums = [gap.rounds * part for part in gap[1:]]
    draw_interval_curve(axes, gap.rounds, *sums, color=theme.cycle[0])
    axes.axhline(0.0, color=theme.quiet, linewidth=1.2)
    rounds_axis(axes, run.problem.rounds, logarithmic=False)
    axes.set(ylabel="regret against the best constant")


def draw_run_exploration(axes: Axes, run: TableRun, theme: Theme) -> None:
    """Share of exploring rounds."""
    axes.plot(run.played.ends, run.played.exploration, color=theme.cycle[0])
    rounds_axis(axes, run.problem.rounds)
    axes.set(ylabel="share of rounds that explore", ylim=(0.0, None))
    axes.yaxis.set_major_formatter(percent())


def draw_run_actions(axes: Axes, run: TableRun, theme: Theme) -> None:
    """Late actions against targets."""
    n = min(LATE_ROWS, run.problem.rounds)
    targets = run.problem.environment.targets(run.problem.rounds - n, n)
    draw_actions(axes, targets, run.played.actions[-n:], run.played.explored[-n:], theme)


def draw_master(figure: Figure, run: TableRun, theme: Theme) -> None:
    """CORRAL's probabilities."""
    played = run.played
    draw_probabilities(
        figure, played.ends.astype(np.float64), played.probabilities, played.rates, theme
    )


def run_pictures(run: TableRun) -> Iterator[tuple[str, str]]:
    """Each figure as (part of the page, HTML)."""
    rounds = f"{run.problem.rounds:,}"
    yield (
        "losses",
        both(
            on_axes(draw_run_losses, run),
            alt=f"Mean loss so far over {rounds} rounds, against the best constant",
            caption="Mean loss of all rounds so far; bands cover 95 %. The best constant is the "
            "one action that would have cost least on these rows.",
        ),
    )
    yield (
        "losses",
        both(
            on_axes(draw_run_recent, run),
            alt="Loss in consecutive windows, against the best constant",
            caption="Mean loss in consecutive windows: how good the policy has become by then. "
            "The best constant is drawn at its mean over all rounds.",
        ),
    )
    yield (
        "losses",
        both(
            on_axes(draw_run_regret, run),
            alt=f"Regret against the best constant over {rounds} rounds",
            caption="Sum of losses minus that of the best constant. While the curve falls, each "
            "round costs less than the constant's.",
        ),
    )
    yield (
        "losses",
        both(
            on_axes(draw_run_actions, run),
            alt="Late actions against targets",
            caption=f"The last {min(LATE_ROWS, run.problem.rounds):,} rounds: action against what "
            "came true. On the line the action met its target.",
        ),
    )
    if run.played.explored.any():
        yield (
            "exploring",
            both(
                on_axes(draw_run_exploration, run),
                alt="Share of rounds that explore, over time",
                caption="Share of rounds whose action was a draw from the whole range.",
            ),
        )
    if run.played.rates.size > 1:
        yield (
            "exploring",
            both(
                lambda figure, theme: draw_master(figure, run, theme),
                alt="Probabilities of CORRAL's exploration rates over time",
                caption="CORRAL chooses in every round among several rates of exploration. Each "
                "layer is one rate, as thick as it is likely.",
            ),
        )
    if run.surface is not None:
        yield from surface_pictures(run)


def surface_pictures(run: TableRun) -> Iterator[tuple[str, str]]:
    """What was learned, for many rows and for three of them."""
    surface = run.surface
    assert surface is not None
    yield (
        "learned",
        both(
            partial(draw_surface, surface=surface),
            alt="Predicted loss of every action for many rows, with best guesses and targets",
            caption="Predicted loss of every action (upwards) for late rows, the darker the "
            "better; the line is the best guess, dots are what came true.",
        ),
    )
    for which, words in enumerate(("low", "middle", "high")):
        yield (
            "learned",
            both(
                partial(draw_choice, surface=surface, which=which),
                alt=f"Predicted loss and density of actions for a row with a {words} target",
                caption=f"A late row with a {words} target: what each action is predicted to "
                "cost, and the law by which the next one would be drawn.",
            ),
        )


def run_overview(figure: Figure, run: TableRun, theme: Theme) -> None:
    """The essentials on one picture."""
    left, middle, right = figure.subplots(1, 3)
    draw_run_losses(left, run, theme)
    draw_run_actions(middle, run, theme)
    draw_run_exploration(right, run, theme)


# --------------------------------------------------------------------------------- compare


def draw_compare_losses(axes: Axes, comparison: Comparison, theme: Theme) -> None:
    """Progressive losses; what is far off is only named."""
    styles = colours_of(comparison.contestants, theme)
    shown, far = near(comparison)
    for name in shown:
        curve = comparison.contestants[name].curve
        draw_interval_curve(axes, *curve, label=name, **styles[name])
    rounds_axis(axes, comparison.problem.rounds)
    best = comparison.contestants[comparison.best].loss.mean
    axes.set(ylabel="mean loss so far", ylim=(0.0, 1.25 * FAR * best))
    axes.legend(loc="lower left", ncols=2)
    if far:
        words = ", ".join(f"{n} {comparison.contestants[n].loss.mean:.3f}" for n in far)
        axes.text(
            0.98, 0.97, f"not shown: {words}", transform=axes.transAxes, ha="right", va="top"
        )


def near(comparison: Comparison) -> tuple[list[str], list[str]]:
    """Policies whose loss fits one axis with the best, and the others."""
    losses = {name: found.loss.mean for name, found in comparison.contestants.items()}
    limit = FAR * losses[comparison.best]
    return [n for n in losses if losses[n] <= limit], [n for n in losses if losses[n] > limit]


def draw_compare_recent(axes: Axes, comparison: Comparison, theme: Theme) -> None:
    """Loss in consecutive windows; what is far off is left out."""
    styles = colours_of(comparison.contestants, theme)
    for name in near(comparison)[0]:
        found = comparison.contestants[name]
        draw_band(axes, found.ends, found.recent, label=name, **styles[name])
    rounds_axis(axes, comparison.problem.rounds, logarithmic=False)
    best = comparison.contestants[comparison.best].loss.mean
    axes.set(ylabel="loss in consecutive windows", ylim=(0.0, 1.25 * FAR * best))
    axes.legend(loc="lower left", ncols=2)


def draw_compare_regret(axes: Axes, comparison: Comparison, theme: Theme) -> None:
    """Cumulative losses minus the best constant's."""
    styles = colours_of(comparison.contestants, theme)
    for name in near(comparison)[0]:
        curve = comparison.contestants[name].regret
        draw_interval_curve(axes, *curve, label=name, **styles[name])
    rounds_axis(axes, comparison.problem.rounds, logarithmic=False)
    axes.set(ylabel="regret against the best constant")
    axes.legend(loc="best", ncols=2)


def draw_compare_exploration(axes: Axes, comparison: Comparison, theme: Theme) -> None:
    """Share of exploring rounds of those that say it."""
    styles = colours_of(comparison.contestants, theme)
    for name, found in comparison.contestants.items():
        if found.explores and name != "random":
            draw_band(axes, found.ends, found.exploration, label=name, **styles[name])
    rounds_axis(axes, comparison.problem.rounds)
    axes.set(ylabel="share of rounds that explore", ylim=(0.0, None))
    axes.yaxis.set_major_formatter(percent())
    axes.legend(loc="best")


def compare_pictures(comparison: Comparison) -> Iterator[str]:
    """Each figure as HTML."""
    seeds = len(comparison.seeds)
    cover = "bands cover 95 %" + (f" ({seeds} seeds)" if seeds > 1 else "")
    yield both(
        on_axes(draw_compare_losses, comparison),
        alt="Mean loss so far of each policy",
        caption=f"Mean loss of all rounds so far; {cover}.",
    )
    yield both(
        on_axes(draw_compare_recent, comparison),
        alt="Loss of each policy in consecutive windows",
        caption="Mean loss in consecutive windows: how good each policy has become by then; bands "
        "are two standard errors over seeds.",
    )
    yield both(
        on_axes(draw_compare_regret, comparison),
        alt="Regret of each policy against the best constant",
        caption=f"Sum of losses minus that of the best constant, chosen in hindsight; {cover}.",
    )
    exploring = [n for n, c in comparison.contestants.items() if c.explores and n != "random"]
    if exploring:
        yield both(
            on_axes(draw_compare_exploration, comparison),
            alt="Share of rounds that explore, by policy",
            caption="Share of rounds whose action was a draw from the whole range; bands are two "
            "standard errors over seeds. Baselines do not say when they explore.",
        )


def compare_overview(figure: Figure, comparison: Comparison, theme: Theme) -> None:
    """The essentials on one picture."""
    left, right = figure.subplots(1, 2)
    draw_compare_losses(left, comparison, theme)
    draw_compare_regret(right, comparison, theme)


def on_axes(draw: Callable[[Axes, Any, Theme], None], result: Any) -> Drawing:
    """A drawing on one pair of axes as one on a figure."""
    return lambda figure, theme: draw(figure.subplots(), result, theme)
