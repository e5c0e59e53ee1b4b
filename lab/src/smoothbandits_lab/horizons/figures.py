"""The figure: ratios to the rival by horizon, a panel per loss and one for prices."""

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from smoothbandits.apps.reports.figures import Theme
from smoothbandits_lab.horizons.scores import Horizons, Score, measure_of
from smoothbandits_lab.horizons.words import (
    horizon_words,
    problem_words,
    shown_policies,
)

__all__ = ["draw_horizons"]

SPREAD = 0.7  # of a horizon's room that its policies share
ROOM = 1.1  # beyond the outermost tables
OURS = ("best", "fast", "best-sale", "fast-sale")  # take the strongest colours
MEASURES = {
    "loss": "loss over the rival's: below 1 is better",
    "revenue": "revenue over the rival's: above 1 is better",
}


def draw_horizons(result: Horizons, figure: Figure, theme: Theme) -> None:
    """Losses side by side on one scale; revenues on their own, as more of them is better."""
    losses = list(dict.fromkeys(score.loss for score in result.scores))
    panels = figure.subplots(1, len(losses), squeeze=False)[0]
    handles: dict[str, Artist] = {}
    for axes, loss in zip(panels, losses, strict=True):
        draw_loss(axes, result, loss, theme)
        # an interval of two seeds may reach anywhere
        ratios = [
            place.to_rival.mean
            for score in result.scores
            if score.measure == measure_of(loss)
            for place in score.places.values()
        ]
        axes.set_ylim(min(ratios) / ROOM, max(ratios) * ROOM)
        lines, labels = axes.get_legend_handles_labels()
        handles |= dict(zip(labels, lines, strict=True))
    for measure in MEASURES:
        own = [
            axes for axes, loss in zip(panels, losses, strict=True) if measure_of(loss) == measure
        ]
        if own:
            own[0].set_ylabel(MEASURES[measure])
    figure.legend(
        list(handles.values()), list(handles), loc="outside upper center", ncols=len(handles)
    )


def draw_loss(axes: Axes, result: Horizons, loss: str, theme: Theme) -> None:
    """Small dots are tables; lines join geometric means, with their intervals."""
    scores = [score for score in result.scores if score.loss == loss]
    horizons = list(dict.fromkeys(score.horizon for score in scores))
    names = shown_policies(result, loss)
    colours = colours_of(shown_policies(result), theme)
    axes.axhline(1.0, color=theme.ink, linewidth=1.1)
    for i, name in enumerate(names):
        shift = SPREAD * ((i + 0.5) / len(names) - 0.5)
        own = [score for score in scores if score.policy == name]
        if own:
            places = [horizons.index(score.horizon) + shift for score in own]
            draw_policy(axes, own, places, name, colours[name])
    axes.set_yscale("log")
    axes.yaxis.set_major_locator(LogLocator(10.0, subs=(1.0, 2.0, 3.0, 5.0, 7.0)))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.yaxis.set_minor_formatter(NullFormatter())
    axes.set_xticks(range(len(horizons)), list(map(horizon_words, horizons)))
    axes.set(xlim=(-0.5, len(horizons) - 0.5), xlabel="rounds", title=problem_words(loss))
    axes.grid(visible=False, axis="x")


def draw_policy(
    axes: Axes, scores: list[Score], places: list[float], name: str, colour: str
) -> None:
    """One policy at all horizons."""
    for score, x in zip(scores, places, strict=True):
        ratios = [place.to_rival.mean for place in score.places.values()]
        axes.plot([x] * len(ratios), ratios, "o", color=colour, markersize=2.6, alpha=0.45)
        low, high = score.to_rival.low, score.to_rival.high
        axes.plot([x, x], [low, high], color=colour, linewidth=3.0, alpha=0.6)
    means = [score.to_rival.mean for score in scores]
    width = 2.2 if name in OURS else 1.2
    axes.plot(places, means, "o-", color=colour, markersize=6, linewidth=width, label=name)


def colours_of(names: list[str], theme: Theme) -> dict[str, str]:
    """The same colour for a policy whoever else plays; the constant is quiet."""
    order = [*OURS, *(name for name in names if name not in (*OURS, "constant"))]
    colours = {name: theme.cycle[i % len(theme.cycle)] for i, name in enumerate(order)}
    return {**colours, "constant": theme.quiet}
