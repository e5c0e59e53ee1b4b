"""The figures of one policy on a table."""

from collections.abc import Iterator
from functools import partial

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure

from smoothbandits.experiments.bootstrap import RunningMeans, running_means
from smoothbandits.experiments.own_table.drawing import both, on_axes
from smoothbandits.experiments.own_table.run import LATE_ROWS, TableRun
from smoothbandits.experiments.own_table.words import against_constant
from smoothbandits.reports.curves import (
    colours_of,
    draw_actions,
    draw_interval_curve,
    draw_probabilities,
    mark_changes,
    rounds_axis,
)
from smoothbandits.reports.figures import Theme, percent
from smoothbandits.reports.surface import Surface, draw_choice, draw_surface

__all__ = [
    "draw_master",
    "exploring_pictures",
    "loss_pictures",
    "master_picture",
    "run_overview",
    "surface_pictures",
]


def draw_run_losses(axes: Axes, run: TableRun, theme: Theme) -> None:
    """Progressive loss of the policy and of the best single action."""
    styles = colours_of([run.played.policy, "best constant"], theme)
    series = {run.played.policy: run.played.losses, "best constant": run.reference_losses}
    rounds_axis(axes, run.problem.rounds)
    top = 0.0
    for name, losses in series.items():
        curve = run.problem.measure.curve(running_means(losses))
        draw_interval_curve(axes, *curve, label=name, **styles[name])
        shown = curve.rounds >= axes.get_xlim()[0]
        top = max(top, float(curve.high[shown].max()))
    axes.set(ylabel=f"mean {run.problem.measure.noun} so far", ylim=(0.0, 1.2 * top))
    axes.legend(loc="upper right")


def draw_run_recent(axes: Axes, run: TableRun, theme: Theme) -> None:
    """Loss in consecutive windows."""
    styles = colours_of([run.played.policy, "best constant"], theme)
    constant = run.played.window_means(run.reference_losses)
    series = {run.played.policy: run.played.recent, "best constant": constant}
    measure = run.problem.measure
    for name, losses in series.items():
        axes.plot(run.played.ends, measure.shown(losses), label=name, **styles[name])
    mark_changes(axes, run.played.changes, theme)
    rounds_axis(axes, run.problem.rounds, logarithmic=False)
    axes.set(ylabel=f"{measure.noun} in consecutive windows", ylim=(0.0, 1.2 * axes.get_ylim()[1]))
    axes.legend(loc="upper right")


def draw_run_regret(axes: Axes, run: TableRun, theme: Theme) -> None:
    """Cumulative loss minus that of the best single action."""
    gap = running_means(run.played.losses - run.reference_losses)
    sums = RunningMeans(gap.rounds, *(gap.rounds * part for part in gap[1:]))
    draw_interval_curve(axes, *run.problem.measure.total(sums), color=theme.cycle[0])
    axes.axhline(0.0, color=theme.quiet, linewidth=1.2)
    rounds_axis(axes, run.problem.rounds, logarithmic=False)
    axes.set(ylabel=against_constant(run.problem))


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


def draw_master(figure: Figure | SubFigure, run: TableRun, theme: Theme) -> None:
    """CORRAL's probabilities."""
    played = run.played
    draw_probabilities(
        figure, played.ends.astype(np.float64), played.probabilities, played.rates, theme
    )


def loss_pictures(run: TableRun) -> Iterator[str]:
    """Losses or revenues, what lies between them and the best constant, and late actions."""
    noun, sale = run.problem.measure.noun, run.problem.sale
    most, met = "action that would have cost least", "came true. On the line it met its target"
    if sale:
        most = "price that would have earned most"
        met = "would have been paid. Up to the line the price sold"
    yield both(
        on_axes(draw_run_losses, run),
        alt=f"Mean {noun} so far over {run.problem.rounds:,} rounds, against the best constant",
        caption=f"Mean {noun} of all rounds so far; bands cover 95 % of the luck in this run's "
        f"rounds. The best constant is the one {most} here.",
    )
    yield both(
        on_axes(draw_run_recent, run),
        alt=f"{noun.capitalize()} in consecutive windows, against the best constant",
        caption=f"Mean {noun} in consecutive windows: how good the policy has become by then."
        + (" Dotted: it found the world changed." if run.played.changes else ""),
    )
    yield both(
        on_axes(draw_run_regret, run),
        alt=f"{against_constant(run.problem)} over {run.problem.rounds:,} rounds".capitalize(),
        caption="Sum of revenues minus that of the best constant. While the curve rises, each "
        "round earns more than the constant's."
        if sale
        else "Sum of losses minus that of the best constant. While the curve falls, each "
        "round costs less than the constant's.",
    )
    yield both(
        on_axes(draw_run_actions, run),
        alt="Late actions against targets",
        caption=f"The last {min(LATE_ROWS, run.problem.rounds):,} rounds: action against what "
        f"{met}.",
    )


def exploring_pictures(run: TableRun) -> Iterator[str]:
    """How much was explored and how the master chose; none where neither can be told."""
    if run.played.explored.any():
        yield both(
            on_axes(draw_run_exploration, run),
            alt="Share of rounds that explore, over time",
            caption="Share of rounds whose action was a draw from the whole range.",
        )
    if run.played.rates.size > 1:
        yield master_picture(run)


def master_picture(run: TableRun) -> str:
    """CORRAL's probabilities, as HTML."""
    return both(
        lambda figure, theme: draw_master(figure, run, theme),
        alt="Probabilities of CORRAL's exploration rates over time",
        caption="CORRAL chooses in every round among several rates of exploration. Each "
        "layer is one rate, as thick as it is likely.",
    )


def surface_pictures(surface: Surface) -> Iterator[str]:
    """What was learned, for many rows and for three of them."""
    yield both(
        partial(draw_surface, surface=surface),
        alt="Predicted loss of every action for many rows, with best guesses and targets",
        caption="Predicted loss of every action (upwards) for late rows, the darker the "
        "better; the line is the best guess, dots are what came true.",
    )
    for which, words in enumerate(("low", "middle", "high")):
        yield both(
            partial(draw_choice, surface=surface, which=which),
            alt=f"Predicted loss and density of actions for a row with a {words} target",
            caption=f"A late row with a {words} target: what each action is predicted to "
            "cost, and the law by which the next one would be drawn.",
        )


def run_overview(figure: Figure, run: TableRun, theme: Theme) -> None:
    """The essentials on one picture."""
    left, middle, right = figure.subplots(1, 3)
    draw_run_losses(left, run, theme)
    draw_run_actions(middle, run, theme)
    draw_run_exploration(right, run, theme)
