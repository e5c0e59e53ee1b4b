"""The limits: a rare best action, without and with structure that other methods use."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure

from smoothbandits.apps.reports import Table
from smoothbandits.apps.reports.figures import Theme
from smoothbandits.theory import theorem_regret
from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.claims.claim import Check, Finding, Size
from smoothbandits_lab.claims.needle.figure import draw_needle
from smoothbandits_lab.claims.needle.haystack import NEEDLE, STRAW, SWING
from smoothbandits_lab.claims.needle.runs import (
    BOUND,
    DIMENSION,
    DIRECTIONS,
    LEVEL,
    METHODS,
    SPANNER,
    UNIFORM,
    grow,
    play,
)
from smoothbandits_lab.statistics import fit_exponent

__all__ = ["CLAIM", "NeedleClaim"]

# The exponent is 1/2 in the theorem; the first rounds, before exploration fades, add a bit.
ROOT = 0.65
# What a round costs at least where the best action is not played.
STUCK = STRAW - SWING - NEEDLE
WORSE = 5.0  # times the best loss that smoothing costs at least; other problems make it larger
FEWER = 4.0  # the alternative must at least divide the regret by this
ROUNDING = 1e-9


@dataclass(frozen=True)
class Work:
    """How much is run: horizons and seeds."""

    horizons: tuple[int, ...]
    seeds: int

    @property
    def actions(self) -> int:
        """Number of actions: so many that few runs meet the best by luck; such a run has won."""
        return 64 * self.horizons[-1]


WORK: dict[Size, Work] = {
    "tiny": Work((128, 256, 512), 2),
    "quick": Work((128, 256, 512), 5),
    "full": Work((128, 256, 512, 1024, 2048), 6),
}


@dataclass(frozen=True)
class NeedleClaim:
    """Where smooth regret is the wrong thing to ask for."""

    name: str = "needle"
    title: str = "Where not to use it: needles in haystacks"
    source: str = "Introduction and discussion of the paper"
    words: str = (
        "Smooth regret gives up on rare actions: if a single action is good, a kernel that must "
        "spread out hardly profits from it, and a learner can have no smooth regret at all while "
        "it never finds that action. Without structure nobody can find it in fewer rounds than "
        "there are actions. With structure one can: where losses are linear in known features "
        "and the best action is orthogonal to the others, the best smoothed kernel is "
        "arbitrarily worse than the best action, and a method that explores along the features "
        "is the one to take. Here that is the same algorithm with another reference measure: "
        "half of mu on a few actions whose features span all others."
    )
    formula: str = "f(a*) << Smooth_h;   regret to Smooth_h = O(sqrt(T/h)),   regret to f(a*) ~ T"

    def cells(self, size: Size) -> list[Cell]:
        """One cell per method and seed, and one without any run."""
        work = WORK[size]
        sizes = [1 << k for k in range(5, work.actions.bit_length())]
        runs = [
            Cell(
                play,
                "theory",
                self.name,
                method,
                seed,
                {"horizons": list(work.horizons), "actions": work.actions},
            )
            for method in METHODS
            for seed in range(work.seeds)
        ]
        return [*runs, Cell(grow, "theory", self.name, "kernels", 0, {"actions": sizes})]

    def judge(self, size: Size, results: Sequence[Result]) -> Finding:
        """Linear regret without structure, root regret with it, smooth regret always small."""
        work, cells = WORK[size], self.cells(size)
        *runs, grown = results
        by_method: dict[str, list[Result]] = {method: [] for method in METHODS}
        for cell, run in zip(cells[:-1], runs, strict=True):
            by_method[cell.policy].append(run)
        standard, smooth = (  # a row per horizon, a column per seed
            {m: np.array([run[name] for run in found]).T for m, found in by_method.items()}
            for name in ("standard", "smooth")
        )
        met = {m: sum(run["met"] for run in found) for m, found in by_method.items()}
        slopes = {m: fit_exponent(work.horizons, standard[m]) for m in METHODS}
        longest = work.horizons[-1]
        bounds = np.array([[theorem_regret(n, LEVEL, BOUND)] for n in work.horizons])
        worst = max(float((smooth[m] / bounds).max()) for m in (UNIFORM, SPANNER))
        hay = float(np.abs(smooth["haystack-smooth"][-1]).max()) / longest
        stuck, found = (float(standard[m][-1].mean()) for m in (UNIFORM, SPANNER))
        few, many = grown["smooth"][0], grown["smooth"][-1]
        lost = {m: float(np.median(standard[m][-1])) / longest for m in METHODS if m != SPANNER}
        checks = [
            Check(
                "where the best action is rare, standard regret is linear, for MOSS too: the "
                f"median run loses at least {STUCK:.2f} in every round, as if it never played it",
                min(lost.values()) >= STUCK - ROUNDING,
                ", ".join(f"{METHODS[m]} {loss:.3f}" for m, loss in lost.items()),
            ),
            Check(
                "smooth regret stays within Theorem 1's bound in every linear run, and is next "
                "to nothing without structure",
                worst <= 1.0 and hay <= 0.01,
                f"worst run at {worst:.2f} of the bound; {hay:.5f} a round without structure",
            ),
            Check(
                "the best smoothed kernel gets worse as actions are added, to over "
                f"{WORSE:g} times the best action's loss",
                few < many and many >= WORSE * grown["best"],
                f"Smooth_h from {few:.3f} to {many:.3f}, best action {grown['best']:.3f}",
            ),
            Check(
                "with mu on a spanner of the features the best action is found: exponent at most "
                f"{ROOT}, regret divided by {FEWER:g} or more",
                slopes[SPANNER].slope <= ROOT and found * FEWER <= stuck,
                f"exponent {slopes[SPANNER]}; {found:,.0f} instead of {stuck:,.0f} after "
                f"{longest:,} rounds",
            ),
        ]
        rows = [
            [
                label,
                str(slopes[method]),
                f"{standard[method][-1].mean() / longest:.4f}",
                f"{smooth[method][-1].mean() / longest:+.4f}",
                f"{met[method]} of {work.seeds}",
            ]
            for method, label in METHODS.items()
        ]
        headers = [
            "problem and method",
            "exponent of T",
            "regret a round",
            "smooth regret a round",
            "runs that met the best",
        ]
        numbers = {
            "horizons": list(work.horizons),
            "seeds": work.seeds,
            "actions": work.actions,
            "dimension": DIMENSION,
            "h": LEVEL,
            "standard": {m: standard[m].tolist() for m in METHODS},
            "smooth": {m: smooth[m].tolist() for m in METHODS},
            "met": met,
            "stuck": lost,
            "exponents": {
                m: {"slope": e.slope, "low": e.low, "high": e.high} for m, e in slopes.items()
            },
            "bounds": bounds[:, 0].tolist(),
            "grown": {"actions": cells[-1].settings["actions"], **grown},
        }
        return Finding(
            checks,
            numbers,
            Table(headers, rows),
            f"One action with loss {NEEDLE} among {work.actions:,} with loss {STRAW}; and "
            f"as many actions with {DIMENSION} features, whose losses lie within 0.1 of "
            f"{STRAW} but for one orthogonal action with loss {NEEDLE}, learned by Vovk's "
            f"aggregation over {2 * DIRECTIONS} linear functions. Losses are 0 or 1; horizons up "
            f"to {longest:,} rounds, {work.seeds} seeds each, h = 1/{1 / LEVEL:.0f}.",
            [
                "There are 64 actions for each round of the longest run, so that hardly any run "
                "meets the best one by luck; one that does has won, which is why the median run "
                "is judged. Where actions are fewer than rounds it is no needle: "
                "h = 1/K makes smooth regret the standard one.",
                "Take smooth regret where good actions are not rare. If they are, say where: a "
                "reference measure that favours likely actions is what this method can be told.",
                "The spanner is chosen from the features alone. mu then gives each of its actions "
                "at least h, so that Smooth_h is no longer weak and Theorem 1 bounds standard "
                "regret.",
                "Least squares (LinearOracle) shrink what they predict for directions never seen "
                "towards loss 0, the best there is, and may so try the orthogonal action by "
                "themselves. No guarantee rests on that; Vovk's aggregation predicts the middle.",
            ],
        )

    def draw(self, figure: Figure, finding: Finding, theme: Theme) -> None:
        """Regret over horizons, and what smoothing costs."""
        draw_needle(figure, finding.numbers, theme)


CLAIM = NeedleClaim()
