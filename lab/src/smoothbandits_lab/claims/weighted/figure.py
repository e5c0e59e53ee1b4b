"""The figure of weighted oracles."""

from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter

from smoothbandits.apps.reports.figures import Theme
from smoothbandits_lab.claims.slopes import reference_slope

__all__ = ["draw_weighted"]


def draw_weighted(figure: Figure, numbers: dict[str, Any], theme: Theme) -> None:
    """Every game as a dot; the counterexample as lines with their bounds."""
    figure.set_size_inches(10.5, 4.2)
    left, right = figure.subplots(1, 2)
    colours = dict(zip(("A", "B", "C", "native"), theme.cycle, strict=False))
    draw_games(left, numbers, colours, theme)
    draw_example(right, numbers["counterexample"], colours, theme)


def draw_games(axes: Axes, numbers: dict[str, Any], colours: dict[str, str], theme: Theme) -> None:
    """Mean regret over bound; bars are two standard errors."""
    games = {**numbers["games"], "C": numbers["realizable"]}
    for place, (name, colour) in enumerate(colours.items()):
        count = len(games[name])
        for i, game in enumerate(games[name]):
            axes.errorbar(
                place + 0.7 * (i / max(1, count - 1) - 0.5),
                game["share"],
                2.0 * game["error"],
                fmt="o",
                markersize=4,
                color=colour,
                elinewidth=1.0,
            )
    axes.axhline(1.0, linestyle="--", color=theme.ink, linewidth=1.4)
    axes.axhline(0.0, color=theme.quiet, linewidth=0.8)
    axes.annotate("bound", (3.45, 1.0), (0, 3), textcoords="offset points", ha="right")
    axes.set_xticks(range(4), ["A\nadversarial", "B\nadversarial", "C\nrealizable", "native\n"])
    axes.grid(False, axis="x")
    axes.set(title="Each dot a game", ylabel="weighted regret/bound")


def draw_example(axes: Axes, lines: dict[str, Any], colours: dict[str, str], theme: Theme) -> None:
    """Regret against length; dashed the bound of the same colour."""
    for name, colour in colours.items():
        line = lines[name]
        axes.plot(
            line["halves"], line["regrets"], "o-", color=colour, markersize=4, label=f"{name}"
        )
        axes.plot(line["halves"], line["bounds"], "--", color=colour, linewidth=1.2, alpha=0.8)
    failing = lines["C"]
    reference_slope(
        axes, failing["halves"], 0.4 * failing["regrets"][0], 1.0, "slope 1", theme, above=False
    )
    axes.set(
        title="The counterexample (dashed: bounds)",
        xlabel="n: labels 1 at weight 0.01, then as many 0 at weight 1",
        ylabel="weighted regret",
    )
    # regret against one function may be below zero
    axes.set(xscale="log", yscale="symlog")
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_ylim(None, 3.0 * axes.get_ylim()[1])
    axes.legend(loc="upper left", ncols=4, fontsize=8.5)
