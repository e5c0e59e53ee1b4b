"""What the runs without h say, in a table and in words."""

import math
from collections.abc import Sequence
from typing import Any

from smoothbandits.apps.reports import Table
from smoothbandits_lab.claims.adaptive.plan import Work
from smoothbandits_lab.claims.adaptive.runs import FINEST, REG_SQ, bases_of

__all__ = ["bound_with_constants", "level", "ran", "remarks", "table"]


def bound_with_constants(rounds: int, h: float) -> float:
    """Theorem 2's bound at the best eta, with the constants of CORRAL's analysis.

    B ln T/eta + eta T + 20 eta ln T T Reg_Sq/h: the last is the most that sqrt(rho) R - rho/(40
    eta ln T) can be, for R^2 = 2 T Reg_Sq/h of a stable base.  The constant of the first part is
    taken as 1, which is too little.

    Examples
    --------
    >>> bound_with_constants(1_000_000, 1 / 8) > 1_000_000
    True
    """
    logarithm = math.log(rounds)
    growing = rounds + 20.0 * logarithm * rounds * REG_SQ / h
    return 2.0 * math.sqrt(bases_of(rounds) * logarithm * growing)


def table(ratios: Sequence[dict[str, Any]]) -> Table:
    """A row per width of the low stair."""
    rows = [
        [
            f"1/{r['inverse']}",
            f"{min(r['fixed']['theorem']):,.0f} ({level(r['best']['theorem'])})",
            f"{r['regret']['theory']:,.0f}",
            f"{r['theory']:.2f}",
            f"{min(r['fixed']['anytime']):,.0f} ({level(r['best']['anytime'])})",
            f"{r['regret']['practice']:,.0f}",
            f"{r['practice']:.2f}",
        ]
        for r in ratios
    ]
    headers = [
        "width",
        "best fixed h, T known",
        "CorralBandit",
        "ratio",
        "best fixed h, anytime",
        "AdaptiveIGW",
        "ratio",
    ]
    return Table(headers, rows)


def ran(work: Work) -> str:
    """The runs in words."""
    widths = ", ".join(f"1/{i}" for i in work.inverses)
    return (
        "Stairs: half of the actions lose 0.4 whatever the truth, one of four narrow regions "
        "loses 0.1, all else 0.8. Playing the wide stair teaches nothing, so too little "
        "exploration never finds the low one and too much pays for it in every round. Width of "
        f"the low stair: {widths}. {work.rounds:,} rounds, {work.seeds} seeds. CorralBandit with "
        f"{bases_of(work.rounds)} stable bases and eta = sqrt(B/T) against SmoothIGW at each h "
        f"from 1 to 1/{work.grid[-1]} with Theorem 1's gamma; AdaptiveIGW, anytime, over eight h "
        f"from 1 to 1/{FINEST}, against SmoothIGW at each h with the anytime gamma."
    )


def remarks(numbers: dict[str, Any]) -> list[str]:
    """What the ratio does not say."""
    lost = {
        inverse: max(
            r["fixed"]["theorem"][place] / min(r["fixed"]["theorem"]) for r in numbers["ratios"]
        )
        for place, inverse in enumerate(numbers["grid"])
    }
    guess = min(lost, key=lambda inverse: lost[inverse])
    return [
        "The limits on the ratios are ours. Theorem 2's bound, with the constants of CORRAL's "
        f"analysis and its best eta, is {numbers['bound']:,.0f} at T = 1,000,000 and h = 1/8: "
        "more than all that can be lost. At T <= 1,000,000 it says nothing about these widths.",
        f"To compare: a lucky guess, {level(guess)} for all widths, loses at most "
        f"{lost[guess]:.1f} times what the best h of each loses, the unluckiest "
        f"{max(lost.values()):.1f} times.",
        "Each base of CorralBandit has an oracle of its own, which learns from its share of the "
        "rounds only. Those of AdaptiveIGW share one: what a base with small h finds serves all, "
        "so that it may even lose less than every fixed h.",
    ]


def level(inverse: int) -> str:
    """A smoothness in words.

    Examples
    --------
    >>> level(8), level(1)
    ('h = 1/8', 'h = 1')
    """
    return f"h = 1/{inverse}" if inverse > 1 else "h = 1"
