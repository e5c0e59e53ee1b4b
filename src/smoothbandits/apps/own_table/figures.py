"""The figures of runs and comparisons on a table."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure

from smoothbandits.apps.own_table.contest import LATE_ROWS, Contest, TableRun
from smoothbandits.apps.reports import picture
from smoothbandits.apps.reports.figures import DARK, LIGHT, Theme, draw_band, render
from smoothbandits.apps.reports.surface import Surface, draw_choice, draw_surface
from smoothbandits.drawing import runs
from smoothbandits.drawing.curves import (
    colours_of,
    draw_actions,
    draw_interval_curve,
    draw_probabilities,
    mark_changes,
    rounds_axis,
)

__all__ = [
    "action_picture",
    "compare_overview",
    "draw_exploration",
    "draw_losses",
    "draw_corral",
    "exploration_pictures",
    "loss_pictures",
    "corral_picture",
    "run_overview",
    "surface_pictures",
]

Drawing = Callable[[Figure, Theme], None]
PHONE = 5.4  # inches: text stays readable where the page is as narrow as a phone


def draw_losses(axes: Axes, contest: Contest, theme: Theme) -> None:
    """Mean losses so far; a policy that is far off is only named."""
    styles = colours_of(contest.contestants, theme)
    shown, far = near(contest)
    currency = contest.problem.currency
    for name in shown:
        curve = currency.curve(contest.contestants[name].curve)
        draw_interval_curve(axes, *curve, label=name, **styles[name])
    rounds_axis(axes, contest.problem.rounds)
    axes.set(ylabel=f"mean {currency.noun} so far", ylim=(0.0, ceiling(axes, contest)))
    axes.legend(loc="lower left", ncols=2)
    if far:
        words = ", ".join(f"{n} {contest.contestants[n].loss.mean:.3f}" for n in far)
        axes.text(
            0.98, 0.97, f"not shown: {words}", transform=axes.transAxes, ha="right", va="top"
        )


def near(contest: Contest) -> tuple[list[str], list[str]]:
    """Policies whose loss fits one axis with the best, and the others; two are always shown."""
    losses = {name: found.loss.mean for name, found in contest.contestants.items()}
    limit = contest.problem.currency.far * min(losses.values())
    far = [n for n in losses if losses[n] > limit] if len(losses) > 2 else []
    return [n for n in losses if n not in far], far


def ceiling(axes: Axes, contest: Contest) -> float:
    """Upper end of the axis: two lines are shown whole, more of them near the best one."""
    currency, found = contest.problem.currency, contest.contestants.values()
    if len(contest.contestants) > 2:
        best = min(each.loss.mean for each in found)
        return float(currency.headroom * currency.shown(best))
    first = axes.get_xlim()[0]
    lines: list[Any] = [line.get_xydata() for line in axes.lines]
    return float(1.25 * max(xy[xy[:, 0] >= first, 1].max() for xy in lines))


def draw_recent(axes: Axes, contest: Contest, theme: Theme) -> None:
    """Mean loss in consecutive windows; a policy that is far off is left out."""
    styles, currency = colours_of(contest.contestants, theme), contest.problem.currency
    for name in near(contest)[0]:
        found = contest.contestants[name]
        draw_band(axes, found.ends, currency.shown(found.recent), label=name, **styles[name])
    rounds_axis(axes, contest.problem.rounds, logarithmic=False)
    words = f"{currency.noun} in consecutive windows"
    axes.set(ylabel=words, ylim=(0.0, ceiling(axes, contest)))
    mark_changes(axes, changes_in(contest), theme)
    axes.legend(loc="lower left", ncols=2)


def changes_in(contest: Contest) -> list[int]:
    """Rounds after which any policy, with any seed, found the world changed."""
    runs = [run for found in contest.contestants.values() for run in found.changes]
    return sorted({n for run in runs for n in run})


def draw_regret(axes: Axes, contest: Contest, theme: Theme) -> None:
    """Sums of losses minus the best constant's, which is the line at 0."""
    styles, currency = colours_of(contest.contestants, theme), contest.problem.currency
    for name in near(contest)[0]:
        curve = currency.total(contest.contestants[name].regret)
        if curve.mean.any():
            draw_interval_curve(axes, *curve, label=name, **styles[name])
    axes.axhline(0.0, color=theme.quiet, linewidth=1.2, label="best constant")
    rounds_axis(axes, contest.problem.rounds, logarithmic=False)
    axes.set(ylabel=currency.gap)
    axes.legend(loc="best", ncols=2)


def draw_exploration(axes: Axes, contest: Contest, theme: Theme) -> None:
    """Share of exploring rounds, of policies that say when they explore."""
    styles = colours_of(contest.contestants, theme)
    found = {name: contest.contestants[name] for name in exploring(contest)}
    ends = {name: each.ends for name, each in found.items()}
    shares = {name: each.exploration for name, each in found.items()}
    runs.draw_exploration(axes, ends, shares, contest.problem.rounds, styles)
    if axes.lines:
        axes.legend(loc="best")


