"""Regret on plateaus: of the theorem's rule, of epsilon-greedy, and of a growing grid."""

import math

from smoothbandits.bandit.facade import Bandit
from smoothbandits.explorers import EpsilonGreedy, Explorer, SmoothIGW, Theorem
from smoothbandits.theory import theorem_regret
from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.claims.plateaus import plateaus

__all__ = ["EPSILON", "FUNCTIONS", "GAP", "GRID", "REG_SQ", "SMOOTH", "play"]

FUNCTIONS, GAP = 4, 0.5  # few, so that finding the plateau is soon a small part of the regret
REG_SQ = math.log(FUNCTIONS) / 2.0  # Vovk's bound for a finite class
SMOOTH, EPSILON, GRID = "SmoothIGW", "epsilon-greedy", "SquareCB on a growing grid"


def explorer_of(policy: str, h: float, rounds: int) -> Explorer:
    """The rule with the parameters that its own theory asks for, h and T known.

    epsilon = (Reg_Sq/(h T))^(1/3) balances epsilon T, the cost of exploring, with
    sqrt(T Reg_Sq/(h epsilon)), that of exploiting a model which has seen so few draws.  SquareCB
    on K even points is SmoothIGW at h = 1/K; K grows like T^(1/3), in multiples of 1/h.
    """
    if policy == SMOOTH:
        return SmoothIGW(h=h, gamma=Theorem(rounds))
    if policy == EPSILON:
        return EpsilonGreedy(min(1.0, (REG_SQ / (h * rounds)) ** (1.0 / 3.0)))
    points = max(1, round(h * rounds ** (1.0 / 3.0))) / h
    return SmoothIGW(h=1.0 / points, gamma=Theorem(rounds))


def play(cell: Cell) -> Result:
    """Regrets by horizon and seed, and the theorem's bound at each horizon."""
    h, horizons = 1.0 / cell.settings["inverse"], cell.settings["horizons"]
    instance = plateaus(h, functions=FUNCTIONS, gap=GAP)
    regrets, bounds = [], []
    for rounds in horizons:
        runs = []
        for seed in range(cell.settings["seeds"]):
            bandit = Bandit(
                instance.space,
                oracle=instance.oracle,
                explorer=explorer_of(cell.policy, h, rounds),
                seed=seed,
            )
            runs.append(instance.regret(bandit, rounds, seed))
        regrets.append(runs)
        bounds.append(theorem_regret(rounds, h, bandit.oracle.require_bound(rounds)))
    return {
        "policy": cell.policy,
        "inverse": cell.settings["inverse"],
        "horizons": horizons,
        "regrets": regrets,
        "bounds": bounds,
    }
