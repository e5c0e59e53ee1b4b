"""Dominance: no benchmark of the same smoothness is harder than Smooth_h."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from smoothbandits.bandit import Bandit
from smoothbandits.checks import Floats
from smoothbandits.environments import RegressionEnvironment
from smoothbandits.experiments.cells import Cell
from smoothbandits.experiments.theory.claim import Check, Finding, Result, Size
from smoothbandits.explorers import Anytime, SmoothIGW
from smoothbandits.oracles import AdditiveOracle
from smoothbandits.regret import (
    kernel_regret,
    kernel_value,
    quantile_regret,
    quantile_value,
    smooth_regret,
    smooth_value,
)
from smoothbandits.regret.smooth_value import greedy_fill
from smoothbandits.reports import Table
from smoothbandits.reports.figures import Theme, percent, thousands
from smoothbandits.simulation import simulate
from smoothbandits.spaces import Interval

__all__ = ["CLAIM", "DominanceClaim", "smallest_loss"]

ROUNDING = 1e-9  # sums of at most 64 products of probabilities and losses
KERNELS = 8  # fixed kernels tried on each instance
BATCH = 2_500  # instances in one cell
BINS = np.linspace(0.0, 0.6, 31)
LEVEL = 1.0 / 32.0  # h of the run
#: (random instances, rounds of the run)
WORK: dict[Size, tuple[int, int]] = {
    "tiny": (300, 400),
    "quick": (2_500, 4_000),
    "full": (10_000, 8_000),
}
POINTS = 100  # of the curves
BENCHMARKS = {
    "standard": "the best action",
    "smooth": "Smooth_h",
    "quantile": "the h-quantile",
    "kernel": "a fixed kernel",
}


def smallest_loss(losses: Floats, h: float, weights: Floats) -> float:
    """Smooth_h once more, from below: the dual, max over nu of nu - E_mu[(nu - f)_+]/h.

    Concave and piecewise linear in nu, with its kinks at the losses.

    Examples
    --------
    >>> smallest_loss(np.array([0.2, 0.0, 0.4, 1.0]), 0.5, np.full(4, 0.25))
    0.1
    """
    below = np.maximum(losses[:, None] - losses, 0.0) @ weights
    return float(np.max(losses - below / h))


def random_problem(generator: np.random.Generator) -> tuple[Floats, Floats, float]:
    """Losses with ties or skewed, measures even or not, h from 0.01 to 1."""
    n = int(generator.integers(2, 65))
    losses = generator.random(n) ** generator.choice([0.3, 1.0, 3.0])
    if generator.random() < 0.2:
        losses = np.round(4.0 * losses) / 4.0
    even = generator.random() < 0.3
    weights = np.full(n, 1.0 / n) if even else generator.dirichlet(np.full(n, 0.7))
    return losses, weights, float(np.exp(generator.uniform(np.log(0.01), 0.0)))


def random_kernel(generator: np.random.Generator, weights: Floats, h: float) -> Floats:
    """A window of neighbours, any set of actions, or a mixture of two such kernels."""

    def filled(order: NDArray[np.int64]) -> Floats:
        kernel = np.zeros(weights.size)
        kernel[order] = greedy_fill(weights[order], h)
        whole: Floats = kernel / kernel.sum()
        return whole

    window = filled(np.roll(np.arange(weights.size), generator.integers(weights.size)))
    other = filled(generator.permutation(weights.size))
    share = float(generator.choice([0.0, 1.0, generator.random()]))
    return share * window + (1.0 - share) * other


def compare(cell: Cell) -> Result:
    """Benchmarks of random instances."""
    generator = np.random.default_rng([4, cell.seed])
    above_quantile = above_kernel = 0
    off, quantile_gaps, kernel_gaps = 0.0, [], []
    for _ in range(cell.settings["instances"]):
        losses, weights, h = random_problem(generator)
        smooth = float(smooth_value(losses, h, weights))
        quantile = float(quantile_value(losses, h, weights))
        kernels = np.array([random_kernel(generator, weights, h) for _ in range(KERNELS)])
        fixed = np.asarray(kernel_value(losses, kernels, h, weights))
        above_quantile += smooth > quantile + ROUNDING
        above_kernel += int((smooth > fixed + ROUNDING).sum())
        off = max(off, abs(smooth - smallest_loss(losses, h, weights)))
        quantile_gaps.append(quantile - smooth)
        kernel_gaps.append(float(fixed.min()) - smooth)
    return {
        "instances": cell.settings["instances"],
        "above_quantile": int(above_quantile),
        "above_kernel": above_kernel,
        "off": off,
        "quantile": counts(quantile_gaps),
        "kernel": counts(kernel_gaps),
        "quantile_mean": float(np.mean(quantile_gaps)),
        "kernel_mean": float(np.mean(kernel_gaps)),
    }


def counts(gaps: list[float]) -> list[int]:
    """Histogram; the last bin holds all that is larger."""
    return [int(n) for n in np.histogram(np.clip(gaps, BINS[0], BINS[-1]), BINS)[0]]


def play(cell: Cell) -> Result:
    """One run, and its regret against each benchmark after every round."""
    rounds = cell.settings["rounds"]
    generator = np.random.default_rng([5, cell.seed])
    contexts = generator.uniform(-1.0, 1.0, (rounds, 2))
    targets = np.clip(0.5 + 0.12 * contexts[:, 0] - 0.06 * contexts[:, 1], 0.0, 1.0)
    problem = RegressionEnvironment(contexts, targets)
    bandit = Bandit(
        Interval(0.0, 1.0),
        oracle=AdditiveOracle(),
        explorer=SmoothIGW(h=LEVEL, gamma=Anytime(1.0 / LEVEL)),
        context_size=2,
        seed=cell.seed,
    )
    trace = simulate(bandit, problem, engine="python")
    space = bandit.space

    def window(actions: Floats) -> Floats:
        return np.where(np.abs(actions - 0.5) <= LEVEL / 2.0, 1.0, 0.0)

    regrets = {
        "standard": trace.regrets,
        "smooth": smooth_regret(trace, problem, space, LEVEL),
        "quantile": quantile_regret(trace, problem, space, LEVEL),
        "kernel": kernel_regret(trace, problem, space, window, LEVEL),
    }
    smooth = regrets["smooth"]
    apart = {
        "standard": float(np.min(regrets["standard"] - smooth)),
        "quantile": float(np.min(smooth - regrets["quantile"])),
        "kernel": float(np.min(smooth - regrets["kernel"])),
    }
    at = np.unique(np.linspace(0, rounds - 1, POINTS).astype(int))
    return {
        "rounds": (at + 1).tolist(),
        "regrets": {name: regret[at].tolist() for name, regret in regrets.items()},
        "apart": apart,
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
