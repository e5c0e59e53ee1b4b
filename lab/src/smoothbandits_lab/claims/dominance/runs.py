"""Random instances and one run, with their losses under each benchmark."""

import numpy as np
from numpy.typing import NDArray

from smoothbandits.bandit.facade import Bandit
from smoothbandits.checks import Floats
from smoothbandits.environments import RegressionEnvironment
from smoothbandits.explorers import Anytime, SmoothIGW
from smoothbandits.oracles import AdditiveOracle
from smoothbandits.simulation import kernel_regret, quantile_regret, simulate, smooth_regret
from smoothbandits.spaces import Interval
from smoothbandits.theory import kernel_value, quantile_value, smooth_value
from smoothbandits.theory.smooth_value import greedy_fill
from smoothbandits_lab.cells import Cell, Result

__all__ = ["BINS", "KERNELS", "LEVEL", "ROUNDING", "compare", "play", "smallest_loss"]

ROUNDING = 1e-9  # sums of at most 64 products of probabilities and losses
KERNELS = 8  # fixed kernels tried on each instance
BINS = np.linspace(0.0, 0.6, 31)  # of losses above Smooth_h
LEVEL = 1.0 / 32.0  # h of the run
POINTS = 100  # of its curves


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
    trace = simulate(bandit, problem, engine="python", progress=False)
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
