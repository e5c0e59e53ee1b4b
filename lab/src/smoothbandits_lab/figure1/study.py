"""The study of Figure 1: every policy with every seed of the paper, 100,000 rounds each."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from smoothbandits.apps.reports import cards
from smoothbandits.checks import check_count
from smoothbandits.datasets import Arms, at_hand, load_arms
from smoothbandits.files import digest
from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.figure1.figures import draw_figure1, draw_one, low_ones
from smoothbandits_lab.figure1.outcomes import Figure1, Outcome
from smoothbandits_lab.figure1.runs import (
    PAPER_SEEDS,
    POLICIES,
    PUBLISHED_ROUNDS,
    checkpoints,
    play,
)
from smoothbandits_lab.figure1.words import (
    BANDS,
    EQUIVALENCE,
    HOW_COMPARED,
    INDEPENDENCE,
    REGRET,
    TITLE,
    comparison_table,
    comparisons,
    lost_note,
    problem,
    table,
    verdict,
)
from smoothbandits_lab.options import DataDir, Quick, Seeds
from smoothbandits_lab.pages import Block, Chapter, Drawing, one_page
from smoothbandits_lab.study import Done, Report, Run
from smoothbandits_lab.tables_at_hand import resolved

__all__ = ["STUDY", "Figure1Settings"]

REAL, TWIN = "caption-652", "caption-synthetic"
QUICK_ROUNDS, QUICK_SEEDS, SEEDS = 10_000, 4, 32
LOW = "Those with the least regret, enlarged; the same bands."


@dataclass(frozen=True)
class Figure1Settings:
    """What to run.

    Parameters
    ----------
    seeds
        Runs of each policy; 32 if left out.
    quick
        Four runs of 10,000 rounds.
    data_dir
        Folder with data files; without the contest its synthetic twin is played.
    """

    seeds: Seeds = None
    quick: Quick = False
    data_dir: DataDir = None

    def __post_init__(self) -> None:
        if self.seeds is not None:
            check_count("seeds", self.seeds)
        at_hand(REAL, data_dir=self.data_dir)  # refuses what is no folder

    @property
    def rounds(self) -> int:
        """Of a run."""
        return QUICK_ROUNDS if self.quick else PUBLISHED_ROUNDS

    @property
    def used_seeds(self) -> list[int]:
        """The paper's, and on from there."""
        runs = self.seeds or (QUICK_SEEDS if self.quick else SEEDS)
        return [PAPER_SEEDS[0] + i for i in range(runs)]

    @property
    def dataset(self) -> str:
        """The contest if this machine has it, else its synthetic twin."""
        return REAL if at_hand(REAL, data_dir=self.data_dir) else TWIN

    def arms(self) -> Arms:
        """Whom the policies choose among."""
        return load_arms(self.dataset, data_dir=self.data_dir)


class Figure1Study:
    """The caption contest."""

    name = "figure1"
    settings = Figure1Settings

    def cells(self, settings: Figure1Settings) -> list[Cell]:
        """Seed by seed, so that processes compile different policies first."""
        arms = settings.arms()
        given = {
            "rounds": settings.rounds,
            # other data are another problem
            "means": digest(arms.means.tobytes()),
            "data_dir": resolved(settings.data_dir),
        }
        return [
            Cell(play, "figure1", arms.name, policy, seed, given)
            for seed in settings.used_seeds
            for policy in POLICIES
        ]

    def judge(self, settings: Figure1Settings, runs: Sequence[Run]) -> Figure1:
        """Gather the runs of each policy."""
        arms = settings.arms()
        results: dict[str, list[Result]] = {}
        for run in runs:
            results.setdefault(run.cell.policy, []).append(run.result)
        return Figure1(
            dataset=arms.name,
            note=arms.note,
            arms=len(arms),
            best_arms=int((arms.means == arms.means.max()).sum()),
            rounds=settings.rounds,
            seeds=settings.used_seeds,
            outcomes={policy: Outcome.of(found) for policy, found in results.items()},
        )

    def report(self, done: Done[Figure1Settings, Figure1]) -> Report:
        """Regrets, curves, and whether ours is as good as empMOSS++."""
        result = done.finding
        curves = [
            curve(result, list(result.outcomes), "All policies."),
            curve(result, low_ones(result), LOW),
        ]
        chapters = [
            Chapter("Result", [verdict(result), table(result), REGRET, lost_note(result)]),
            Chapter("Regret over time", [*curves, BANDS]),
        ]
        if comparisons(result):
            compared: list[Block] = [
                EQUIVALENCE,
                comparison_table(result),
                HOW_COMPARED,
                INDEPENDENCE,
            ]
            chapters.append(Chapter("As good as empMOSS++?", compared))
        policies = [
            f"{POLICIES[name].label}: {POLICIES[name].meaning}." for name in result.ranking()
        ]
        chapters.append(Chapter("Who plays", [policies]))
        return one_page(
            done,
            title=TITLE,
            lead=problem(result),
            chapters=chapters,
            overview=Drawing(
                partial(draw_figure1, result), options={"width": 13.0, "height": 4.8}
            ),
            numbers=numbers(result),
            tables=[
                (
                    table(result, wide=False),
                    f"Regret after {result.rounds:,} rounds on {result.dataset}",
                )
            ],
            lines=[verdict(result)],
            top=headline(done),
        )

    def warnings(self, settings: Figure1Settings) -> Sequence[str]:
        """That the data are not the contest's."""
        if settings.dataset == REAL:
            return ()
        return [
            "The contest is not on this machine: its synthetic twin is played instead "
            "(`smoothbandits datasets fetch caption-652` or --data-dir brings the real one)."
        ]

    def brief(self, cell: Cell, result: Result) -> str:
        """Regret at the end."""
        return f"{cell.policy} {cell.seed}: regret {result['regrets'][-1]:,.0f}"


STUDY = Figure1Study()


def curve(result: Figure1, names: list[str], words: str) -> Drawing:
    """One panel; a phone shows them one under the other, large enough to read."""
    return Drawing(
        partial(draw_one, result, names),
        caption=words,
        alt=f"Regret over time. {words}",
        options={"width": 6.4, "height": 4.2, "dpi": 160},
    )


def headline(done: Done[Figure1Settings, Figure1]) -> str:
    """The numbers to remember."""
    result = done.finding
    facts = [
        (f"{result.outcomes[name].final.mean():,.0f}", f"mean regret of {POLICIES[name].label}")
        for name in ("fast", "reference", "empmoss++")
        if name in result.outcomes
    ]
    return cards([*facts, (f"{done.seconds:.0f} s", "of this command, finished cells left out")])


def numbers(result: Figure1) -> dict[str, Any]:
    """Everything as plain numbers."""
    published = {name: result.published(name) for name in result.ranking()}
    return {
        "experiment": "figure1",
        "dataset": result.dataset,
        "note": result.note,
        "arms": result.arms,
        "best_arms": result.best_arms,
        "rounds": result.rounds,
        "seeds": result.seeds,
        "regret": REGRET,
        "bands": BANDS,
        "policies": {
            name: {
                **result.outcomes[name].numbers(),
                "meaning": POLICIES[name].meaning,
                "published": None if figures is None else figures._asdict(),
            }
            for name, figures in published.items()
        },
        "checkpoints": checkpoints(result.rounds),
        "comparisons": [
            {"name": one.name, "first": one.first, "second": one.second, **one.found._asdict()}
            for one in comparisons(result)
        ],
        "verdict": verdict(result),
    }
