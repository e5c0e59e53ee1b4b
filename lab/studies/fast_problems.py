"""Problems that ``fast`` was chosen on.

None is scored in Table 1 or Figure 1 but ``flights``, which is in both: there is only one of it.
"""

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
from fast_variants import BEST_WITHOUT_CONTEXT, ON_CATALOGUES, ON_INTERVALS, WITHOUT_CONTEXT

import smoothbandits as sb
from smoothbandits.datasets import Dataset, load, load_arms
from smoothbandits.datasets.bng import BNG_SETS
from smoothbandits.datasets.loading import entry_of
from smoothbandits.datasets.synthetic import SYNTHETIC_SETS
from smoothbandits_lab.cells import Cell

UNIT = sb.Interval(0.0, 1.0)
TABLE_SEED = 8  # of generated tables; seed 1 is for scoring
TABLES = (*BNG_SETS, *SYNTHETIC_SETS, "flights")

#: mean loss of an action, and the least one
CURVES: dict[str, tuple[Callable[[Any, float], float], float]] = {
    "absolute": (lambda _, a: abs(a - 0.3), 0.0),
    "lopsided": (
        lambda _, a: min(1.0, 0.2 + 3.0 * max(a - 0.3, 0.0) + 0.5 * max(0.3 - a, 0.0)),
        0.2,
    ),
    "square": (lambda _, a: 0.1 + (a - 0.8) ** 2, 0.1),
    "slope": (lambda _, a: 0.1 + 0.5 * a, 0.1),
}

#: the same, written down after `CurveOracle` was finished and before anything was played on them
CURVES_APART: dict[str, tuple[Callable[[Any, float], float], float]] = {
    "both ends": (lambda _, a: 0.25 + 0.5 * (1.0 - abs(2.0 * a - 1.0)) - 0.1 * a, 0.15),
    "well": (lambda _, a: 0.6 - 0.35 * math.exp(-(((a - 0.62) / 0.15) ** 2)), 0.25),
    "ramp and wall": (lambda _, a: min(1.0, 0.35 - 0.2 * a + 8.0 * max(a - 0.7, 0.0)), 0.21),
    "wave": (lambda _, a: 0.45 + 0.25 * math.cos(3.0 * math.pi * a) + 0.1 * a, 0.23311),
    "quartic": (lambda _, a: 0.15 + 6.0 * (a - 0.45) ** 4, 0.15),
    "hinge": (lambda _, a: 0.3 + 1.1 * max(0.4 - a, 0.0), 0.3),
}


def twin(rng: np.random.Generator) -> np.ndarray:
    """The caption contest's shape, in another order every time."""
    return rng.permutation(load_arms("caption-synthetic", seed=TABLE_SEED).means)


def few_good(rng: np.random.Generator) -> np.ndarray:
    """60 arms at 0.9 among 20,000."""
    others = rng.choice([0.1, 0.2, 0.3, 0.4, 0.5], 19_940)
    return rng.permutation(np.concatenate([np.full(60, 0.9), others]))


def fewer_good(rng: np.random.Generator) -> np.ndarray:
    """15 arms at 0.95 among 3,000."""
    return rng.permutation(np.concatenate([np.full(15, 0.95), rng.beta(3.0, 4.0, 2_985)]))


CATALOGUES: dict[str, Callable[[np.random.Generator], np.ndarray]] = {
    "caption twin": twin,
    "60 of 20,000": few_good,
    "beta(2, 5)": lambda rng: rng.beta(2.0, 5.0, 5_000),
    "20 arms": lambda rng: rng.permutation([0.6] + 19 * [0.5]),
    "15 of 3,000": fewer_good,
}


@functools.lru_cache(maxsize=1)
def scaled(name: str, rows: int, data_dir: str | None) -> Dataset:
    """The last table that was asked for."""
    seed = TABLE_SEED if entry_of(name).generated else None
    return load(name, rows=rows, seed=seed, data_dir=data_dir).scaled()


def play_table(cell: Cell) -> dict[str, float]:
    """Mean loss x 1000 of one pass over a table in random order."""
    return play(cell, **{"policy": "fast"} | ON_INTERVALS[cell.policy])


def play(cell: Cell, **given: Any) -> dict[str, float]:
    """A table, with what is given to `Bandit` beside space and seed."""
    table = scaled(cell.dataset, cell.settings["rounds"], cell.settings["data_dir"])
    environment = sb.RegressionEnvironment(table.X, table.y, shuffle=cell.seed)
    bandit = sb.Bandit(UNIT, context_size=table.X.shape[1], seed=cell.seed, **given)
    trace = sb.simulate(bandit, environment)
    return {"value": 1e3 * trace.mean_loss, "seconds": trace.seconds}


def play_curve(cell: Cell) -> dict[str, float]:
    """Regret per round x 1000; losses are 0 or 1."""
    curve, least = (CURVES | CURVES_APART)[cell.dataset]
    environment = sb.FunctionEnvironment(
        curve, noise="bernoulli", best=lambda _: least, seed=cell.seed
    )
    given = (WITHOUT_CONTEXT | BEST_WITHOUT_CONTEXT)[cell.policy]
    bandit = sb.Bandit(UNIT, seed=cell.seed, **{"policy": "fast"} | given)
    trace = sb.simulate(bandit, environment, rounds=cell.settings["rounds"])
    return {"value": 1e3 * float(trace.regrets[-1]) / len(trace), "seconds": trace.seconds}


def play_catalogue(cell: Cell) -> dict[str, float]:
    """Regret after all rounds; every seed draws arms of its own."""
    means = CATALOGUES[cell.dataset](np.random.default_rng(cell.seed))
    bandit = sb.Bandit(sb.Catalog(len(means)), seed=cell.seed, **ON_CATALOGUES[cell.policy])
    environment = sb.BernoulliEnvironment(means, seed=cell.seed)
    trace = sb.simulate(bandit, environment, rounds=cell.settings["rounds"])
    return {"value": float(trace.regrets[-1]), "seconds": trace.seconds}
