"""The adaptive bound in its beta form: less is paid where the right region is narrow."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from smoothbandits.apps.reports import Table
from smoothbandits.apps.reports.figures import Theme
from smoothbandits.theory import adaptive_eta, adaptive_regret
from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.claims.claim import Check, Finding, Size
from smoothbandits_lab.claims.narrow.runs import BETAS, FUNCTIONS, play_corral
from smoothbandits_lab.claims.regret_curves import falling
from smoothbandits_lab.claims.slopes import log_log
from smoothbandits_lab.claims.stability.rare_base import CHASE, PHASES, STABLE, H
from smoothbandits_lab.claims.stability.runs import play as play_base

__all__ = ["CLAIM", "NarrowClaim"]

REG_SQ = math.log(FUNCTIONS) / 2.0  # Vovk's bound for a finite class
ERRORS = 2.0  # standard errors by which the mean has to stay below the bound
ROUNDING = 1e-9
#: exponents of the promise are taken where its logarithms are the same and its first part, which
#: has no h, is small: a promise with another power of T or h misses by 0.1 or more
FAR, TOLERANCE = (1e20, 1e-13, 1e-19), 0.03
DRAWN = 10**24  # rounds, of the promise in the figure
BASES = math.ceil(math.log2(DRAWN))


@dataclass(frozen=True)
class Scope:
    """How much is run: rho of the game, its seeds; widths, log2 of the rounds, their seeds."""

    rhos: tuple[int, ...]
    rare_seeds: int
    inverses: tuple[int, ...]
    powers: tuple[int, ...]
    seeds: int


SCOPES: dict[Size, Scope] = {
    "tiny": Scope((16, 1024), 3, (8, 16), (6, 8, 9), 2),
    "quick": Scope((16, 4096), 8, (8, 16), (6, 8, 9), 8),
    "full": Scope((1, 16, 256, 4096), 25, (8, 32, 128), (8, 10, 12, 14, 16), 6),
}


def stability(rounds: int, bound: float, beta: float) -> float:
    """R of (beta/(1+beta), R)-stable: R^(1+beta) = T (4 Reg_Sq/h)^beta."""
    return float((rounds * (4.0 * bound / H) ** beta) ** (1.0 / (1.0 + beta)))


def exponents(beta: float) -> tuple[float, float]:
    """Powers of T and of 1/h in what the library promises at the rate that it sets."""
    T, wide, slim = FAR

    def promised(rounds: float, h: float) -> float:
        eta = adaptive_eta(int(rounds), 1.0, beta)
        # one base, and no logarithms: the part with h has ln(T)^beta
        whole = adaptive_regret(int(rounds), h, 1.0, bases=1, eta=eta, beta=beta)
        return math.log10(whole / math.log(rounds) ** beta)

    in_rounds = (promised(1e3 * T, wide) - promised(T, wide)) / 3.0
    in_levels = (promised(T, slim) - promised(T, wide)) / math.log10(wide / slim)
    return in_rounds, in_levels


@dataclass(frozen=True)
class NarrowClaim:
    """CORRAL over stable bases at the rate of a beta."""

    name: str = "narrow"
    title: str = "A master that is tuned for narrow regions"
    source: str = "the end of section 4 of the paper and its appendix on adaptive smooth regret"
    words: str = (
        "The master's learning rate decides for which widths it is good. At eta = 1/sqrt(T) a "
        "region that is 16 times narrower may cost 16 times as much. With beta below 1 the rate "
        "is smaller, and the same region costs 16^beta times as much; in exchange, wide regions "
        "cost more. No choice is better for all widths at once."
    )
    formula: str = (
        "eta = T^(-1/(1+beta)) Reg_Sq^(-beta/(1+beta))  =>  "
        "Reg_h(T) = O~(T^(1/(1+beta)) h^-beta Reg_Sq^(beta/(1+beta)))  for all h at once"
    )

    def cells(self, size: Size) -> list[Cell]:
        """Bases that are invoked rarely; then the master with all of them, of each beta."""
        scope = SCOPES[size]
        games = [(PHASES, rho) for rho in scope.rhos] + [(CHASE, scope.rhos[-1])]
        rare = [
            Cell(
                play_base,
                "theory",
                self.name,
                STABLE,
                rho,
                {"rho": rho, "adversary": adversary, "seeds": scope.rare_seeds},
            )
            for adversary, rho in games
        ]
        whole = [
            Cell(
                play_corral,
                "theory",
                self.name,
                f"beta = {beta:g}",
                inverse,
                {"beta": beta, "inverse": inverse, "rounds": 2**power, "seeds": scope.seeds},
            )
            for beta in BETAS
            for inverse in scope.inverses
            for power in scope.powers
        ]
        return rare + whole

    def judge(self, size: Size, results: Sequence[Result]) -> Finding:
        """The stability of bases, the rate, the exponents of the promise, and real regret."""
        rare = [result for result in results if "adversary" in result]
        lines = [line for beta in BETAS for line in shares(rare, beta)]
        worst = max(lines, key=lambda line: line["upper_share"])
        facts = max(max(result["missed"].values()) for result in rare)
        curves = collected([result for result in results if "beta" in result])
        off = max(curve["off"] for curve in curves)
        found = {beta: exponents(beta) for beta in BETAS}
        missed = max(
            max(abs(T - 1.0 / (1.0 + beta)), abs(h - beta)) for beta, (T, h) in found.items()
        )
        checks = [
            Check(
                "a base that is invoked rarely loses, counted by 1/q, at most E[rho^alpha] R, for "
                f"every beta, with {ERRORS:g} standard errors; and the facts of its proof hold",
                worst["upper_share"] <= 1.0 and facts <= ROUNDING,
                f"at most {worst['upper_share']:.2f} of it (beta = {worst['beta']:g}, "
                f"{worst['adversary']}, rho = {worst['rho']:g}); facts to {facts:.1e}",
            ),
            Check(
                "the master begins at the rate of its beta",
                off <= ROUNDING,
                f"largest relative error {off:.1e}",
            ),
            Check(
                f"the promise that the library states has these powers of T and h, to {TOLERANCE}",
                missed <= TOLERANCE,
                "; ".join(f"T^{T:.2f} h^-{h:.2f}" for T, h in found.values()),
            ),
            *(
                falling(
                    f"beta = {curve['beta']:g}, h = 1/{curve['inverse']}",
                    curve["rounds"],
                    curve["shares"][0],
                    curve["shares"][-1],
                )
                for curve in curves
            ),
        ]
        numbers = {
            "lines": lines,
            "curves": curves,
            "exponents": {f"{beta:g}": powers for beta, powers in found.items()},
        }
        return Finding(checks, numbers, table(curves), ran(size), REMARKS)

    def draw(self, figure: Figure, finding: Finding, theme: Theme) -> None:
        """What is promised for each width, and real regret against T."""
        left, right = figure.subplots(1, 2)
        T, levels = DRAWN, np.geomspace(1e-6, 0.5, 60)
        for beta, colour in zip(BETAS, theme.cycle, strict=False):
            eta = adaptive_eta(T, REG_SQ, beta)
            name = f"beta = {beta:g}"
            bounds = [
                adaptive_regret(T, h, REG_SQ, bases=BASES, eta=eta, beta=beta) / T for h in levels
            ]
            left.plot(1.0 / levels, np.minimum(bounds, 1.0), color=colour, label=name)
            for curve in finding.numbers["curves"]:
                if curve["beta"] == beta:
                    wide = curve["inverse"] == finding.numbers["curves"][0]["inverse"]
                    right.plot(
                        curve["rounds"],
                        curve["shares"],
                        color=colour,
                        linestyle="-" if wide else "--",
                        marker="o",
                        markersize=4,
                        label=name if wide else None,
                    )
        left.set(title="Promised at T = 10^24", xlabel="1/h", ylabel="smooth regret per round")
        right.set(title="Measured (dashed: narrower stairs)", xlabel="rounds T")
        right.set_ylabel("smooth regret, as a share of random play's")
        log_log(left)
        right.set(xscale="log", ylim=(0.0, 1.0))
        left.legend(fontsize=8.5)
        right.legend(fontsize=8.5)


def shares(rare: Sequence[Result], beta: float) -> list[dict[str, Any]]:
    """Regret counted by 1/q as a share of what (beta/(1+beta), R)-stability allows."""
    found, alpha = [], beta / (1.0 + beta)
    for result in rare:
        regrets = np.array(result["regrets"])
        reg = result["scale"] ** 2 * H / (4.0 * result["rounds"])  # from sqrt(4 T Reg_Sq/h)
        powers = np.array(result["roots"]) ** (2.0 * alpha)
        allowed = float(powers.mean()) * stability(result["rounds"], reg, beta)
        error = float(regrets.std(ddof=1) / math.sqrt(regrets.size))
        found.append(
            {
                "beta": beta,
                "adversary": result["adversary"],
                "rho": result["rho"],
                "share": float(regrets.mean()) / allowed,
                "upper_share": (float(regrets.mean()) + ERRORS * error) / allowed,
            }
        )
    return found


def collected(results: Sequence[Result]) -> list[dict[str, Any]]:
    """One curve per beta and width: regret as a share of random play's."""
    curves: dict[tuple[float, int], dict[str, Any]] = {}
    for result in results:
        key = result["beta"], result["inverse"]
        empty: dict[str, Any] = {"rounds": [], "shares": [], "off": 0.0}
        curve = curves.setdefault(key, {"beta": key[0], "inverse": key[1], **empty})
        curve["rounds"].append(result["rounds"])
        curve["shares"].append(float(np.mean(result["regrets"])) / result["random"])
        # stated here once more: the library's own formula is what is checked
        share = 1.0 / (1.0 + result["beta"])
        rate = result["rounds"] ** -share * REG_SQ ** (share - 1.0)
        wrong = max(abs(found / min(1.0, rate) - 1.0) for found in result["rates"])
        curve["off"] = max(curve["off"], wrong)
    return list(curves.values())


