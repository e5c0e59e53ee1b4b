"""Runs with a fixed h and without one, and the learning rates of a master."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from smoothbandits.bandit.facade import Bandit
from smoothbandits.engines import Engine
from smoothbandits.explorers import (
    AdaptiveIGW,
    Anytime,
    Corral,
    Explorer,
    SmoothIGW,
    StableCorral,
    Theorem,
)
from smoothbandits.kernels.states import RATE, THRESHOLD
from smoothbandits.oracles import FiniteClassOracle
from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.claims.plateaus import Pieces, stairs

__all__ = [
    "CEILING",
    "bases_of",
    "play_corral",
    "play_fixed",
    "play_practice",
    "standard_eta",
    "starve",
]

FUNCTIONS = 4
REG_SQ = math.log(FUNCTIONS) / 2.0
FINEST = 1024  # 1/h at the fine end of AdaptiveIGW's grid
CEILING = math.exp(1.0 / math.log(2.0))  # 4.2321: what the rates may grow by


def bases_of(rounds: int) -> int:
    """B = ceil(log2 T), down to h = 1/T.

    Examples
    --------
    >>> bases_of(200_000)
    18
    """
    return math.ceil(math.log2(rounds))


def standard_eta(rounds: int) -> float:
    """sqrt(B/T), which balances B/eta and eta T, the parts of the guarantee without an h.

    Examples
    --------
    >>> round(standard_eta(200_000), 4)
    0.0095
    """
    return math.sqrt(bases_of(rounds) / rounds)


def explorer_of(schedule: str, h: float, rounds: int) -> Explorer:
    """A fixed h, with the horizon known as in Theorem 1, or not."""
    return SmoothIGW(h=h, gamma=Theorem(rounds) if schedule == "theorem" else Anytime())


def practical_explorer() -> AdaptiveIGW:
    """The anytime gamma of Theorem 1 for eight h between 1/1024 and 1, all else as by default."""
    highest = 4.0 * math.sqrt(1.0 / REG_SQ)
    return AdaptiveIGW(lowest=highest / math.sqrt(FINEST), highest=highest, anytime=True)


def regrets_of(cell: Cell, make: Callable[[Pieces, int], Bandit]) -> list[float]:
    """Smooth regret of a new bandit for each seed."""
    pieces = stairs(1.0 / cell.settings["inverse"], functions=FUNCTIONS)
    rounds, seeds = cell.settings["rounds"], range(cell.settings["seeds"])
    return [pieces.regret(make(pieces, seed), rounds, seed) for seed in seeds]


def play_fixed(cell: Cell) -> Result:
    """Regrets of every fixed h of a grid, of shape (grid, seeds)."""
    rounds = cell.settings["rounds"]

    def bandit(inverse: int) -> Callable[[Pieces, int], Bandit]:
        explorer = explorer_of(cell.settings["schedule"], 1.0 / inverse, rounds)
        return lambda pieces, seed: Bandit(
            pieces.space, oracle=pieces.oracle, explorer=explorer, seed=seed
        )

    grid = cell.settings["grid"]
    return {**cell.settings, "regrets": [regrets_of(cell, bandit(inverse)) for inverse in grid]}


def play_practice(cell: Cell) -> Result:
    """AdaptiveIGW: no h, and no horizon."""
    found = regrets_of(
        cell,
        lambda pieces, seed: Bandit(
            pieces.space, oracle=pieces.oracle, explorer=practical_explorer(), seed=seed
        ),
    )
    return {**cell.settings, "regrets": found}


def play_corral(cell: Cell) -> Result:
    """CorralBandit: no h; and by which powers of beta its learning rates have grown."""
    rounds, eta = cell.settings["rounds"], cell.settings["eta"]
    # each number of bases would be compiled anew, which takes longer than a short run
    engine: Engine = "compiled" if cell.settings["compiled"] else "python"
    explorer = StableCorral(rounds=rounds, eta=eta)
    made: list[Bandit] = []

    def bandit(pieces: Pieces, seed: int) -> Bandit:
        oracle = FiniteClassOracle(pieces.values)
        made.append(
            Bandit(pieces.space, oracle=oracle, explorer=explorer, seed=seed, engine=engine)
        )
        return made[-1]

    regrets = regrets_of(cell, bandit)
    masters = [one.state_arrays()["explorer.corral.rows"] for one in made]
    powers = [growths(rows[RATE], rows[THRESHOLD], eta, rounds) for rows in masters]
    return {
        **cell.settings,
        "regrets": regrets,
        "off": max(power["off"] for power in powers),
        "least": min(power["least"] for power in powers),
        "most": max(power["most"] for power in powers),
        "unmatched": sum(power["unmatched"] for power in powers),
    }


def growths(rates: Any, thresholds: Any, eta: float, rounds: int) -> dict[str, Any]:
    """How often each base's rate has grown by beta = exp(1/ln T), by its rate and its threshold.

    A threshold begins at 2 B and at least doubles each time.

    Examples
    --------
    >>> growths(np.array([1.0, math.e]), np.array([4.0, 9.0]), eta=1.0, rounds=3)["unmatched"]
    0
    """
    powers = np.log(np.asarray(rates) / eta) * math.log(rounds)
    counts = np.round(powers)
    room = np.log2(np.asarray(thresholds) / (2.0 * len(powers)))
    fits = (counts >= 0) & (counts <= room + 1e-9) & ((counts > 0) == (room > 1e-9))
    return {
        "off": float(np.abs(powers - counts).max()),
        "least": float(powers.min()),
        "most": float(powers.max()),
        "unmatched": int((~fits).sum()),
    }


def starve(cell: Cell) -> Result:
    """A master that hears nothing but bad of one base, whose rate grows as often as it can."""
    rounds, eta, bases = cell.settings["rounds"], cell.settings["eta"], cell.settings["bases"]
    master = Corral(bases, rounds=rounds, eta=eta)
    doubled, threshold, off = 0, float(master.thresholds[0]), 0.0
    for _ in range(rounds):
        master.update(0, float(master.probabilities[0]), 1.0)
        if master.thresholds[0] > threshold:
            threshold, doubled = float(master.thresholds[0]), doubled + 1
        expected = eta * math.exp(doubled / math.log(rounds))
        off = max(off, abs(float(master.rates[0]) / expected - 1.0))
    return {
        **cell.settings,
        "doubled": doubled,
        "growth": float(master.rates[0]) / eta,
        "off": off,
    }
