"""A base that is invoked ever more rarely, and whether its accounts are right."""

import math
from typing import Any

import numpy as np

from smoothbandits.explorers import StableBase
from smoothbandits.theory import theorem_regret
from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.claims.stability.rare_base import (
    Game,
    H,
    Run,
)

__all__ = ["play"]


def identities(base: StableBase, run: Run) -> dict[str, float]:
    """By how much, relatively, each deterministic fact of the proof is missed; 0 if it holds.

    Examples
    --------
    >>> from smoothbandits_lab.claims.stability.rare_base import PHASES
    >>> game = Game(rho=1.0, adversary=PHASES)
    >>> q = np.array([1.0, 0.5, 0.8])
    >>> gammas = np.array([game.base.gamma(rho) for rho in (1.0, 2.0, 2.0)])
    >>> max(identities(game.base, Run(q, gammas, gammas / q, q)).values()) < 1e-12
    True
    >>> identities(game.base, Run(q, gammas, gammas, q))["w q = gamma"] > 0.1
    True
    """
    q, gamma, weight, rho = run.probabilities, run.gammas, run.weights, run.rhos
    T, h, reg = base.rounds, base.h, base.bound
    last, reach = gamma[-1], gamma * rho
    half = math.sqrt(rho[-1] * T * reg / (2.0 * h))
    return {
        "gamma^2 h rho Reg_Sq = 8 T": largest(gamma**2 * h * rho * reg / (8.0 * T) - 1.0),
        "w q = gamma": largest(weight * q / gamma - 1.0),
        "gamma never grows": over(np.diff(gamma) / gamma[:-1]),
        "gamma rho never falls": over(-np.diff(reach) / reach[:-1]),
        "w <= gamma_T rho_T": over(weight / reach[-1] - 1.0),
        "2 T/(h gamma_T) = sqrt(rho_T T Reg_Sq/(2 h))": abs(2.0 * T / (h * last) / half - 1.0),
        "gamma_T rho_T Reg_Sq/4 is the same": abs(reach[-1] * reg / 4.0 / half - 1.0),
    }


def largest(errors: Any) -> float:
    """The largest error in absolute value."""
    return float(np.abs(errors).max())


def over(errors: Any) -> float:
    """The largest error above zero; 0 if there is none."""
    return float(max(0.0, np.max(errors, initial=0.0)))


def play(cell: Cell) -> Result:
    """Importance-weighted regret and rho_T of every seed."""
    game = Game(float(cell.settings["rho"]), cell.settings["adversary"])
    base = game.base
    runs = [game.play(cell.policy, seed) for seed in range(cell.settings["seeds"])]
    missed = [identities(base, run) for run in runs]
    return {
        "policy": cell.policy,
        "adversary": game.adversary,
        "rho": game.rho,
        "rounds": game.rounds,
        "scale": theorem_regret(game.rounds, H, game.bound),
        "regrets": [run.importance_weighted for run in runs],
        "roots": [math.sqrt(run.rhos[-1]) for run in runs],
        "invoked": float(np.mean([run.gammas.size for run in runs])),
        "missed": {fact: max(one[fact] for one in missed) for fact in missed[0]},
    }
