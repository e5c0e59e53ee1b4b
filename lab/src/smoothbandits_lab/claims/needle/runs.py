"""Runs in haystacks, without and with structure."""

import math
from typing import Any

from smoothbandits.bandit.facade import Bandit
from smoothbandits.baselines import MOSS
from smoothbandits.environments import BernoulliEnvironment
from smoothbandits.explorers import Anytime, SmoothIGW, Theorem
from smoothbandits.oracles import FiniteClassOracle, TableOracle
from smoothbandits.simulation.play import simulate
from smoothbandits.spaces import Catalog
from smoothbandits.theory import smooth_value
from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.claims.needle.haystack import haystack, linear_haystack, spanning_weights

__all__ = [
    "BOUND",
    "DIMENSION",
    "DIRECTIONS",
    "LEVEL",
    "METHODS",
    "SPANNER",
    "UNIFORM",
    "grow",
    "play",
]

DIMENSION, DIRECTIONS = 8, 4  # of the linear problem; its class has 2 * DIRECTIONS functions
LEVEL = 1.0 / (2 * DIMENSION)  # h; the spanning measure gives each action of the spanner as much
BOUND = math.log(2 * DIRECTIONS) / 2.0  # Reg_Sq of Vovk's aggregation
UNIFORM, SPANNER = "linear-uniform", "linear-spanner"
METHODS = {
    "haystack-smooth": "no structure: SmoothIGW",
    "haystack-moss": "no structure: MOSS",
    UNIFORM: "linear: SmoothIGW, uniform mu",
    SPANNER: "linear: SmoothIGW, mu on a spanner",
}


def play(cell: Cell) -> Result:
    """Runs of one method at each horizon; regret against the best action and Smooth_h."""
    method, seed = cell.policy, cell.seed
    losses: Any
    if method.startswith("haystack"):
        losses, space = haystack(cell.settings["actions"]), Catalog(cell.settings["actions"])
        oracle: TableOracle | FiniteClassOracle = TableOracle()
    else:
        problem = linear_haystack(cell.settings["actions"], DIMENSION, DIRECTIONS, seed)
        weights = spanning_weights(problem.features) if method == SPANNER else None
        losses, space = problem.losses, Catalog(len(problem.losses), weights)
        oracle = FiniteClassOracle(problem.functions)
    smooth = float(smooth_value(losses, LEVEL, space.masses))
    standard, against_smooth, met = [], [], False
    for rounds in cell.settings["horizons"]:
        environment = BernoulliEnvironment(1.0 - losses, seed=seed)
        if method == "haystack-moss":
            player: Any = MOSS(space, horizon=rounds, seed=seed)
        else:
            gamma = Theorem(rounds) if method.startswith("linear") else Anytime(1.0 / LEVEL)
            explorer = SmoothIGW(h=LEVEL, gamma=gamma)
            # the point mass of greedy decisions is not asked for, and would be a sum over all
            player = Bandit(space, oracle=oracle, explorer=explorer, seed=seed, atoms=False)
        trace = simulate(player, environment, rounds=rounds, progress=False)
        met = bool((trace.actions == len(losses) - 1).any())
        standard.append(float(trace.regrets[-1]))
        against_smooth.append(float((trace.expected_losses - smooth).sum()))
    return {"standard": standard, "smooth": against_smooth, "met": met}


def grow(cell: Cell) -> Result:
    """Smooth_h of the linear problem as actions are added; nothing is random but the features."""
    values = []
    for actions in cell.settings["actions"]:
        losses = linear_haystack(actions, DIMENSION, 1, 0).losses
        values.append(float(smooth_value(losses, LEVEL)))
    return {"smooth": values, "best": float(losses.min())}
