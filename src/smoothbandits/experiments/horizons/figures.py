"""The figure: ratios to the rival by horizon, a panel per loss."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from smoothbandits.experiments.horizons.run import Horizons
from smoothbandits.experiments.horizons.scores import Score
from smoothbandits.experiments.horizons.summary import horizon_words, shown_policies
from smoothbandits.reports.figures import Theme

__all__ = ["draw_horizons"]

SPREAD = 0.7  # of a horizon's room that its policies share
ROOM = 1.1  # beyond the outermost tables
OURS = ("best", "fast")  # take the strongest colours


def draw_horizons(figure: Figure, result: Horizons, theme: Theme) -> None:
    """All losses side by side on one scale."""
    losses = list(dict.fromkeys(score.loss for score in result.scores))
    panels = figure.subplots(1, len(losses), sharey=True, squeeze=False)[0]
    for axes, loss in zip(panels, losses, strict=True):
        draw_loss(axes, result, loss, theme)
    # an interval of two seeds may reach anywhere
    ratios = [place.to_rival.mean for score in result.scores for place in score.places.values()]
    panels[0].set_ylim(min(ratios) / ROOM, max(ratios) * ROOM)
    panels[0].set_ylabel("loss over the rival's on the same rows")
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper center", ncols=len(labels))


def draw_loss(axes: Axes, result: Horizons, loss: str, theme: Theme) -> None:
    """Small dots are tables; lines join geometric means, with their intervals."""
    scores = [score for score in result.scores if score.loss == loss]
    horizons = list(dict.fromkeys(score.horizon for score in scores))
    names = shown_policies(result)
    colours = colours_of(names, theme)
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
    axes.set(xlim=(-0.5, len(horizons) - 0.5), xlabel="rounds", title=f"{loss} loss")
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
