"""Section 5.1: many best arms, whose share is known or not, with contexts or without."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from smoothbandits import Bandit, BernoulliEnvironment, Catalog, SmoothIGW, simulate
from smoothbandits.baselines import MOSS, MOSSPlusPlus
from smoothbandits.checks import Floats
from smoothbandits.experiments.cells import Cell
from smoothbandits.experiments.theory.claim import Finding, Result, Size
from smoothbandits.experiments.theory.contexts_in_turn import ContextsInTurn
from smoothbandits.experiments.theory.corral_grid import corral_grid
from smoothbandits.experiments.theory.curve_figure import draw_curves, draw_frontier
from smoothbandits.experiments.theory.regret_curves import bound_check, collect, curve_table
from smoothbandits.explorers import Explorer
from smoothbandits.oracles import FiniteClassOracle, TableOracle
from smoothbandits.regret import theorem_gamma, theorem_regret
from smoothbandits.reports.figures import Theme

__all__ = ["CLAIM", "BestArmsClaim"]

ALPHAS = (0.3, 0.5, 0.7)
BETAS = (0.5, 2.0 / 3.0, 0.75)  # eta = T^-beta
TOLERANCE = 0.07  # the issue's, for exponents over two decades of T
FUNCTIONS, CONTEXTS = 8, 4
BOUND = math.log(FUNCTIONS) / 2.0  # Reg_Sq of a class of this size
BEST, OTHERS = 0.9, (0.1, 0.2, 0.3, 0.4, 0.5)  # mean rewards, as Zhu and Nowak (2020) simulate
OPTIMAL, REST = 0.3, 0.6  # expected losses with contexts


@dataclass(frozen=True)
class Scope:
    """How much is run: arms, log2 of the rounds, seeds."""

    arms: int
    powers: tuple[int, ...]
    seeds: int
    unknown_powers: tuple[int, ...]
    unknown_seeds: int
    context_powers: tuple[int, ...]
    context_seeds: int
    baseline_seeds: int  # 0: no baselines


SCOPES: dict[Size, Scope] = {
    "tiny": Scope(20_000, (8, 11, 14), 150, (8, 11, 14), 8, (7, 9, 11), 4, 0),
    "quick": Scope(1_000_000, (12, 14, 16, 18), 20, (10, 12, 14), 8, (8, 10, 12), 4, 0),
    "full": Scope(
        1_000_000, (10, 12, 14, 16, 18), 80, (10, 12, 14, 16), 24, (8, 10, 12, 14, 16), 4, 4
    ),
}


def arms_oracle() -> Any:
    """Means of single arms."""
    return TableOracle()


def class_oracle(values: Floats) -> Any:
    """Vovk's aggregation of the class that the truth is from."""
    return FiniteClassOracle(values)


def mean_rewards(arms: int, best: int) -> Floats:
    """So many arms are best, wherever they are: mu is uniform, one place is as good as another."""
    generator = np.random.default_rng(arms + best)
    means: Floats = generator.choice(OTHERS, arms)
    means[generator.choice(arms, best, replace=False)] = BEST
    return means


def player(cell: Cell, best: int, seed: int) -> Any:
    """Who plays the arms."""
    rounds, arms = cell.settings["rounds"], cell.settings["arms"]
    space, h = Catalog(arms), best / arms
    if cell.policy == "MOSS Oracle":
        return MOSS(space, horizon=rounds, best_arms=best, seed=seed)
    if cell.policy == "empMOSS++":
        return MOSSPlusPlus(space, horizon=rounds, empirical=True, seed=seed)
    explorer: Explorer = SmoothIGW(h=h, gamma=theorem_gamma(rounds, h, BOUND))
    if cell.policy == "unknown":
        explorer = corral_grid(rounds, BOUND, cell.settings["beta"])
    return Bandit(space, oracle=arms_oracle(), explorer=explorer, seed=seed)


def play_arms(cell: Cell) -> Result:
    """Regret of each seed without contexts, K/K* = T^alpha."""
    rounds, arms = cell.settings["rounds"], cell.settings["arms"]
    best = max(1, round(arms * rounds ** -cell.settings["alpha"]))
    means, regrets = mean_rewards(arms, best), []
    for seed in range(cell.settings["seeds"]):
        problem = BernoulliEnvironment(means, seed=seed)
        trace = simulate(player(cell, best, seed), problem, rounds=rounds)
        regrets.append(float(trace.regrets[-1]))
    return {"regrets": regrets, "random": rounds * (BEST - float(means.mean()))}


def play_contexts(cell: Cell) -> Result:
    """Regret where every context has its own best arms, and the bound of Theorem 1."""
    rounds, alpha, best = cell.settings["rounds"], cell.settings["alpha"], 4
    arms = round(best * rounds**alpha)
    h, regrets = best / arms, []
    for seed in range(cell.settings["seeds"]):
        values = random_class(arms, best, np.random.default_rng([seed, 2]))
        bandit = Bandit(
            Catalog(arms),
            oracle=class_oracle(values),
            explorer=SmoothIGW(h=h, gamma=theorem_gamma(rounds, h, BOUND)),
            context_size=1,
            seed=seed,
        )
        trace = simulate(bandit, ContextsInTurn(values[0], seed=seed), rounds=rounds)
        regrets.append(float(trace.regrets[-1]))
    return {
        "regrets": regrets,
        "random": rounds * (REST - OPTIMAL) * (1.0 - h),
        "bound": theorem_regret(rounds, h, BOUND),
    }


