"""The study of horizons: every policy on every table under every loss."""

from collections.abc import Sequence
from functools import partial

from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.horizons.figures import draw_horizons
from smoothbandits_lab.horizons.policies import CONSTANT, POLICIES
from smoothbandits_lab.horizons.runs import play
from smoothbandits_lab.horizons.scores import Horizons, make_scores, measure_of
from smoothbandits_lab.horizons.settings import HorizonsSettings
from smoothbandits_lab.horizons.words import (
    CAPTION,
    TITLE,
    facts,
    horizon_words,
    numbers,
    overview_table,
    place_table,
    problem,
    problem_words,
    remarks,
)
from smoothbandits_lab.pages import Block, Chapter, Drawing, one_page
from smoothbandits_lab.statistics import RATIO_INTERVALS
from smoothbandits_lab.study import Done, Report, Run
from smoothbandits_lab.table_study import TableStudy
from smoothbandits_lab.tables_at_hand import where_from

__all__ = ["STUDY"]


class HorizonsStudy(TableStudy):
    """Few rounds and many, against the rival."""

    name = "horizons"
    settings = HorizonsSettings

    def cells(self, settings: HorizonsSettings) -> list[Cell]:
        """Table by table, as one stays in memory."""
        policies, cells = settings.playing[0], []
        for dataset in settings.tables[0]:
            source = where_from(dataset, settings.data_dir)
            for seed, rounds in settings.runs:
                for loss in settings.used_losses:
                    given = {"loss": loss, "rounds": rounds, "most": settings.most, **source}
                    cells += [
                        Cell(play, "horizons", dataset, policy, seed, given)
                        for policy in policies
                        if loss in POLICIES[policy].losses
                    ]
        return cells

    def judge(self, settings: HorizonsSettings, runs: Sequence[Run]) -> Horizons:
        """A score for each policy at each horizon under each loss."""
        notes = {run.cell.dataset: str(run.result["note"]) for run in runs}
        return Horizons(settings, make_scores(runs), notes)

    def report(self, done: Done[HorizonsSettings, Horizons]) -> Report:
        """Ratios over tables, and every table."""
        result = done.finding
        overview = Drawing(
            partial(draw_horizons, result),
            caption=CAPTION,
            options={"width": 11.0, "height": 5.0},
        )
        means: list[Block] = []
        for loss in dict.fromkeys(score.loss for score in result.scores):
            means += [overview_table(result, loss), overview_table(result, loss, CONSTANT)]
        pairs = dict.fromkeys((score.loss, score.horizon) for score in result.scores)
        each = [
            Chapter(
                f"{problem_words(loss)}, {horizon_words(horizon)}",
                [place_table(result, loss, horizon)],
            )
            for loss, horizon in pairs
        ]
        return one_page(
            done,
            title=TITLE,
            lead=problem(result),
            chapters=[
                Chapter("Result", [overview, facts(result)]),
                Chapter("Geometric means over tables", [*means, RATIO_INTERVALS]),
                *each,
                Chapter("Data and remarks", [remarks(result)]),
            ],
            overview=overview,
            numbers=numbers(result),
            tables=[
                (overview_table(result, loss, wide=False), "")
                for loss in done.settings.used_losses
            ],
            lines=facts(result),
        )

    def brief(self, cell: Cell, result: Result) -> str:
        """Loss or revenue at the last horizon, of the best setting."""
        loss, mean = cell.settings["loss"], min([*result["losses"].values()][-1])
        shown = 1000.0 * (1.0 - mean if measure_of(loss) == "revenue" else mean)
        where = f"{cell.dataset} {loss} {cell.policy} {cell.seed}"
        return f"{where}: {measure_of(loss)} × 1000 is {shown:.1f}"


STUDY = HorizonsStudy()
