"""Dominance: no benchmark of the same smoothness is harder than Smooth_h."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure

from smoothbandits.apps.reports import Table
from smoothbandits.apps.reports.figures import Theme, percent, thousands
from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.claims.claim import Check, Finding, Size
from smoothbandits_lab.claims.dominance.runs import (
    BINS,
    KERNELS,
    LEVEL,
    ROUNDING,
    compare,
    play,
)

__all__ = ["CLAIM", "DominanceClaim"]

BATCH = 2_500  # instances in one cell
#: (random instances, rounds of the run)
WORK: dict[Size, tuple[int, int]] = {
    "tiny": (300, 400),
    "quick": (2_500, 4_000),
    "full": (10_000, 8_000),
}
BENCHMARKS = {
    "standard": "the best action",
    "smooth": "Smooth_h",
    "quantile": "the h-quantile",
    "kernel": "a fixed kernel",
}


@dataclass(frozen=True)
class DominanceClaim:
    """Smooth regret is at least quantile regret and fixed-kernel regret."""

    name: str = "dominance"
    title: str = "Smooth regret dominates quantile and fixed-kernel regret"
    source: str = "Section 2 of the paper"
    words: str = (
        "A learner is compared with a benchmark. The h-quantile of the losses and one fixed "
        "kernel that spreads over a share h of the actions have been used before. Smooth_h, the "
        "loss of the best kernel of that spread for each context, is never above either, so "
        "that low smooth regret means low regret in both older senses. The best action itself "
        "is harder still, and out of reach in general (see needle)."
    )
    formula: str = "min f  <=  Smooth_h = inf_{Q in Q_h} E_Q[f]  <=  v_h,  E_K[f] for K in Q_h"

    def cells(self, size: Size) -> list[Cell]:
        """Batches of instances, and one run."""
        instances, rounds = WORK[size]
        batches = [
            Cell(
                compare,
                "theory",
                self.name,
                "instances",
                batch,
                {"instances": min(BATCH, instances - BATCH * batch)},
            )
            for batch in range(-(-instances // BATCH))
        ]
        return [*batches, Cell(play, "theory", self.name, "run", 0, {"rounds": rounds})]

    def judge(self, size: Size, results: Sequence[Result]) -> Finding:
        """Count what is above, and compare with the dual."""
        *batches, run = results
        total = sum(batch["instances"] for batch in batches)
        above = {
            name: sum(batch[f"above_{name}"] for batch in batches)
            for name in ("quantile", "kernel")
        }
        off = max(batch["off"] for batch in batches)
        apart = {name: float(value) for name, value in run["apart"].items()}
        rounds = run["rounds"][-1]
        means = {
            name: sum(b[f"{name}_mean"] * b["instances"] for b in batches) / total
            for name in ("quantile", "kernel")
        }
        checks = [
            Check(
                f"Smooth_h at most the h-quantile on {total:,} random instances",
                above["quantile"] == 0,
                f"{above['quantile']} above; {means['quantile']:.3f} below it on average",
            ),
            Check(
                f"Smooth_h at most the loss of each of {KERNELS} fixed kernels on each instance",
                above["kernel"] == 0,
                f"{above['kernel']} above; {means['kernel']:.3f} below the best on average",
            ),
            Check(
                "Smooth_h is no lower than it must be: its dual gives the same number",
                off <= ROUNDING,
                f"largest difference {off:.1e}",
            ),
            Check(
                f"in a run of {rounds:,} rounds, after every round: standard regret >= smooth "
                "regret >= quantile regret and >= fixed-kernel regret",
                min(apart.values()) >= -ROUNDING * rounds,
                "smallest differences: "
                + ", ".join(f"{name} {value:.2g}" for name, value in apart.items()),
            ),
        ]
        numbers = {
            "instances": total,
            "above": above,
            "off": off,
            "mean_gap": means,
            "bins": BINS.tolist(),
            "histogram": {
                name: np.sum([batch[name] for batch in batches], axis=0).tolist()
                for name in ("quantile", "kernel")
            },
            "h": LEVEL,
            "rounds": run["rounds"],
            "regrets": run["regrets"],
            "apart": apart,
        }
        rows = [
            [BENCHMARKS[name], f"{regret[-1]:,.0f}", f"{regret[-1] / rounds:.4f}"]
            for name, regret in run["regrets"].items()
        ]
        return Finding(
            checks,
            numbers,
            Table(["regret of the run against", f"after {rounds:,} rounds", "per round"], rows),
            f"{total:,} finite sets of 2 to 64 actions with random losses, measure and h; on each "
            f"{KERNELS} fixed kernels: windows of neighbours, random sets and mixtures. And one "
            f"run of SmoothIGW on an interval with contexts, h = 1/{1 / LEVEL:.0f}, whose loss is "
            "the distance from a target; the fixed kernel is a window around the middle.",
            [
                "Smooth regret may be negative: on losses that are smooth in the action the "
                "greedy action beats every kernel that must spread out.",
                "The dual is what makes this a test in both directions: a benchmark that is too "
                "low would dominate everything.",
            ],
        )

    def draw(self, figure: Figure, finding: Finding, theme: Theme) -> None:
        """How much harder it is, and the regrets of the run."""
        left, right = figure.subplots(1, 2)
        numbers = finding.numbers
        edges = np.array(numbers["bins"])
        labels = {"quantile": "h-quantile", "kernel": f"best of {KERNELS} fixed kernels"}
        for (name, label), colour in zip(labels.items(), theme.cycle, strict=False):
            number = np.array(numbers["histogram"][name])
            left.stairs(
                number / number.sum(), edges, label=label, color=colour, fill=True, alpha=0.45
            )
        left.axvline(0.0, color=theme.ink, linewidth=1.5)
        left.set(xlabel="loss above Smooth_h", ylabel="share of the instances", title="Instances")
        left.yaxis.set_major_formatter(percent())
        left.legend()
        for style, (name, regret) in zip(
            ("-", "-", "--", "-."), numbers["regrets"].items(), strict=True
        ):
            right.plot(numbers["rounds"], regret, linestyle=style, label=BENCHMARKS[name])
        right.axhline(0.0, color=theme.quiet, linewidth=1.0)
        right.set(xlabel="rounds", ylabel="regret", title="One run, against")
        right.locator_params(axis="x", nbins=5)
        right.xaxis.set_major_formatter(thousands())
        right.legend()


CLAIM = DominanceClaim()