def random_class(arms: int, best: int, generator: np.random.Generator) -> Floats:
    """Losses (functions, contexts, arms): so many optimal arms in each function and context."""
    order = generator.random((FUNCTIONS, CONTEXTS, arms)).argsort(axis=2)
    return np.where(order < best, OPTIMAL, REST)


def frontier(alpha: float, beta: float) -> float:
    """The Pareto optimal exponent where alpha is unknown and eta = T^-beta."""
    return max(beta, 1.0 + alpha - beta)


@dataclass(frozen=True)
class BestArmsClaim:
    """Exponents of the regret against rounds."""

    name: str = "best-arms"
    title: str = "Many best arms among very many"
    source: str = "section 5.1 of the paper"
    words: str = (
        "If a share T^-alpha of all arms is best, regret grows like T^((1+alpha)/2), however many "
        "arms there are: smooth regret at that share is standard regret.  Where alpha is not "
        "known, CORRAL with eta = T^-beta pays max(T^beta, T^(1+alpha-beta)), up to logarithms, "
        "and nothing can be better for all alpha at once."
    )
    formula: str = "K/K* = T^alpha, h = T^-alpha  =>  Reg(T) <= sqrt(4 Reg_Sq) T^((1+alpha)/2)"

    def cells(self, size: Size) -> list[Cell]:
        """One cell per policy, alpha (and beta) and number of rounds."""
        scope, found = SCOPES[size], []

        def add(policy: str, alpha: float, power: int, seeds: int, **more: Any) -> None:
            compute = play_contexts if policy == "contexts" else play_arms
            settings = {"alpha": alpha, "rounds": 2**power, "seeds": seeds} | more
            found.append(Cell(compute, "theory", self.name, policy, settings=settings))

        for alpha in ALPHAS:
            for power in scope.powers:
                add("SmoothIGW", alpha, power, scope.seeds, arms=scope.arms)
                if scope.baseline_seeds:
                    for policy in ("MOSS Oracle", "empMOSS++"):
                        add(policy, alpha, power, scope.baseline_seeds, arms=scope.arms)
            for power in scope.unknown_powers:
                for beta in BETAS:
                    add("unknown", alpha, power, scope.unknown_seeds, arms=scope.arms, beta=beta)
            for power in scope.context_powers:
                add("contexts", alpha, power, scope.context_seeds)
        return found

    def judge(self, size: Size, results: Sequence[Result]) -> Finding:
        """Fit the exponents and compare them with the paper's."""
        curves, scope = collect(self.cells(size), results, describe), SCOPES[size]
        bounded, worst = bound_check(curves, "with contexts, no run above sqrt(4 T Reg_Sq/h)")
        return Finding(
            [*(check for curve in curves for check in curve.checks(TOLERANCE)), bounded],
            {
                "curves": [curve.numbers() for curve in curves],
                "worst share of the bound": worst,
                "arms": scope.arms,
            },
            curve_table(curves),
            ran=(
                f"{scope.arms:,} arms with rewards of 0 or 1, {BEST} on average for the best and "
                f"{OTHERS[0]} to {OTHERS[-1]} for others, T from {2 ** scope.powers[0]:,} to "
                f"{2 ** scope.powers[-1]:,}, {scope.seeds} seeds; alpha unknown: T up to "
                f"{2 ** scope.unknown_powers[-1]:,}, {scope.unknown_seeds} seeds; with contexts: "
                f"{FUNCTIONS} functions of {CONTEXTS} contexts and 4 T^alpha arms, T up to "
                f"{2 ** scope.context_powers[-1]:,}, {scope.context_seeds} seeds."
            ),
            remarks=REMARKS,
        )

    def draw(self, figure: Figure, finding: Finding, theme: Theme) -> None:
        """Known alpha, with contexts, unknown alpha."""
        left, middle, right = figure.subplots(1, 3)
        plays: dict[str, list[dict[str, Any]]] = {"contexts": [], "unknown": [], "known": []}
        for curve in finding.numbers["curves"]:
            plays[curve["policy"] if curve["policy"] in plays else "known"].append(curve)
        draw_curves(left, plays["known"], "(1+alpha)/2", theme)
        left.set_title(f"{finding.numbers['arms']:,} arms, alpha known")
        draw_curves(middle, plays["contexts"], "(1+alpha)/2", theme)
        middle.set_title("with contexts")
        draw_frontier(right, plays["unknown"], frontier, theme)
        right.set_title("alpha unknown")


REMARKS = (
    "Without contexts the oracle is a table of means, whose own bound K (1 + ln T) is empty for "
    "K > T; gamma is that of a class of eight functions.  The theorem's own case, a finite class "
    "and Vovk's oracle, is the one with contexts.",
    "For unknown alpha it is the practical form, CORRAL over rates that share one oracle.  The "
    "term 1/eta of its bound carries B ln T, 177 at T = 2^16, so regrets are divided by B ln T "
    "before the exponent is fitted; without that, exponents are about 0.2 larger at these T.",
    "An exponent below the theory's is no contradiction: the bound is for the worst gap, and "
    "these gaps do not shrink with T.",
)


def describe(policy: str, alpha: float, beta: float | None) -> tuple[str, float | None]:
    """What a reader calls it, and the exponent of the theory where there is one."""
    if beta is not None:
        return f"alpha unknown, beta = {beta:.2f}", min(1.0, frontier(alpha, beta))
    label = "SmoothIGW with contexts" if policy == "contexts" else policy
    return label, (1.0 + alpha) / 2.0 if policy in ("SmoothIGW", "contexts") else None


CLAIM = BestArmsClaim()
