"""The study of shapes: what is played, what came of it, how that is told."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from smoothbandits.apps.reports import Table
from smoothbandits.checks import check_count
from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.options import Quick, Seeds
from smoothbandits_lab.pages import Chapter, Drawing, one_page
from smoothbandits_lab.shapes.figures import draw_panels, draw_shapes
from smoothbandits_lab.shapes.outcomes import Outcome, Outcomes
from smoothbandits_lab.shapes.runs import CONTEXTS, ORACLES, SHAPES, actions, checkpoints, play
from smoothbandits_lab.study import Done, Report, Run

__all__ = ["STUDY", "ShapesSettings"]

ROUNDS, QUICK_ROUNDS = 100_000, 10_000
SEEDS, QUICK_SEEDS = 3, 1
TITLE = "Cliffs, two valleys, steps"
ORACLE_WORDS = (
    "dispersion: a symmetric valley around a linear guess. additive: a valley around a sum of "
    "functions, which may be steeper on one side. harmonic: smooth, any shape. boosted: trees, "
    "any shape, with the additive oracle before the first fit. All explore alike: SmoothIGW with "
    "h gamma = 4 sqrt(t)."
)
CAPTION = (
    "Left: mean regret, bands of two standard errors. Right: true losses (thick) and those "
    "learned in the first run, in two contexts; dots are the actions that would be played."
)


@dataclass(frozen=True)
class ShapesSettings:
    """What to run.

    Parameters
    ----------
    seeds
        Runs of each oracle on each shape; 3 if left out.
    quick
        One run of 10,000 rounds.
    """

    seeds: Seeds = None
    quick: Quick = False

    def __post_init__(self) -> None:
        if self.seeds is not None:
            check_count("seeds", self.seeds)

    @property
    def rounds(self) -> int:
        """Of a run."""
        return QUICK_ROUNDS if self.quick else ROUNDS

    @property
    def used_seeds(self) -> range:
        """Of the runs."""
        return range(self.seeds or (QUICK_SEEDS if self.quick else SEEDS))


class ShapesStudy:
    """Every oracle on every shape."""

    name = "shapes"
    settings = ShapesSettings

    def cells(self, settings: ShapesSettings) -> list[Cell]:
        """Seed by seed, so that processes compile different oracles first."""
        given = {"rounds": settings.rounds}
        return [
            Cell(play, "shapes", shape, oracle, seed, given)
            for seed in settings.used_seeds
            for shape in SHAPES
            for oracle in ORACLES
        ]

    def judge(self, settings: ShapesSettings, runs: Sequence[Run]) -> Outcomes:
        """Gather the runs of each oracle on each shape."""
        results: dict[str, dict[str, list[Result]]] = {
            shape: {oracle: [] for oracle in ORACLES} for shape in SHAPES
        }
        for run in runs:
            results[run.cell.dataset][run.cell.policy].append(run.result)
        return {
            shape: {oracle: Outcome.of(found) for oracle, found in oracles.items()}
            for shape, oracles in results.items()
        }

    def report(self, done: Done[ShapesSettings, Outcomes]) -> Report:
        """A table of regrets, and for each shape what was learned."""
        outcomes, rounds = done.finding, done.settings.rounds
        late, words = late_table(outcomes), verdict(outcomes)
        each = [
            Chapter(
                shape.label[0].upper() + shape.label[1:],
                [
                    Drawing(
                        partial(draw_panels, outcomes, name, rounds),
                        caption=CAPTION,
                        alt=f"{shape.label}. {CAPTION}",
                        options={"width": 9.6, "height": 3.2},
                    )
                ],
            )
            for name, shape in SHAPES.items()
        ]
        return one_page(
            done,
            title=TITLE,
            lead=problem(done.settings),
            chapters=[Chapter("Result", [words, late, ORACLE_WORDS]), *each],
            overview=Drawing(
                partial(draw_shapes, outcomes, rounds),
                options={"width": 14.0, "height": 8.4, "dpi": 100},
            ),
            numbers=numbers(done),
            tables=[(late, f"After {rounds:,} rounds")],
            lines=[words],
        )

    def warnings(self, settings: ShapesSettings) -> Sequence[str]:
        """Everything is generated, so nothing is missing."""
        return ()

    def brief(self, cell: Cell, result: Result) -> str:
        """Regret at the end."""
        return f"{cell.dataset} {cell.policy} {cell.seed}: regret {result['regrets'][-1]:,.0f}"


STUDY = ShapesStudy()


def problem(settings: ShapesSettings) -> str:
    """What is played, in two sentences."""
    seeds = len(settings.used_seeds)
    runs = f"{seeds} run{'s' * (seeds > 1)} of {settings.rounds:,} rounds"
    words = "; ".join(f"{shape.label}: {shape.meaning}" for shape in SHAPES.values())
    return (
        f"Losses that no single valley around a target describes, {runs} of each oracle. "
        f"{words[0].upper()}{words[1:]}. Expected losses are known, so regret is exact."
    )


def late_table(outcomes: Outcomes) -> Table:
    """Regret per round over the last tenth of the rounds, times 1000, with standard errors."""
    rows = [
        [SHAPES[shape].label, *(late(found[name]) for name in ORACLES)]
        for shape, found in outcomes.items()
    ]
    return Table(["regret per round × 1000, last tenth", *ORACLES], rows)


def late(outcome: Outcome) -> str:
    """Mean and standard error over runs."""
    values = 1000.0 * outcome.late
    if len(values) < 2:
        return f"{values.mean():.1f}"
    return f"{values.mean():.1f} ± {values.std(ddof=1) / len(values) ** 0.5:.1f}"


def verdict(outcomes: Outcomes) -> str:
    """How the trees fare against the better of the two single valleys, shape by shape."""
    parts = []
    for shape, found in outcomes.items():
        means = {name: float(outcome.late.mean()) for name, outcome in found.items()}
        valley = min(means["dispersion"], means["additive"])
        parts.append(f"{SHAPES[shape].label} {means['boosted'] / valley:.2f}")
    return (
        "Regret per round of boosted trees in the last tenth, as a multiple of that of the better "
        f"model with a single valley: {', '.join(parts)}."
    )


def numbers(done: Done[ShapesSettings, Outcomes]) -> dict[str, Any]:
    """Everything as plain numbers."""
    return {
        "command": done.name,
        "rounds": done.settings.rounds,
        "seeds": len(done.settings.used_seeds),
        "checkpoints": checkpoints(done.settings.rounds),
        "contexts": [list(context) for context in CONTEXTS],
        "actions": actions().tolist(),
        "shapes": {shape: shape_numbers(shape, found) for shape, found in done.finding.items()},
    }


def shape_numbers(shape: str, outcomes: dict[str, Outcome]) -> dict[str, Any]:
    """True losses, and each oracle's regret and learned losses (those of the first run)."""
    environment = SHAPES[shape].environment(1)
    return {
        "true": [environment.loss_curve(context, actions()).tolist() for context in CONTEXTS],
        "oracles": {
            name: {
                "regret": float(outcome.regrets[:, -1].mean()),
                "late": outcome.late.tolist(),
                "late_mean": float(outcome.late.mean()),
                "regrets": np.asarray(outcome.regrets).tolist(),
                "learned": outcome.learned[0].tolist(),
                "greedy": outcome.greedy[0].tolist(),
            }
            for name, outcome in outcomes.items()
        },
    }
