"""What a log says of policies, as numbers, words, a figure and a page."""

from functools import partial
from typing import Any

from matplotlib.figure import Figure

from smoothbandits.apps.reports import (
    Report,
    Section,
    Table,
    bullets,
    cards,
    cores,
    page,
    picture,
    result_files,
    versions,
)
from smoothbandits.apps.reports.figures import render
from smoothbandits.drawing.themes import DARK, LIGHT, Theme
from smoothbandits.evaluation import Evaluation
from smoothbandits.evaluation.pictures import draw, height_of

__all__ = ["evaluation_report"]

WIDTH = 8.0


def evaluation_report(found: Evaluation, log: str, command: str = "") -> Report:
    """evaluate.json, evaluate.md, evaluate.png and report.html."""
    numbers: dict[str, Any] = {
        "command": "evaluate",
        "log": log,
        **found.to_dict(),
        "versions": versions(),
        "cores": cores(),
    }
    table, lines = table_of(found), list(found.lines)
    said = "\n".join(f"- {line}" for line in lines)
    files = result_files(
        "evaluate",
        numbers=numbers,
        markdown=f"# Policies on {log}\n\n{said}\n\n{table.to_markdown()}\n",
        picture=render(
            lambda figure, theme: draw(figure, found, theme), width=WIDTH, height=height_of(found)
        ),
        page=page_of(found, table, log, command),
    )
    return Report(numbers, files, tables=[(table, f"Policies on {log}")], lines=lines)


def table_of(found: Evaluation) -> Table:
    """A row for each policy."""
    heads = ["policy", found.unit, "low", "high", "at all times", "effective rounds"]
    rows = [
        [
            one.policy if one.trusted else f"{one.policy} (too little)",
            f"{one.value:.4g}",
            f"{one.low:.4g}",
            f"{one.high:.4g}",
            f"{one.always_low:.4g} to {one.always_high:.4g}",
            f"{one.effective:,.0f}",
        ]
        for one in found
    ]
    return Table(heads, rows)


def page_of(found: Evaluation, table: Table, log: str, command: str) -> str:
    """The page."""
    top = cards(
        [
            (f"{found.rounds:,}", "rounds of the log"),
            (f"{found.logged:.4g}", f"mean {found.unit} that was really had"),
            (f"{found.mean_weight:.3g}", "mean weight, which should be near 1"),
        ]
    )

    def fill(figure: Figure, theme: Theme) -> None:
        draw(figure, found, theme)

    draw_in = partial(render, fill, width=WIDTH, height=height_of(found))
    drawn = picture(
        draw_in(theme=LIGHT),
        draw_in(theme=DARK),
        alt="Intervals of all policies, and how they narrowed",
        caption="Above: estimates with their intervals; thin lines hold at all looks at once. "
        "Below: how these narrowed as the log grew.",
    )
    sections = [
        Section("What the log says", bullets(found.lines) + table.to_html()),
        Section("Picture", drawn),
    ]
    made = ", ".join(f"{package} {number}" for package, number in versions().items())
    by = f"Made by: {command}. " if command else ""
    footer = f"{by}{made}. All numbers are in evaluate.json."
    lead = "What other policies would have been worth, from what one policy did."
    return page(f"Policies on {log}", lead, sections, top=top, footer=footer)
