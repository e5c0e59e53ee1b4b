"""Who plays in Figure 1, how a run is played, and what was published."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from smoothbandits.bandit.facade import Bandit
from smoothbandits.baselines import MOSS, Baseline, MOSSPlusPlus, Parallel, Quantile
from smoothbandits.checks import Floats
from smoothbandits.datasets import load_arms
from smoothbandits.environments import BernoulliEnvironment
from smoothbandits.explorers import AdaptiveIGW
from smoothbandits.oracles import TableOracle
from smoothbandits.simulation.play import simulate
from smoothbandits.spaces import Catalog
from smoothbandits_lab.cells import Cell

__all__ = [
    "PAPER_SEEDS",
    "POLICIES",
    "PUBLISHED_ROUNDS",
    "Policy",
    "Published",
    "checkpoints",
    "play",
]

PUBLISHED_ROUNDS = 100_000
PAPER_SEEDS = range(45, 77)  # of its 32 runs
POINTS = 100  # of a curve


class Published(NamedTuple):
    """Regret after 100,000 rounds: mean, standard deviation of one run, number of runs."""

    mean: float
    sd: float
    runs: int


@dataclass(frozen=True)
class Policy:
    """How a policy is made from mean rewards, rounds and a seed; its name in figures."""

    make: Callable[[Floats, int, int], Bandit | Baseline]
    label: str
    meaning: str
    published: Published | None = None


def reference(means: Floats, rounds: int, seed: int) -> Bandit:
    """The setting of the paper's code: 8 bases, h*gamma from 1e3/n to 1e6/n, loss -reward."""
    n = len(means)
    explorer = AdaptiveIGW(lowest=1e3 / n, highest=1e6 / n, bases=8, eta=1.0, shift=1.0)
    return Bandit(Catalog(n), oracle=TableOracle(), explorer=explorer, seed=seed)


def fast(means: Floats, rounds: int, seed: int) -> Bandit:
    """What a user gets who sets nothing."""
    return Bandit(Catalog(len(means)), seed=seed)


def moss(means: Floats, rounds: int, seed: int) -> Baseline:
    """MOSS with all arms in play."""
    return MOSS(Catalog(len(means)), horizon=rounds, seed=seed)


def moss_oracle(means: Floats, rounds: int, seed: int) -> Baseline:
    """MOSS Oracle, which knows how many arms are best."""
    best = int((means == means.max()).sum())
    return MOSS(Catalog(len(means)), horizon=rounds, best_arms=best, seed=seed)


def moss_plus(means: Floats, rounds: int, seed: int, *, empirical: bool) -> Baseline:
    """MOSS++ or empMOSS++ with beta = 1/2."""
    return MOSSPlusPlus(Catalog(len(means)), horizon=rounds, empirical=empirical, seed=seed)


def parallel(means: Floats, rounds: int, seed: int) -> Baseline:
    """Parallel, which knows the best mean."""
    best = float(means.max())
    return Parallel(Catalog(len(means)), horizon=rounds, best_reward=best, seed=seed)


def quantile(means: Floats, rounds: int, seed: int) -> Baseline:
    """Quantile: MOSS on a set of arms that slowly grows."""
    return Quantile(Catalog(len(means)), horizon=rounds, seed=seed)


# Zhu & Nowak's published "std" is np.std/4; the figures here are multiplied back.
POLICIES: dict[str, Policy] = {
    "fast": Policy(fast, "fast (ours)", "the default of Bandit, nothing set by hand"),
    "reference": Policy(
        reference,
        "reference (the paper)",
        "the setting of the paper's own code",
        Published(2531.9, 603.6, 32),
    ),
    "empmoss++": Policy(
        partial(moss_plus, empirical=True),
        "empMOSS++",
        "MOSS on ever fewer of the best arms so far",
        Published(3007.3, 2336.8, 100),
    ),
    "moss-oracle": Policy(
        moss_oracle,
        "MOSS Oracle",
        "MOSS on a random subset; told how many arms are best",
        Published(5105.6, 72.5, 100),
    ),
    "moss++": Policy(
        partial(moss_plus, empirical=False),
        "MOSS++",
        "MOSS on ever fewer random arms and replays of earlier iterations",
        Published(12_915.5, 7831.3, 100),
    ),
    "parallel": Policy(
        parallel,
        "Parallel",
        "twelve copies of MOSS; told the best mean reward",
        Published(15_653.5, 10_722.9, 100),
    ),
    "moss": Policy(
        moss, "MOSS", "every arm is tried, then the greatest index", Published(19_730.4, 89.0, 100)
    ),
    "quantile": Policy(
        quantile,
        "Quantile",
        "MOSS on arms that join slowly",
        Published(28_228.1, 11_117.2, 100),
    ),
}


def checkpoints(rounds: int) -> list[int]:
    """Rounds at which the regret is noted: the paper's every 1,000 of 100,000."""
    return sorted({rounds * i // POINTS for i in range(1, POINTS + 1)} - {0})


def play(cell: Cell) -> dict[str, Any]:
    """One run: the regret at checkpoints, and whether a best arm is played at the end."""
    arms = load_arms(cell.dataset, data_dir=cell.settings["data_dir"])
    rounds: int = cell.settings["rounds"]
    policy = POLICIES[cell.policy].make(arms.means, rounds, cell.seed)
    trace = simulate(
        policy, BernoulliEnvironment(arms.means, seed=cell.seed), rounds=rounds, progress=False
    )
    late = trace.actions[-max(1, rounds // 10) :]
    return {
        "regrets": trace.regrets[np.array(checkpoints(rounds)) - 1].tolist(),
        "realised": float((trace.losses - trace.best_losses).sum()),
        "lost": not bool((arms.means[late] == arms.means.max()).any()),
        "seconds": trace.seconds,
    }