def exploring(contest: Contest) -> list[str]:
    """Policies that explore and say when; random play always does."""
    return [n for n, found in contest.contestants.items() if found.explores and n != "random"]


def draw_late_actions(axes: Axes, run: TableRun, theme: Theme) -> None:
    """Late actions against targets."""
    n = min(LATE_ROWS, run.problem.rounds)
    targets = run.problem.environment.targets(run.problem.rounds - n, n)
    draw_actions(axes, targets, run.played.actions[-n:], run.played.explored[-n:], theme)


def draw_corral(figure: Figure | SubFigure, run: TableRun, theme: Theme) -> None:
    """CORRAL's probabilities."""
    played = run.played
    draw_probabilities(
        figure, played.ends.astype(float), played.probabilities, played.rates, theme
    )


def run_overview(figure: Figure, run: TableRun, theme: Theme) -> None:
    """One policy on one picture."""
    left, middle, right = figure.subplots(1, 3)
    draw_losses(left, run, theme)
    draw_late_actions(middle, run, theme)
    draw_exploration(right, run, theme)


def compare_overview(figure: Figure, contest: Contest, theme: Theme) -> None:
    """Several policies on one picture."""
    left, right = figure.subplots(1, 2)
    draw_losses(left, contest, theme)
    draw_regret(right, contest, theme)


def loss_pictures(contest: Contest) -> Iterator[str]:
    """Losses or revenues so far, of late, and against the best constant."""
    currency = contest.problem.currency
    noun, seeds = currency.noun, len(contest.seeds)
    cover = f"({seeds} seeds)" if seeds > 1 else "of the luck in these rounds"
    side = "Below" if currency.falls else "Above"
    dotted = " Dotted: the world was found changed." if changes_in(contest) else ""
    errors = "; bands are two standard errors over seeds" if seeds > 1 else ""
    yield themed(
        on_axes(draw_losses, contest),
        alt=f"Mean {noun} so far over {contest.problem.rounds:,} rounds",
        caption=f"Mean {noun} of all rounds so far; bands cover 95 % {cover}.",
    )
    yield themed(
        on_axes(draw_recent, contest),
        alt=f"{noun.capitalize()} in consecutive windows",
        caption=f"Mean {noun} in consecutive windows: how good a policy has become by then"
        f"{errors}.{dotted}",
    )
    yield themed(
        on_axes(draw_regret, contest),
        alt=f"{currency.gap} over {contest.problem.rounds:,} rounds".capitalize(),
        caption=f"Sum of {currency.nouns} minus that of the best constant, the one "
        f"{currency.choice} that would have {currency.verb} {currency.most}; bands cover 95 % "
        f"{cover}. {side} 0 a policy {currency.verb} {currency.better} than it up to then.",
    )


def exploration_pictures(contest: Contest) -> Iterator[str]:
    """How often policies explore; none where none of them says it."""
    if exploring(contest):
        several = len(contest.contestants) > 2
        silent = " Baselines do not say when they explore." if several else ""
        yield themed(
            on_axes(draw_exploration, contest),
            alt="Share of rounds that explore, over time",
            caption=f"Share of rounds whose action was a draw from the whole range.{silent}",
        )


def action_picture(run: TableRun) -> str:
    """Late actions."""
    return themed(
        on_axes(draw_late_actions, run),
        alt="Late actions against targets",
        caption=f"The last {min(LATE_ROWS, run.problem.rounds):,} rounds: action against what "
        f"{run.problem.currency.right}.",
    )


def corral_picture(run: TableRun) -> str:
    """CORRAL's probabilities."""
    return themed(
        lambda figure, theme: draw_corral(figure, run, theme),
        alt="Probabilities of CORRAL's exploration rates over time",
        caption="CORRAL chooses in every round among several rates of exploration. Each "
        "layer is one rate, as thick as it is likely.",
    )


def surface_pictures(surface: Surface) -> Iterator[str]:
    """What was learned, for many rows and for three of them."""
    yield themed(
        partial(draw_surface, surface=surface),
        alt="Predicted loss of every action for many rows, with best guesses and targets",
        caption="Predicted loss of every action (upwards) for late rows, the darker the "
        "better; the line is the best guess, dots are what came true.",
    )
    for which, words in enumerate(("low", "middle", "high")):
        yield themed(
            partial(draw_choice, surface=surface, which=which),
            alt=f"Predicted loss and density of actions for a row with a {words} target",
            caption=f"A late row with a {words} target: what each action is predicted to "
            "cost, and the law by which the next one would be drawn.",
        )


def themed(draw: Drawing, *, alt: str, caption: str) -> str:
    """A figure in the light and the dark theme, as HTML."""
    draw_in = partial(render, draw, width=PHONE, height=3.7, dpi=150)
    return picture(draw_in(theme=LIGHT), draw_in(theme=DARK), alt=alt, caption=caption)


def on_axes(draw: Callable[[Axes, Any, Theme], None], contest: Contest) -> Drawing:
    """A drawing on one pair of axes as one on a figure."""
    return lambda figure, theme: draw(figure.subplots(), contest, theme)
