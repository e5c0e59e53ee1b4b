"""CORRAL with the learning rate of a beta, and its bases on their own."""

from typing import Any

import numpy as np

from smoothbandits.bandit.facade import Bandit
from smoothbandits.explorers import StableCorral
from smoothbandits.kernels.states import RATE
from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.claims.corral_grid import engine_for
from smoothbandits_lab.claims.plateaus import Pieces, stairs

__all__ = ["BETAS", "FUNCTIONS", "play_corral"]

BETAS = (0.25, 0.5, 1.0)
FUNCTIONS = 4


def explorer_of(rounds: int, beta: float) -> StableCorral:
    """The library's own."""
    return StableCorral(rounds=rounds, beta=beta)


def play_corral(cell: Cell) -> Result:
    """Smooth regret of each seed on stairs, that of random play, and the master's first rates."""
    rounds, beta = cell.settings["rounds"], cell.settings["beta"]
    pieces, regrets = stairs(1.0 / cell.settings["inverse"], functions=FUNCTIONS), []
    for seed in range(cell.settings["seeds"]):
        bandit = Bandit(
            pieces.space,
            oracle=pieces.oracle,
            explorer=explorer_of(rounds, beta),
            seed=seed,
            engine=engine_for(rounds),
        )
        rates = bandit.state_arrays()["explorer.corral.rows"][RATE]
        regrets.append(pieces.regret(bandit, rounds, seed))
    return {
        **cell.settings,
        "regrets": regrets,
        "random": rounds * random_cost(pieces),
        "rates": [float(rates.min()), float(rates.max())],
    }


def random_cost(pieces: Pieces) -> float:
    """Smooth regret per round of draws from mu: all functions of stairs are alike in this."""
    losses: Any = pieces.truth(0)
    return float(pieces.masses @ losses - np.min(losses))
