"""The figures of several policies on a table."""

from collections.abc import Iterator

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smoothbandits.experiments.own_table.compare import Comparison
from smoothbandits.experiments.own_table.drawing import both, on_axes
from smoothbandits.experiments.own_table.words import against_constant
from smoothbandits.reports.curves import (
    colours_of,
    draw_interval_curve,
    mark_changes,
    rounds_axis,
)
from smoothbandits.reports.figures import Theme, draw_band, percent

__all__ = [
    "compare_overview",
    "compare_pictures",
    "draw_compare_exploration",
    "draw_compare_losses",
]

FAR = 2.5  # times the best loss: worse curves are left out


def draw_compare_losses(axes: Axes, comparison: Comparison, theme: Theme) -> None:
    """Progressive losses; what is far off is only named."""
    styles = colours_of(comparison.contestants, theme)
    shown, far = near(comparison)
    measure = comparison.problem.measure
    for name in shown:
        curve = measure.curve(comparison.contestants[name].curve)
        draw_interval_curve(axes, *curve, label=name, **styles[name])
    rounds_axis(axes, comparison.problem.rounds)
    axes.set(ylabel=f"mean {measure.noun} so far", ylim=(0.0, ceiling(comparison)))
    axes.legend(loc="lower left", ncols=2)
    if far:
        words = ", ".join(f"{n} {comparison.contestants[n].loss.mean:.3f}" for n in far)
        axes.text(
            0.98, 0.97, f"not shown: {words}", transform=axes.transAxes, ha="right", va="top"
        )


def near(comparison: Comparison) -> tuple[list[str], list[str]]:
    """Policies whose loss fits one axis with the best, and the others; revenues all fit."""
    if comparison.problem.sale:
        return list(comparison.contestants), []
    losses = {name: found.loss.mean for name, found in comparison.contestants.items()}
    limit = FAR * losses[comparison.best]
    return [n for n in losses if losses[n] <= limit], [n for n in losses if losses[n] > limit]


def ceiling(comparison: Comparison) -> float:
    """Upper end of the axis: above what is near the best loss, or above the best revenue."""
    best = comparison.contestants[comparison.best].loss
    top = comparison.problem.measure.estimate(best).mean
    return 1.6 * top if comparison.problem.sale else 1.25 * FAR * top


def draw_compare_recent(axes: Axes, comparison: Comparison, theme: Theme) -> None:
    """Loss in consecutive windows; what is far off is left out."""
    styles, measure = colours_of(comparison.contestants, theme), comparison.problem.measure
    for name in near(comparison)[0]:
        found = comparison.contestants[name]
        draw_band(axes, found.ends, measure.shown(found.recent), label=name, **styles[name])
    mark_changes(axes, changes_in(comparison), theme)
    rounds_axis(axes, comparison.problem.rounds, logarithmic=False)
    axes.set(ylabel=f"{measure.noun} in consecutive windows", ylim=(0.0, ceiling(comparison)))
    axes.legend(loc="lower left", ncols=2)


def changes_in(comparison: Comparison) -> list[int]:
    """Rounds after which any policy, with any seed, found the world changed."""
    runs = [run for found in comparison.contestants.values() for run in found.changes]
    return sorted({n for run in runs for n in run})


def draw_compare_regret(axes: Axes, comparison: Comparison, theme: Theme) -> None:
    """Cumulative losses minus the best constant's."""
    styles = colours_of(comparison.contestants, theme)
    for name in near(comparison)[0]:
        curve = comparison.problem.measure.total(comparison.contestants[name].regret)
        draw_interval_curve(axes, *curve, label=name, **styles[name])
    rounds_axis(axes, comparison.problem.rounds, logarithmic=False)
    axes.set(ylabel=against_constant(comparison.problem))
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
    noun = comparison.problem.measure.noun
    sums = "revenues" if comparison.problem.sale else "losses"
    yield both(
        on_axes(draw_compare_losses, comparison),
        alt=f"Mean {noun} so far of each policy",
        caption=f"Mean {noun} of all rounds so far; {cover}.",
    )
    yield both(
        on_axes(draw_compare_recent, comparison),
        alt=f"{noun.capitalize()} of each policy in consecutive windows",
        caption=f"Mean {noun} in consecutive windows: how good each policy has become by then; "
        "bands are two standard errors over seeds."
        + (" Dotted: one of them found the world changed." if changes_in(comparison) else ""),
    )
    yield both(
        on_axes(draw_compare_regret, comparison),
        alt=f"{against_constant(comparison.problem)}, of each policy".capitalize(),
        caption=f"Sum of {sums} minus that of the best constant, chosen in hindsight; {cover}.",
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
