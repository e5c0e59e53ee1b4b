"""The limits: a rare best action, without and with structure that other methods use."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from smoothbandits.bandit import Bandit
from smoothbandits.baselines import MOSS
from smoothbandits.environments import BernoulliEnvironment
from smoothbandits.experiments.cells import Cell
from smoothbandits.experiments.theory.claim import Check, Finding, Result, Size
from smoothbandits.experiments.theory.fits import fit_exponent
from smoothbandits.experiments.theory.haystack import (
    NEEDLE,
    STRAW,
    SWING,
    haystack,
    linear_haystack,
    spanning_weights,
)
from smoothbandits.experiments.theory.slopes import log_log, reference_slope
from smoothbandits.explorers import Anytime, SmoothIGW, Theorem
from smoothbandits.oracles import FiniteClassOracle, TableOracle
from smoothbandits.regret import smooth_value, theorem_regret
from smoothbandits.reports import Table
from smoothbandits.reports.figures import Theme, thousands
from smoothbandits.simulation import simulate
from smoothbandits.spaces import Catalog

__all__ = ["CLAIM", "NeedleClaim"]

DIMENSION, DIRECTIONS = 8, 4  # of the linear problem; its class has 2 * DIRECTIONS functions
LEVEL = 1.0 / (2 * DIMENSION)  # h; the spanning measure gives each action of the spanner as much
BOUND = math.log(2 * DIRECTIONS) / 2.0  # Reg_Sq of Vovk's aggregation
# The exponent is 1/2 in the theorem; the first rounds, before exploration fades, add a bit.
ROOT = 0.65
# What a round costs at least where the best action is not played.
STUCK = STRAW - SWING - NEEDLE
WORSE = 5.0  # here; the best action's loss may be as near 0 as one likes, and the ratio as large
FEWER = 4.0  # the alternative must at least divide the regret by this

ROUNDING = 1e-9
UNIFORM, SPANNER = "linear-uniform", "linear-spanner"
METHODS = {
    "haystack-smooth": "no structure: SmoothIGW",
    "haystack-moss": "no structure: MOSS",
    UNIFORM: "linear: SmoothIGW, uniform mu",
    SPANNER: "linear: SmoothIGW, mu on a spanner",
}


@dataclass(frozen=True)
class Work:
    """How much is run: horizons and seeds."""

    horizons: tuple[int, ...]
    seeds: int

    @property
    def actions(self) -> int:
        """So many that few runs meet the best one by luck; one that does has won."""
        return 64 * self.horizons[-1]


WORK: dict[Size, Work] = {
    "tiny": Work((128, 256, 512), 2),
    "quick": Work((128, 256, 512), 5),
    "full": Work((128, 256, 512, 1024, 2048), 6),
}


def play(cell: Cell) -> Result:
    """Runs of one method at each horizon; regret against the best action and Smooth_h."""
    method, seed = cell.policy, cell.seed
    losses: Any
    if method.startswith("haystack"):
        losses, space = haystack(cell.settings["actions"]), Catalog(cell.settings["actions"])
        oracle: TableOracle | FiniteClassOracle = TableOracle()
    else:
        problem = linear_haystack(cell.settings["actions"], DIMENSION, DIRECTIONS, seed)
        weights = spanning_weights(problem.features) if method == SPANNER else None
        losses, space = problem.losses, Catalog(len(problem.losses), weights)
        oracle = FiniteClassOracle(problem.functions)
    smooth = float(smooth_value(losses, LEVEL, space.masses))
    standard, against_smooth, met = [], [], False
    for rounds in cell.settings["horizons"]:
        environment = BernoulliEnvironment(1.0 - losses, seed=seed)
        if method == "haystack-moss":
            player: Any = MOSS(space, horizon=rounds, seed=seed)
        else:
            gamma = Theorem(rounds) if method.startswith("linear") else Anytime(1.0 / LEVEL)
            explorer = SmoothIGW(h=LEVEL, gamma=gamma)
            # the point mass of greedy decisions is not asked for, and would be a sum over all
            player = Bandit(space, oracle=oracle, explorer=explorer, seed=seed, atoms=False)
        trace = simulate(player, environment, rounds=rounds)
        met = bool((trace.actions == len(losses) - 1).any())
        standard.append(float(trace.regrets[-1]))
        against_smooth.append(float((trace.expected_losses - smooth).sum()))
    return {"standard": standard, "smooth": against_smooth, "met": met}


def grow(cell: Cell) -> Result:
    """Smooth_h of the linear problem as actions are added; nothing is random but the features."""
    values = []
    for actions in cell.settings["actions"]:
        losses = linear_haystack(actions, DIMENSION, 1, 0).losses
        values.append(float(smooth_value(losses, LEVEL)))
    return {"smooth": values, "best": float(losses.min())}


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
                "Least squares that start from loss 0 would find the orthogonal action at once, "
                "by luck: they predict the best possible loss for directions never seen. Vovk's "
                "aggregation predicts the middle and shows what the theory allows.",
            ],
        )

    def draw(self, figure: Figure, finding: Finding, theme: Theme) -> None:
        """Regret over horizons, and what smoothing costs."""
        figure.set_size_inches(9.0, 4.6)
        left, right = figure.subplots(1, 2, width_ratios=[1.5, 1.0])
        numbers = finding.numbers
        horizons = np.array(numbers["horizons"], dtype=float)
        styles = (("o", "-"), ("s", "--"), ("^", "-"), ("D", "-"))
        for (method, label), (marker, line) in zip(METHODS.items(), styles, strict=True):
            mean = np.mean(numbers["standard"][method], axis=1)
            left.plot(horizons, mean, line, marker=marker, markersize=5, label=label)
        stuck, found = (np.mean(numbers["standard"][m], axis=1)[0] for m in (UNIFORM, SPANNER))
        reference_slope(left, horizons.tolist(), 1.6 * stuck, 1.0, "slope 1", theme)
        reference_slope(left, horizons.tolist(), 0.6 * found, 0.5, "slope 1/2", theme)
        log_log(left)
        left.set_xticks(horizons)
        left.set(xlabel="horizon T (rounds)", ylabel="regret to the best action", title="Runs")
        left.xaxis.set_major_formatter(thousands())
        figure.legend(*left.get_legend_handles_labels(), loc="outside lower center", ncols=2)
        grown = numbers["grown"]
        right.semilogx(grown["actions"], grown["smooth"], marker="o", markersize=4)
        right.axhline(grown["best"], color=theme.cycle[1], linestyle="--")
        right.annotate("Smooth_h", (grown["actions"][-1], grown["smooth"][-1]), (-8, -16),
                       textcoords="offset points", ha="right")  # fmt: skip
        right.annotate("best action", (grown["actions"][-1], grown["best"]), (-8, 6),
                       textcoords="offset points", ha="right")  # fmt: skip
        right.set(
            xlabel="number of actions",
            ylabel="expected loss",
            ylim=(0.0, 0.55),
            title="Linear losses",
        )


CLAIM = NeedleClaim()
