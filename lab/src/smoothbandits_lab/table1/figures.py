"""The figure of the table: one panel per dataset, a dot per policy."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smoothbandits.apps.reports.figures import Theme
from smoothbandits_lab.table1.rows import Row, Table1

__all__ = ["draw_panel", "draw_table1", "figure_height"]

COLUMNS = 2  # of panels
# by kind of policy, numbers of the theme's colours
OURS, PAPER, PEERS = 0, 2, 1
KINDS = {"fast": OURS, "best": OURS, "cats": PEERS, "batch": 3}


def colour_of(policy: str, theme: Theme) -> str:
    """One colour per kind: this package's own, the paper's learners, others'."""
    if policy == "constant":
        return theme.quiet
    if policy.startswith("vw-"):
        return theme.cycle[PEERS]
    return theme.cycle[KINDS.get(policy, PAPER)]


def figure_height(result: Table1) -> float:
    """Inches, so that all policies have the same room."""
    datasets = {row.dataset for row in result.rows}
    most = max(sum(row.dataset == name for row in result.rows) for name in datasets)
    panels = -(-len(datasets) // COLUMNS)
    return 0.7 + panels * (1.0 + 0.27 * most)


def draw_table1(result: Table1, figure: Figure, theme: Theme) -> None:
    """All panels."""
    datasets = list(dict.fromkeys(row.dataset for row in result.rows))
    columns = min(COLUMNS, len(datasets))
    panels = figure.subplots(-(-len(datasets) // columns), columns, squeeze=False).ravel()
    for name, axes in zip(datasets, panels, strict=False):
        draw_dataset(axes, [row for row in result.rows if row.dataset == name], theme)
    for axes in panels[len(datasets) :]:
        axes.set_visible(False)
    name_diamonds(figure)


def draw_panel(rows: list[Row], figure: Figure, theme: Theme) -> None:
    """One dataset in a figure of its own."""
    draw_dataset(figure.subplots(), rows, theme)
    name_diamonds(figure)


def name_diamonds(figure: Figure) -> None:
    """One legend for the whole figure, if anything published is in it."""
    handles = [handle for axes in figure.axes for handle in axes.get_legend_handles_labels()[0]]
    if handles:
        figure.legend(handles[:1], ["published"], loc="outside upper right")


def draw_dataset(axes: Axes, rows: list[Row], theme: Theme) -> None:
    """Losses with intervals from above to below; published ones as open diamonds."""
    places = range(len(rows))
    for place, row in zip(places, rows, strict=True):
        colour = colour_of(row.policy, theme)
        if row.published is not None:
            axes.plot(
                1000.0 * row.published,
                place,
                "D",
                markersize=8,
                markerfacecolor="none",
                markeredgecolor=theme.quiet,
                label="published"
                if "published" not in axes.get_legend_handles_labels()[1]
                else "",
            )
        axes.plot(
            [1000.0 * row.low, 1000.0 * row.high], [place, place], color=colour, linewidth=2.4
        )
        axes.plot(1000.0 * row.loss, place, "o", color=colour, markersize=6)
        if row.policy == "constant":
            axes.axvline(
                1000.0 * row.loss, color=theme.quiet, linewidth=1.0, linestyle=(0, (4, 3))
            )
    axes.set_yticks(list(places), [row.policy for row in rows])
    axes.set(ylim=(len(rows) - 0.5, -0.5), xlabel="mean loss × 1000", title=title(rows))
    low, high = axes.get_xlim()
    axes.set_xlim(low - 0.03 * (high - low), high + 0.03 * (high - low))


def title(rows: list[Row]) -> str:
    """Dataset and number of rounds."""
    return f"{rows[0].dataset}, {max(row.rounds for row in rows):,} rounds"
