"""The study of Table 1: every policy on every dataset at hand."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from smoothbandits.apps.reports import cards, gallery
from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.pages import Chapter, Drawing, Html, one_page
from smoothbandits_lab.study import Done, Report, Run
from smoothbandits_lab.table1.candidates import candidates
from smoothbandits_lab.table1.figures import draw_panel, draw_table1, figure_height
from smoothbandits_lab.table1.policies import POLICIES
from smoothbandits_lab.table1.rows import Row, Table1, make_row
from smoothbandits_lab.table1.runs import play
from smoothbandits_lab.table1.settings import Table1Settings
from smoothbandits_lab.table1.words import (
    CHOSEN,
    INTERVALS,
    LEGEND,
    MEANINGS,
    PUBLISHED,
    TITLE,
    detail_table,
    facts,
    numbers,
    problem,
    remarks,
    table,
    times_1000,
)
from smoothbandits_lab.table_study import TableStudy
from smoothbandits_lab.tables_at_hand import where_from

__all__ = ["STUDY"]

BRACKETS = "Published losses in brackets."
# slow ones first, so that no process is left alone with one at the end
SLOW = (
    "best",
    "batch",
    "rff-tuned",
    "vw-cats-bare",
    "vw-cats",
    "fast",
    "cats",
    "vw-discrete",
    "rff",
)


class Table1Study(TableStudy):
    """Loss in one pass over regression tables."""

    name = "table1"
    settings = Table1Settings

    def cells(self, settings: Table1Settings) -> list[Cell]:
        """Table by table, as one stays in memory."""
        order = [*SLOW, *(name for name in POLICIES if name not in SLOW)]
        return [
            Cell(play, "table1", dataset, policy, seed, given)
            for dataset in settings.tables[0]
            for policy in sorted(settings.playing[0], key=order.index)
            for given in cell_settings(settings, dataset, policy)
            # the best constant is the same in every order of the rows
            for seed in settings.used_seeds[: 1 if policy == "constant" else None]
        ]

    def judge(self, settings: Table1Settings, runs: Sequence[Run]) -> Table1:
        """A row for each policy on each dataset."""
        gathered: dict[tuple[str, str], list[Run]] = {}
        for run in runs:
            gathered.setdefault((run.cell.dataset, run.cell.policy), []).append(run)
        rows = [
            make_row(gathered[dataset, policy], full=settings.full, tune=settings.tune)
            for dataset in settings.tables[0]
            for policy in POLICIES
            if (dataset, policy) in gathered
        ]
        return Table1(settings, rows)

    def report(self, done: Done[Table1Settings, Table1]) -> Report:
        """The table, a picture of each dataset, every run."""
        result = done.finding
        names = dict.fromkeys(row.policy for row in result.rows)
        return one_page(
            done,
            title=TITLE,
            lead=problem(result),
            chapters=[
                Chapter("Result", [table(result), BRACKETS, CHOSEN, facts(result)]),
                Chapter("Each dataset", [pictures(result), LEGEND]),
                Chapter("Every run", [detail_table(result), INTERVALS, PUBLISHED]),
                Chapter("Who plays", [[f"{name}: {MEANINGS[name]}" for name in names]]),
                Chapter("Data and remarks", [remarks(result)]),
            ],
            overview=Drawing(
                partial(draw_table1, result),
                options={"width": 11.0, "height": figure_height(result)},
            ),
            numbers=numbers(result),
            tables=[(table(result), "Mean loss × 1000, published in brackets")],
            lines=[*facts(result), *remarks(result)],
            top=headline(result),
        )

    def brief(self, cell: Cell, result: Result) -> str:
        """Mean loss."""
        loss = f"{1000.0 * result['loss']:.1f}"
        return f"{cell.dataset} {cell.policy} {cell.seed}: loss × 1000 is {loss}"


STUDY = Table1Study()


def cell_settings(settings: Table1Settings, dataset: str, policy: str) -> list[dict[str, Any]]:
    """All that a cell depends on beside dataset, policy and seed, for each candidate."""
    source = where_from(dataset, settings.data_dir)
    return [
        {"rows": settings.used_rows, **source, "policy": given}
        for given in candidates(dataset, policy, full=settings.full, tune=settings.tune)
    ]


def headline(result: Table1) -> str:
    """The loss of the fast policy on each dataset."""
    rows = [row for row in result.rows if row.policy == "fast"] or result.rows[:4]
    return cards(
        [
            (times_1000(row.loss), f"mean loss × 1000 of {row.policy} on {row.dataset}")
            for row in rows
        ]
    )


def pictures(result: Table1) -> Html:
    """One picture per dataset, so that a phone shows them one under the other."""
    rows_of: dict[str, list[Row]] = {}
    for row in result.rows:
        rows_of.setdefault(row.dataset, []).append(row)
    shown = []
    for name, rows in rows_of.items():
        words = ", ".join(f"{row.policy} {times_1000(row.loss)}" for row in rows)
        size = {"width": 5.2, "height": 1.2 + 0.3 * len(rows)}
        drawing = Drawing(partial(draw_panel, rows), alt=f"{name}: {words}", options=size)
        shown.append(drawing.html())
    return Html(gallery(shown))
