"""Theorem 2: one run that knows no h against runs with the best fixed h."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from smoothbandits.apps.reports.figures import Theme
from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.claims.adaptive.figure import draw_adaptive
from smoothbandits_lab.claims.adaptive.plan import HARD, WORK
from smoothbandits_lab.claims.adaptive.runs import CEILING, bases_of, standard_eta
from smoothbandits_lab.claims.adaptive.words import (
    bound_with_constants,
    ran,
    remarks,
    table,
)
from smoothbandits_lab.claims.claim import Check, Finding, Size
from smoothbandits_lab.statistics import fit_exponent

__all__ = ["CLAIM", "AdaptiveClaim"]

#: most that AdaptiveIGW may lose over the best fixed h: as much as an h that is wrong by a factor
#: of 16, since regret goes like sqrt(1/h).  For CorralBandit it is B, the number of bases: each of
#: them learns from its own share of the rounds only
PRACTICE = 4.0
#: exponent of T at eta = sqrt(B/T), where the guarantee is sqrt(B T) ln T: from T = 50,000 to
#: 800,000 the logarithms add 0.12 to the 1/2; the rest is for the fit
STEEPEST = 0.65
ROUNDING = 1e-9


@dataclass(frozen=True)
class AdaptiveClaim:
    """CORRAL over stable bases competes at every h at once."""

    name: str = "adaptive"
    title: str = "One run without h against the best fixed h"
    source: str = "Theorem 2 of the paper and its remark, section 4"
    words: str = (
        "How widely to spread, h, is a choice: small h competes with narrow and better regions, "
        "large h learns faster. A master that runs one learner for each h = 1/2, 1/4, ..., 1/T "
        "and shifts its trust among them needs no choice. It pays for that: the learning rate "
        "eta of the master trades what is lost while choosing, 1/eta, against what is lost "
        "where the right h is small, eta T/h; no eta is right for all h."
    )
    formula: str = "Reg_h(T) = O~(1/eta + eta T Reg_Sq(T)/h)  for all h in (0, 1] at once"

    def cells(self, size: Size) -> list[Cell]:
        """Fixed runs, both adaptive forms, etas, horizons, and a master alone."""
        return WORK[size].cells(self.name)

    def judge(self, size: Size, results: Sequence[Result]) -> Finding:
        """Ratios, the identities of the rates, the trade-off, and growth with T."""
        work, starved, runs = WORK[size], results[-1], results[:-1]
        corral = [run for run in runs if "eta" in run]
        bases, eta = bases_of(work.rounds), standard_eta(work.rounds)
        main = [run for run in runs if run["rounds"] == work.rounds]
        ratios = [ratio_of(i, main, eta) for i in work.inverses]
        sweeps = [sweep_of(i, corral, work.rounds) for i in work.swept]
        growth = [growth_at(T, runs) for T in sorted([work.rounds, *work.horizons])]
        checks = [
            Check(
                f"CorralBandit loses at most B = {bases} times what the best fixed h loses, "
                "whether the low stair is wide or narrow",
                *below(ratios, "theory", bases),
            ),
            Check(
                f"AdaptiveIGW loses at most {PRACTICE:g} times what the best fixed h loses",
                *below(ratios, "practice", PRACTICE),
            ),
            rates_check(corral, starved),
        ]
        if sweeps:
            checks.append(trade_off_check(sweeps))
        if work.horizons:
            checks += growth_checks(growth)
        numbers = {
            "rounds": work.rounds,
            "bases": bases,
            "standard_eta": eta,
            "grid": work.grid,
            "ratios": ratios,
            "limits": {"theory": bases, "practice": PRACTICE},
            "sweeps": sweeps,
            "growth": growth,
            "starved": starved,
            "bound": bound_with_constants(1_000_000, 1.0 / 8.0),
        }
        return Finding(checks, numbers, table(ratios), ran(work), remarks(numbers))

    def draw(self, figure: Figure, finding: Finding, theme: Theme) -> None:
        """Fixed h, ratios, and the trade-off."""
        draw_adaptive(figure, finding.numbers, theme)


def mean(run: Result) -> float:
    """Mean regret over seeds."""
    return float(np.mean(run["regrets"]))


def ratio_of(inverse: int, runs: Sequence[Result], eta: float) -> dict[str, Any]:
    """Both forms against the best fixed h with the same knowledge of the horizon."""
    own = [run for run in runs if run["inverse"] == inverse]
    fixed = {run["schedule"]: run for run in own if "schedule" in run}
    means = {name: np.mean(run["regrets"], axis=1) for name, run in fixed.items()}
    theory = next(run for run in own if run.get("eta") == eta)
    practice = next(run for run in own if "eta" not in run and "schedule" not in run)
    grid = fixed["theorem"]["grid"]
    return {
        "inverse": inverse,
        "fixed": {name: values.tolist() for name, values in means.items()},
        "best": {name: grid[int(values.argmin())] for name, values in means.items()},
        "regret": {"theory": mean(theory), "practice": mean(practice)},
        "theory": mean(theory) / float(means["theorem"].min()),
        "practice": mean(practice) / float(means["anytime"].min()),
    }


def growth_at(rounds: int, runs: Sequence[Result]) -> dict[str, Any]:
    """CorralBandit on the widest stairs at one horizon, and the best fixed h there."""
    own = [run for run in runs if (run["inverse"], run["rounds"]) == (HARD, rounds)]
    theory = next(run for run in own if run.get("eta") == standard_eta(rounds))
    fixed = next(run for run in own if run.get("schedule") == "theorem")
    best = float(np.mean(fixed["regrets"], axis=1).min())
    return {
        "rounds": rounds,
        "bases": bases_of(rounds),
        "regrets": theory["regrets"],
        "ratio": mean(theory) / best,
    }


def growth_checks(growth: Sequence[dict[str, Any]]) -> list[Check]:
    """The ratio stays within B, and regret near sqrt(T), whatever T."""
    exponent = fit_exponent([g["rounds"] for g in growth], [g["regrets"] for g in growth])
    return [
        Check(
            f"the same at other T, on the stairs of width 1/{HARD}",
            all(g["ratio"] <= g["bases"] for g in growth),
            ", ".join(f"{g['ratio']:.2f} times at T = {g['rounds']:,}" for g in growth),
        ),
        Check(
            f"there, exponent of T of CorralBandit at eta = sqrt(B/T) at most {STEEPEST}",
            exponent.slope <= STEEPEST,
            str(exponent),
        ),
    ]


def below(ratios: Sequence[dict[str, Any]], form: str, limit: float) -> tuple[bool, str]:
    """Whether every ratio of a form is below the limit, and the range of the ratios."""
    worst = max(ratios, key=lambda ratio: float(ratio[form]))
    least = min(ratio[form] for ratio in ratios)
    words = f"{least:.2f} to {worst[form]:.2f} times; most at h = 1/{worst['inverse']}"
    return bool(worst[form] <= limit), words


def rates_check(corral: Sequence[Result], starved: Result) -> Check:
    """Rates are eta beta^k, k how often a base's threshold has doubled, and at most 4.2321 eta."""
    growth = max(
        starved["growth"], *(math.exp(run["most"] / math.log(run["rounds"])) for run in corral)
    )
    most = math.log2(starved["rounds"])
    holds = (
        starved["doubled"] >= most / 2.0  # else it would say little
        and starved["off"] <= ROUNDING
        and all(run["off"] <= ROUNDING and run["unmatched"] == 0 for run in corral)
        and growth <= CEILING * (1.0 + ROUNDING)
    )
    return Check(
        "the master's rates are eta exp(k/ln T), k the number of times a base's threshold has "
        f"doubled, so at most {CEILING:.4f} eta",
        holds,
        f"a starved base: k = {starved['doubled']} of at most {most:.1f}, relative error "
        f"{starved['off']:.1e}; CorralBandit: k from {min(r['least'] for r in corral):.0f} to "
        f"{max(r['most'] for r in corral):.0f}, {sum(r['unmatched'] for r in corral)} bases off; "
        f"largest rate {growth:.3f} eta",
    )


