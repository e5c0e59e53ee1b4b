"""Weighted regression from unweighted oracles: three reductions, and where one of them fails."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from smoothbandits.apps.reports import Table
from smoothbandits.apps.reports.figures import Theme
from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.claims.claim import Check, Finding, Size
from smoothbandits_lab.claims.weighted.figure import draw_weighted
from smoothbandits_lab.claims.weighted.games import (
    CONSTANTS,
    LABELS,
    REDUCTIONS,
    WEIGHTS,
)
from smoothbandits_lab.claims.weighted.runs import (
    ERRORS,
    play_adversary,
    play_counterexample,
    play_realizable,
)
from smoothbandits_lab.statistics import fit_exponent

__all__ = ["CLAIM", "WeightedClaim"]
ROUNDING = 1e-9
LINEAR = 0.9  # exponent from which growth counts as linear
#: (rounds of a game, seeds with coins, seeds without, half lengths of the counterexample)
WORK: dict[Size, tuple[int, int, int, list[int]]] = {
    "tiny": (100, 10, 2, [25, 50, 100]),
    "quick": (200, 20, 4, [25, 50, 100, 200]),
    "full": (200, 100, 20, [25, 50, 100, 200, 400, 800]),
}


def certain(example: Result) -> Any:
    """Mean regret less `ERRORS` standard errors, at each length: it is surely no less."""
    regrets = np.array(example["regrets"])
    error = regrets.std(axis=1, ddof=1) / math.sqrt(regrets.shape[1])
    return regrets.mean(axis=1) - ERRORS * error


@dataclass(frozen=True)
class WeightedClaim:
    """A weighted oracle's regret is at most the largest weight times the plain one's."""

    name: str = "weighted"
    title: str = "Weighted regression from unweighted oracles"
    source: str = "Section 2 of the paper, assumption of a weighted oracle"
    words: str = (
        "Learning under a master needs regression in which some examples count more than others, "
        "by weights that an adversary may choose. An oracle that knows no weights can be used "
        "all the same if it is shown each example with a probability in proportion to its "
        "weight. A: the largest weight W is known beforehand. B: W is guessed, doubled when it "
        "is exceeded, and the oracle starts anew. C: W is the largest weight so far and the "
        "oracle goes on, which is only right if the losses fit the class. Some oracles need no "
        "such detour: they take weights natively."
    )
    formula: str = (
        "E[ sum_t w_t ((fhat_t - l_t)^2 - (f - l_t)^2) ]  <=  A: W R   B: 4 max(w) (R + 1)   "
        "C: max(w) (R + ln(T)/2), realizable   native: max(w) R"
    )

    def cells(self, size: Size) -> list[Cell]:
        """Games against A, B and native weights, realizable ones for C, the counterexample."""
        rounds, many, few, halves = WORK[size]
        tossing = {"rounds": rounds, "seeds": many}
        without = {"rounds": rounds, "seeds": few}
        plan: list[tuple[Any, str, dict[str, Any]]] = [
            (play_adversary, "A", tossing),
            (play_adversary, "B", tossing),
            (play_adversary, "native", without),
            (play_realizable, "C", without),
        ]
        for reduction in REDUCTIONS:
            settings = {"halves": halves, "seeds": 2 * few if reduction == "A" else few}
            plan.append((play_counterexample, reduction, settings))
        return [
            Cell(compute, "theory", self.name, reduction, place, settings)
            for place, (compute, reduction, settings) in enumerate(plan)
        ]

    def judge(self, size: Size, results: Sequence[Result]) -> Finding:
        """Bound against measured, and that C does fail where it must."""
        *adversarial, realizable = results[:4]
        examples = {result["reduction"]: result for result in results[4:]}
        by_name = {result["reduction"]: result["games"] for result in adversarial}
        thinned = [game for name in ("A", "B") for game in by_name[name]]
        native = max(game["worst"] for game in by_name["native"])
        runs = sum(game["runs"] for game in realizable["games"])
        above = sum(game["above"] for game in realizable["games"])
        of_c = examples["C"]
        slope = fit_exponent(of_c["halves"], of_c["regrets"])
        last = {name: float(np.mean(one["regrets"][-1])) for name, one in examples.items()}
        others = [examples[name] for name in ("A", "B", "native")]
        kept = max(float(np.max(certain(one) / one["bounds"])) for one in others)
        highest = max(
            float(np.max(np.mean(one["regrets"], axis=1) / one["bounds"])) for one in others
        )
        checks = [
            Check(
                f"A and B: mean regret in {len(thinned)} games, against each function, not above "
                f"the bound by more than {ERRORS:g} standard errors",
                max(game["surely_above"] for game in thinned) <= 1.0,
                ", ".join(
                    f"{name} at most {max(g['share'] for g in by_name[name]):.2f} of its bound"
                    for name in ("A", "B")
                ),
            ),
            Check(
                "native weights: no run above max(w) R, whatever weights and labels",
                native <= 1.0 + ROUNDING,
                f"worst run at {native:.2f} of it",
            ),
            Check(
                "C where the losses fit the class: at most one run in T above its bound",
                above <= runs / realizable["rounds"],
                f"{above} of {runs} runs above; worst at "
                f"{max(game['worst'] for game in realizable['games']):.2f} of it",
            ),
            Check(
                "C beyond that: on the counterexample regret grows linearly, above its bound",
                slope.slope >= LINEAR and last["C"] > of_c["bounds"][-1],
                f"exponent {slope}; {last['C']:,.0f} at n = {of_c['halves'][-1]} against a bound "
                f"of {of_c['bounds'][-1]:.1f}",
            ),
            Check(
                "A, B and native weights on the same counterexample: mean not above the bound by "
                f"more than {ERRORS:g} standard errors",
                kept <= 1.0,
                f"mean at most {highest:.2f} of it",
            ),
        ]
        numbers = {
            "games": by_name,
            "realizable": realizable["games"],
            "counterexample": {
                name: {
                    "halves": one["halves"],
                    "regrets": np.mean(one["regrets"], axis=1).tolist(),
                    "bounds": one["bounds"],
                }
                for name, one in examples.items()
            },
            "exponent": [slope.slope, slope.low, slope.high],
        }
        return Finding(checks, numbers, table(numbers), ran(size), REMARKS)

    def draw(self, figure: Figure, finding: Finding, theme: Theme) -> None:
        """Measured over bound in every game, and the counterexample."""
        draw_weighted(figure, finding.numbers, theme)


def table(numbers: dict[str, Any]) -> Table:
    """A row per reduction: the hardest of its games, and the counterexample."""
    all_games = {**numbers["games"], "C": numbers["realizable"]}
    rows = []
    for name in REDUCTIONS:
        hardest = max(all_games[name], key=lambda game: game["share"])
        example = numbers["counterexample"][name]
        rows.append(
            [
                name,
                f"{hardest['weights']}; {hardest.get('labels', 'realizable')}",
                f"{hardest['share']:.2f} ± {hardest['error']:.2f}",
                f"{example['regrets'][-1]:,.1f}",
                f"{example['bounds'][-1]:.1f}",
            ]
        )
    n = numbers["counterexample"]["A"]["halves"][-1]
    return Table(
        [
            "weights",
            "hardest game: weights; labels",
            "regret/bound",
            f"counterexample, n = {n}",
            "its bound",
        ],
        rows,
    )


def ran(size: Size) -> str:
    """The games in words."""
    rounds, many, few, halves = WORK[size]
    return (
        f"Vovk's oracle over {CONSTANTS.size} constants (R = ln({CONSTANTS.size})/2), games of "
        f"{rounds} rounds. Weights from 0.01 to 1: {', '.join(WEIGHTS)}. Labels: "
        f"{'; '.join(LABELS)}. {many} seeds of the coins of A and B in each of the "
        f"{len(WEIGHTS) * len(LABELS)} games. For C labels are coins with a mean of the class, "
        f"{few * len(CONSTANTS)} runs for each way of weighing. The counterexample: n labels 1 at "
        f"weight 0.01, then n labels 0 at weight 1, n from {halves[0]} to {halves[-1]}."
    )


REMARKS = [
    "The expectation is over the oracle's coins, and regret is against each function by itself, "
    "as the proof of stable bases uses it. Single runs of A and B may be above.",
    "A is nearly tight: against labels that oppose every prediction it comes close to its bound.",
    "The counterexample works because C has shown its oracle as many light ones as heavy zeros "
    "follow. B pays by starting anew, with four times the bound; native weights need neither.",
    "CorralBandit takes native weights where the oracle has them, else C, because a bandit's "
    "theory assumes that the losses fit the class anyway.",
]

CLAIM = WeightedClaim()