def table(curves: Sequence[dict[str, Any]]) -> Table:
    """A row per beta and width."""
    rows = [
        [
            f"{curve['beta']:g}",
            f"1/{curve['inverse']}",
            f"{curve['rounds'][-1]:,}",
            f"{curve['shares'][0]:.2f}",
            f"{curve['shares'][-1]:.2f}",
        ]
        for curve in curves
    ]
    return Table(["beta", "h", "last T", "share at the first T", "at the last"], rows)


def ran(size: Size) -> str:
    """The runs in words."""
    scope = SCOPES[size]
    return (
        f"Algorithm 3 at h = {H:g} in the game of `stability`, rho = "
        f"{', '.join(map(str, scope.rhos))}, {scope.rare_seeds} seeds. StableCorral(beta) on "
        f"stairs of {FUNCTIONS} functions, h = {', '.join(f'1/{i}' for i in scope.inverses)}, T "
        f"from {2 ** scope.powers[0]:,} to {2 ** scope.powers[-1]:,}, {scope.seeds} seeds."
    )


REMARKS = (
    "min(T, sqrt(rho) sqrt(4 T Reg_Sq/h)) is at most rho^alpha R with alpha = beta/(1+beta): a "
    "base that is stable at 1/2 is stable at every beta, and CORRAL turns each into a promise.",
    "At every T that can be run the promise, with the constants of CORRAL's analysis, is above "
    "T: the size of regret is not judged by it.  What is judged is what the proof is made of, and "
    "that regret per round falls, which linear regret does not.",
    "That a smaller beta pays where regions are narrow is a promise about horizons as on the "
    "left, which nobody plays; what it does at horizons that can be run is on the right.",
)

CLAIM = NarrowClaim()
