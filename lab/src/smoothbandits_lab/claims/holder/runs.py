"""Regret on Hoelder losses, their smoothness known and unknown."""

import math
from typing import Any

import numpy as np

from smoothbandits import Bandit, Catalog, Interval, SmoothIGW, simulate
from smoothbandits.checks import Floats
from smoothbandits.oracles import FiniteClassOracle
from smoothbandits.theory import theorem_gamma, theorem_regret
from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.claims.contexts_in_turn import ContextsInTurn
from smoothbandits_lab.claims.corral_grid import corral_grid, stable_bases

__all__ = ["CELLS", "CONTEXTS", "FUNCTIONS", "LIPSCHITZ", "WIDTHS", "play"]
LIPSCHITZ = 1.0  # the paper's L
CELLS = 2048  # of [0, 1]: three of them are narrower than any h here
FUNCTIONS, CONTEXTS = 8, 4
BOUND = math.log(FUNCTIONS) / 2.0  # Reg_Sq of a class of this size
LOWEST, HIGHEST = 0.25, 0.75  # expected losses
#: arms of uniform discretisations whose width does not fit T
WIDTHS = {"8 arms": 8, "1,024 arms": 1024}


def class_oracle(values: Floats) -> Any:
    """Vovk's aggregation of the class that the truth is from."""
    return FiniteClassOracle(values)


def known_smoothness(rounds: int, alpha: float) -> float:
    """The h that balances sqrt(Reg_Sq T/h) and L h^alpha T."""
    balanced = math.pow(BOUND / (LIPSCHITZ**2 * rounds), 1.0 / (2.0 * alpha + 1.0))
    return min(1.0, balanced)


def random_class(alpha: float, generator: np.random.Generator) -> Floats:
    """Losses (functions, contexts, cells), each with its own best action.

    Cells next to the best one have its loss, so that f(a) - f(a*) <= L |a - a*|^alpha holds for
    every pair of points of two cells, not just of their centres.
    """
    best = generator.integers(0, CELLS, (FUNCTIONS, CONTEXTS, 1))
    between = np.maximum(np.abs(np.arange(CELLS) - best) - 1, 0) / CELLS
    values: Floats = np.minimum(LOWEST + LIPSCHITZ * between**alpha, HIGHEST)
    return values


def play(cell: Cell) -> Result:
    """Regret of each seed against the best action of [0, 1]."""
    rounds, alpha = cell.settings["rounds"], cell.settings["alpha"]
    level, regrets, random = known_smoothness(rounds, alpha), [], []
    for seed in range(cell.settings["seeds"]):
        values = random_class(alpha, np.random.default_rng([seed, 3]))
        bandit = player(cell, values, level, seed)
        shown = (
            values[0] if bandit.space.size is None else at_centres(values, bandit.space.size)[0]
        )
        trace = simulate(bandit, ContextsInTurn(shown, seed=seed), rounds=rounds, progress=False)
        regrets.append(float(trace.expected_losses.sum()) - rounds * LOWEST)
        random.append(rounds * float(values[0].mean() - LOWEST))
    found: Result = {"regrets": regrets, "random": float(np.mean(random))}
    if cell.policy == "known":
        smooth = theorem_regret(rounds, level, BOUND)
        found["bound"] = smooth + LIPSCHITZ * level**alpha * rounds
    return found


def player(cell: Cell, values: Floats, level: float, seed: int) -> Bandit:
    """SmoothIGW or CORRAL on [0, 1], or SmoothIGW on arms at equal distances."""
    rounds, beta = cell.settings["rounds"], cell.settings.get("beta", 0.0)
    if cell.policy == "unknown":
        explorer: Any = stable_bases(rounds, beta)
    elif cell.policy == "one oracle":
        explorer = corral_grid(rounds, BOUND, beta)
    elif cell.policy == "known":
        explorer = SmoothIGW(h=level, gamma=theorem_gamma(rounds, level, BOUND))
    else:
        arms = WIDTHS.get(cell.policy, math.ceil(1.0 / level))
        h = 1.0 / arms
        return Bandit(
            Catalog(arms),
            oracle=class_oracle(at_centres(values, arms)),
            explorer=SmoothIGW(h=h, gamma=theorem_gamma(rounds, h, BOUND)),
            context_size=1,
            seed=seed,
        )
    oracle = class_oracle(values)
    return Bandit(Interval(0, 1), oracle=oracle, explorer=explorer, context_size=1, seed=seed)


def at_centres(values: Floats, arms: int) -> Floats:
    """Losses of the middles of so many equal parts."""
    centres = ((np.arange(arms) + 0.5) / arms * CELLS).astype(int)
    return np.ascontiguousarray(values[..., centres])
