"""What a round costs: O(1) calls of the oracle, its memory, a factor B for CORRAL."""

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
from smoothbandits_lab.claims.cost.figure import draw_costs
from smoothbandits_lab.claims.cost.runs import (
    CALLS,
    REPEATS,
    count_calls,
    count_oracles,
    measure,
)
from smoothbandits_lab.statistics import fit_exponent

__all__ = ["CLAIM", "CostClaim"]

TABLE_BYTES = 24  # per item: sum, count, place in a heap and back

#: largest power of what is varied, for entries looked at, seconds and bytes.  Entries and bytes
#: cannot be noisy: room is left for log n and for lower-order terms alone.  Seconds get more room,
#: as larger memory is slower; a look at every action would be a power of 1.
LIMITS: dict[str, dict[str, float]] = {
    "actions": {"entries": 0.1, "seconds": 0.5, "bytes": 1.05},
    "dimension": {"entries": 1.05, "seconds": 1.3, "bytes": 1.05},
    "bases": {"entries": 1.1, "seconds": 1.3, "bytes": 1.05},
}


@dataclass(frozen=True)
class Scope:
    """How much is run: sizes of each kind, rounds that are counted and timed."""

    actions: tuple[int, ...]
    dimension: tuple[int, ...]
    bases: tuple[int, ...]
    counted: int
    timed: int  # 0: nothing is timed where that would compile more than other claims do


SCOPES: dict[Size, Scope] = {
    "tiny": Scope((10, 1_000, 100_000), (8, 64), (2, 8, 32), 300, 0),
    "quick": Scope((10, 1_000, 100_000, 1_000_000), (8, 64, 512), (2, 8, 32), 1_000, 20_000),
    "full": Scope(
        tuple(10**k for k in range(1, 8)),
        (4, 16, 64, 256, 1024),
        (2, 4, 8, 16, 32, 64),
        2_000,
        50_000,
    ),
}


