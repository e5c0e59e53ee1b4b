"""What the runs without h say, in a table and in words."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from smoothbandits.apps.reports import Table
from smoothbandits.theory import adaptive_regret
from smoothbandits_lab.claims.adaptive.plan import Work
from smoothbandits_lab.claims.adaptive.runs import FINEST, REG_SQ, bases_of

__all__ = ["bound_with_constants", "level", "ran", "remarks", "table"]


def bound_with_constants(rounds: int, h: float) -> float:
    """Theorem 2's bound at the best eta, with the constants of CORRAL's analysis.

    The constant of the part B ln T/eta is taken as 1, which is too little.

    Examples
    --------
    >>> bound_with_constants(1_000_000, 1 / 8) > 1_000_000
    True
    """
    bases = bases_of(rounds)
    etas = np.geomspace(1e-6, 1.0, 601)
    return min(adaptive_regret(rounds, h, REG_SQ, bases=bases, eta=eta) for eta in etas)


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
