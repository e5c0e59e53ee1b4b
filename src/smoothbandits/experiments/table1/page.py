"""The page of the table."""

from functools import partial

from matplotlib.figure import Figure

from smoothbandits.experiments.table1.figures import (
    draw_dataset,
    draw_table1,
    figure_height,
    name_diamonds,
)
from smoothbandits.experiments.table1.rows import Row
from smoothbandits.experiments.table1.run import Table1
from smoothbandits.experiments.table1.summary import (
    INTERVALS,
    MEANINGS,
    PUBLISHED,
    TITLE,
    detail_table,
    facts,
    problem,
    remarks,
    table,
    times_1000,
)
from smoothbandits.reports import (
    Section,
    bullets,
    cards,
    gallery,
    page,
    paragraph,
    picture,
    versions,
)
from smoothbandits.reports.figures import DARK, LIGHT, Theme, render

__all__ = ["overview", "table1_page"]


def overview(result: Table1) -> bytes:
    """The figure for ``table1.png``."""
    return render(
        lambda figure, theme: draw_table1(figure, result, theme),
        width=11.0,
        height=figure_height(result),
    )


def table1_page(result: Table1) -> str:
    """Return the whole page as HTML."""
    first = table(result).to_html() + paragraph("Published losses in brackets.")
    return page(
        TITLE,
        problem(result),
        [
            Section("Result", first + bullets(facts(result))),
            Section("Each dataset", pictures(result) + paragraph(LEGEND)),
            Section(
                "Every run",
                detail_table(result).to_html() + paragraph(INTERVALS) + paragraph(PUBLISHED),
            ),
            Section("Who plays", players(result)),
            Section("Data and remarks", bullets(remarks(result))),
        ],
        top=headline(result),
        footer=footer(result),
    )


LEGEND = (
    "Dots are mean losses with 95 % intervals, open diamonds what was published for the whole "
    "dataset, the broken line is the best constant. Further left is better."
)


def headline(result: Table1) -> str:
    """The loss of the default on each dataset."""
    rows = [row for row in result.rows if row.policy == "fast"] or result.rows[:4]
    return cards(
        [
            (times_1000(row.loss), f"mean loss × 1000 of {row.policy} on {row.dataset}")
            for row in rows
        ]
    )


def pictures(result: Table1) -> str:
    """One picture per dataset, so that a phone shows them one under the other."""
    shown = []
    for name in dict.fromkeys(row.dataset for row in result.rows):
        rows = [row for row in result.rows if row.dataset == name]
        draw = partial(render, partial(draw_panel, rows), width=5.2, height=1.2 + 0.3 * len(rows))
        words = ", ".join(f"{row.policy} {times_1000(row.loss)}" for row in rows)
        shown.append(picture(draw(theme=LIGHT), draw(theme=DARK), alt=f"{name}: {words}"))
    return gallery(shown)


def draw_panel(rows: list[Row], figure: Figure, theme: Theme) -> None:
    """One dataset in a figure of its own."""
    draw_dataset(figure.subplots(), rows, theme)
    name_diamonds(figure)


def players(result: Table1) -> str:
    """What each policy is."""
    names = dict.fromkeys(row.policy for row in result.rows)
    return bullets(f"{name}: {MEANINGS[name]}" for name in names)


def footer(result: Table1) -> str:
    """Settings and versions."""
    asked = result.settings
    words = [f"--seeds {asked.seeds}", f"--seed {asked.seed}"]
    words += [f"--dataset {name}" for name in asked.datasets or ()]
    words += [f"--policy {name}" for name in asked.policies or ()]
    words += [f"--rows {asked.used_rows}"] if asked.used_rows is not None else []
    words += ["--full"] if asked.full else []
    words += [f"--tune {asked.tune}"] if asked.tune else []
    made = ", ".join(f"{name} {number}" for name, number in versions().items())
    return (
        f"Made by: smoothbandits reproduce table1 {' '.join(words)}. {made}. All numbers are in "
        "table1.json."
    )
