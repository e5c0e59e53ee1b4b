"""The study of worlds that change: every policy in every world on every table."""

from collections.abc import Sequence
from functools import partial

from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.change.figures import draw_change, drawn_families
from smoothbandits_lab.change.problem import WORLDS
from smoothbandits_lab.change.runs import play
from smoothbandits_lab.change.scores import Changes, make_scores
from smoothbandits_lab.change.settings import ChangeSettings
from smoothbandits_lab.change.words import (
    CAPTION,
    TITLE,
    facts,
    late_table,
    numbers,
    place_table,
    played_worlds,
    problem,
    remarks,
    whole_table,
)
from smoothbandits_lab.pages import Block, Chapter, Drawing, one_page
from smoothbandits_lab.statistics import RATIO_INTERVALS
from smoothbandits_lab.study import Done, Report, Run
from smoothbandits_lab.table_study import TableStudy
from smoothbandits_lab.tables_at_hand import where_from

__all__ = ["STUDY"]


class ChangeStudy(TableStudy):
    """Who notices a change, and what that is worth."""

    name = "change"
    settings = ChangeSettings

    def cells(self, settings: ChangeSettings) -> list[Cell]:
        """Table by table, as one stays in memory."""
        policies, cells = settings.playing[0], []
        for dataset in settings.tables[0]:
            source = where_from(dataset, settings.data_dir)
            for seed in settings.used_seeds:
                for world in settings.used_worlds:
                    given = {"world": world, **settings.lengths, **source}
                    cells += [
                        Cell(play, "change", dataset, policy, seed, given) for policy in policies
                    ]
        return cells

    def judge(self, settings: ChangeSettings, runs: Sequence[Run]) -> Changes:
        """A score for each policy in each world."""
        notes = {run.cell.dataset: str(run.result["note"]) for run in runs}
        return Changes(settings, make_scores(runs), notes)

    def report(self, done: Done[ChangeSettings, Changes]) -> Report:
        """Ratios over tables, and every table."""
        result = done.finding
        worlds = played_worlds(result)
        overview = Drawing(
            partial(draw_change, result),
            caption=CAPTION,
            options={
                "width": 2.0 + 2.4 * len(worlds),
                "height": 1.2 + 2.4 * max(1, len(drawn_families(result))),
                "dpi": 100,
            },
        )
        means: list[Block] = [late_table(result), whole_table(result), RATIO_INTERVALS]
        each = [
            Chapter(
                f"{world}: {WORLDS[world].meaning}",
                ["Losses are times 1000.", place_table(result, world)],
            )
            for world in worlds
        ]
        return one_page(
            done,
            title=TITLE,
            lead=problem(result),
            chapters=[
                Chapter("Result", [overview, facts(result)]),
                Chapter("Geometric means over tables", means),
                *each,
                Chapter("Data and remarks", [remarks(result)]),
            ],
            overview=overview,
            numbers=numbers(result),
            tables=[(late_table(result, wide=False), ""), (whole_table(result, wide=False), "")],
            lines=facts(result),
        )

    def brief(self, cell: Cell, result: Result) -> str:
        """Loss of the last rounds."""
        where = f"{cell.dataset} {cell.settings['world']} {cell.policy} {cell.seed}"
        return f"{where}: loss × 1000 is {1000.0 * result['last']:.1f} in the end"


STUDY = ChangeStudy()