def sweep_of(inverse: int, corral: Sequence[Result], rounds: int) -> dict[str, Any]:
    """Mean regret by eta."""
    own = [run for run in corral if (run["inverse"], run["rounds"]) == (inverse, rounds)]
    ordered = sorted(own, key=lambda run: float(run["eta"]))
    means = [mean(run) for run in ordered]
    errors = [float(np.std(r["regrets"], ddof=1) / math.sqrt(len(r["regrets"]))) for r in ordered]
    return {
        "inverse": inverse,
        "etas": [run["eta"] for run in ordered],
        "means": means,
        "errors": errors,
        "best": int(np.argmin(means)),
    }


def trade_off_check(sweeps: Sequence[dict[str, Any]]) -> Check:
    """Too small an eta loses, and too large a one, the sooner the narrower the stair."""
    wide, narrow = sweeps
    inside = all(0 < sweep["best"] < len(sweep["etas"]) - 1 for sweep in sweeps)

    def words(sweep: dict[str, Any]) -> str:
        first, least, last = sweep["means"][0], min(sweep["means"]), sweep["means"][-1]
        return (
            f"h = 1/{sweep['inverse']}: best at {sweep['etas'][sweep['best']]:.3g}, the smallest "
            f"costs {first / least:.1f} and the largest {last / least:.1f} times as much"
        )

    return Check(
        "trade-off in eta: the best is inside the range, and no larger where the stair is narrow",
        inside and narrow["best"] <= wide["best"],
        "; ".join(words(sweep) for sweep in sweeps),
    )


CLAIM = AdaptiveClaim()