@dataclass(frozen=True)
class CostClaim:
    """Counts, and seconds beside them."""

    name: str = "cost"
    title: str = "What a round costs"
    source: str = "Theorems 1 and 2 of the paper"
    words: str = (
        "A round asks the oracle for its best action and for one prediction and gives it one "
        "example, however many actions there are; memory is the oracle's own.  CORRAL multiplies "
        "both by the number B of its bases, at most."
    )
    formula: str = (
        "O(1) oracle calls a round, memory O(oracle); with CORRAL O(B), B = ceil(log2 T)"
    )

    def cells(self, size: Size) -> list[Cell]:
        """One cell per size of each kind, and one per explorer for calls."""
        scope, found = SCOPES[size], []

        def add(compute: Any, policy: str, **settings: Any) -> None:
            found.append(Cell(compute, "theory", self.name, policy, settings=settings))

        for kind in LIMITS:
            for n in getattr(scope, kind):
                # interpreted CORRAL over many bases takes milliseconds a round
                rounds = scope.counted if kind == "actions" else max(20, scope.counted // 10)
                add(measure, kind, kind=kind, size=n, rounds=rounds, timed=scope.timed)
        for n in scope.actions:
            add(count_calls, "SmoothIGW", size=n, rounds=64)
            add(count_calls, "AdaptiveIGW", size=n, rounds=64)
        add(count_calls, "CorralBandit", size=1000, rounds=64)
        for power in (4, 12, 20):
            add(count_oracles, "stable bases", size=power)
        return found

    def judge(self, size: Size, results: Sequence[Result]) -> Finding:
        """Calls and bytes exactly, entries and seconds by their powers."""
        found: dict[str, list[Result]] = {}
        for cell, result in zip(self.cells(size), results, strict=True):
            found.setdefault(cell.policy, []).append({"size": cell.settings["size"], **result})
        checks = [self._calls(found), *self._memory(found)]
        slopes: dict[str, dict[str, float]] = {}
        for kind, limits in LIMITS.items():
            for name, limit in limits.items():
                if name not in found[kind][0]:
                    continue
                values = np.array([[result[name]] for result in found[kind]])
                slope = fit_exponent([result["size"] for result in found[kind]], values).slope
                slopes.setdefault(kind, {})[name] = slope
                words = f"{WORDS[name]} against {KINDS[kind]}: power at most {limit:g}"
                checks.append(Check(words, slope <= limit, f"{slope:.2f}"))
        return Finding(
            checks,
            {"measured": {kind: found[kind] for kind in LIMITS}, "slopes": slopes},
            cost_table(found),
            ran=ran(SCOPES[size]),
            remarks=REMARKS,
        )

    def _calls(self, found: dict[str, list[Result]]) -> Check:
        asked = {
            policy: [{name: result[name] for name in CALLS} for result in found[policy]]
            for policy in ("SmoothIGW", "AdaptiveIGW", "CorralBandit")
        }
        most = max(max(calls.values()) for many in asked.values() for calls in many)
        return Check(
            "each round has one argmin, one prediction of one action and one example, with "
            "SmoothIGW, AdaptiveIGW and CorralBandit, however many actions there are",
            all(calls == CALLS for many in asked.values() for calls in many),
            f"at most {most:g} of each",
        )

    def _memory(self, found: dict[str, list[Result]]) -> list[Check]:
        table, stable = found["actions"], found["stable bases"]
        pairs = list(zip(table, table[1:], strict=False))
        per_item = [(b["bytes"] - a["bytes"]) / (b["size"] - a["size"]) for a, b in pairs]
        grown = max(result["grown"] for kind in LIMITS for result in found[kind])
        return [
            Check(
                f"a table takes {TABLE_BYTES} bytes per action, the explorer nothing more",
                all(bytes_ == TABLE_BYTES for bytes_ in per_item),
                ", ".join(f"{bytes_:g}" for bytes_ in sorted(set(per_item))),
            ),
            Check("no state grows with the rounds", grown == 0, f"{grown} bytes"),
            Check(
                "CorralBandit keeps B = ceil(log2 T) oracles, one for each base",
                all(result["oracles"] == result["size"] for result in stable),
                ", ".join(f"{r['oracles']} at T = 2^{r['size']}" for r in stable),
            ),
        ]

    def draw(self, figure: Figure, finding: Finding, theme: Theme) -> None:
        """Costs relative to the smallest size."""
        draw_costs(figure, finding.numbers["measured"], KINDS, WORDS, theme)


KINDS = {"actions": "actions", "dimension": "context features", "bases": "bases of CORRAL"}
WORDS = {
    "entries": "array entries of a round",
    "seconds": "seconds of a round",
    "bytes": "bytes of states",
}
REMARKS = (
    "The verdict rests on counts; seconds are of a machine that may be shared, and their limits "
    "are wide.  Entries of a table grow like the logarithm of what was seen, the depth of its "
    "heap; seconds a little more, since a larger table fits no cache.",
    "Only the invoked base of CorralBandit is asked and learns, so calls do not grow with B; the "
    "factor B is in the memory and in the master's own step.",
    "The point mass of a greedy decision, which `act` reports and simulations leave out, is an "
    "integral over actions and costs more: a sum over the items seen, for a table.",
)


def ran(scope: Scope) -> str:
    """What was run, in words."""
    timed = f"; seconds of {scope.timed:,} compiled rounds, the least of {REPEATS} times"
    return (
        f"Array entries that {scope.counted:,} interpreted rounds read or wrote; calls of an "
        f"oracle that counts them; bytes of all states{timed if scope.timed else ''}.  A table of "
        f"means on {scope.actions[0]:,} to {scope.actions[-1]:,} actions, the paper's linear "
        f"model with {scope.dimension[0]} to {scope.dimension[-1]:,} context features, CORRAL "
        f"over {scope.bases[0]} to {scope.bases[-1]} bases that share a table."
    )


def cost_table(found: dict[str, list[Result]]) -> Table:
    """One line per size."""
    lines = []
    for kind, words in KINDS.items():
        for result in found[kind]:
            seconds = result.get("seconds", math.nan)
            lines.append(
                [
                    f"{result['size']:,} {words}",
                    f"{result['entries']:,.0f}",
                    "" if math.isnan(seconds) else f"{1e9 * seconds:,.0f}",
                    f"{result['bytes']:,}",
                ]
            )
    return Table(["size", "entries a round", "nanoseconds a round", "bytes of states"], lines)


CLAIM = CostClaim()
