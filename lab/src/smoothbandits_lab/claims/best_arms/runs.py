"""Regret with many best arms, with contexts and without."""

import math
from typing import Any

import numpy as np

from smoothbandits import Bandit, BernoulliEnvironment, Catalog, SmoothIGW, simulate
from smoothbandits.baselines import MOSS, MOSSPlusPlus
from smoothbandits.checks import Floats
from smoothbandits.explorers import Explorer
from smoothbandits.oracles import FiniteClassOracle, TableOracle
from smoothbandits.theory import theorem_gamma, theorem_regret
from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.claims.contexts_in_turn import ContextsInTurn
from smoothbandits_lab.claims.corral_grid import corral_grid, engine_for, stable_bases

__all__ = ["BEST", "CONTEXTS", "FUNCTIONS", "OTHERS", "play_arms", "play_contexts"]
FUNCTIONS, CONTEXTS = 8, 4
BOUND = math.log(FUNCTIONS) / 2.0  # Reg_Sq of a class of this size
BEST, OTHERS = 0.9, (0.1, 0.2, 0.3, 0.4, 0.5)  # mean rewards, as Zhu and Nowak (2020) simulate
OPTIMAL, REST = 0.3, 0.6  # expected losses with contexts


def arms_oracle() -> Any:
    """Means of single arms."""
    return TableOracle()


def class_oracle(values: Floats) -> Any:
    """Vovk's aggregation of the class that the truth is from."""
    return FiniteClassOracle(values)


def mean_rewards(arms: int, best: int) -> Floats:
    """So many arms are best, wherever they are: mu is uniform, one place is as good as another."""
    generator = np.random.default_rng(arms + best)
    means: Floats = generator.choice(OTHERS, arms)
    means[generator.choice(arms, best, replace=False)] = BEST
    return means


def player(cell: Cell, best: int, seed: int) -> Any:
    """Who plays the arms."""
    rounds, arms = cell.settings["rounds"], cell.settings["arms"]
    space, h = Catalog(arms), best / arms
    if cell.policy == "MOSS Oracle":
        return MOSS(space, horizon=rounds, best_arms=best, seed=seed)
    if cell.policy == "empMOSS++":
        return MOSSPlusPlus(space, horizon=rounds, empirical=True, seed=seed)
    explorer: Explorer = SmoothIGW(h=h, gamma=theorem_gamma(rounds, h, BOUND))
    if cell.policy == "one oracle":
        explorer = corral_grid(rounds, BOUND, cell.settings["beta"])
    return Bandit(space, oracle=arms_oracle(), explorer=explorer, seed=seed)


def play_arms(cell: Cell) -> Result:
    """Regret of each seed without contexts, K/K* = T^alpha."""
    rounds, arms = cell.settings["rounds"], cell.settings["arms"]
    best = max(1, round(arms * rounds ** -cell.settings["alpha"]))
    means, regrets = mean_rewards(arms, best), []
    for seed in range(cell.settings["seeds"]):
        problem = BernoulliEnvironment(means, seed=seed)
        trace = simulate(player(cell, best, seed), problem, rounds=rounds, progress=False)
        regrets.append(float(trace.regrets[-1]))
    return {"regrets": regrets, "random": rounds * (BEST - float(means.mean()))}


def play_contexts(cell: Cell) -> Result:
    """Regret where every context has its own best arms; with h known, the bound of Theorem 1."""
    rounds, alpha, best = cell.settings["rounds"], cell.settings["alpha"], 4
    arms = round(best * rounds**alpha)
    h, regrets, known = best / arms, [], cell.policy == "contexts"
    explorer: Explorer = SmoothIGW(h=h, gamma=theorem_gamma(rounds, h, BOUND))
    if not known:
        explorer = stable_bases(rounds, cell.settings["beta"])
    for seed in range(cell.settings["seeds"]):
        values = random_class(arms, best, np.random.default_rng([seed, 2]))
        bandit = Bandit(
            Catalog(arms),
            oracle=class_oracle(values),
            explorer=explorer,
            context_size=1,
            seed=seed,
            engine="auto" if known else engine_for(rounds),
        )
        trace = simulate(
            bandit, ContextsInTurn(values[0], seed=seed), rounds=rounds, progress=False
        )
        regrets.append(float(trace.regrets[-1]))
    found: Result = {"regrets": regrets, "random": rounds * (REST - OPTIMAL) * (1.0 - h)}
    return {**found, "bound": theorem_regret(rounds, h, BOUND)} if known else found


def random_class(arms: int, best: int, generator: np.random.Generator) -> Floats:
    """Losses (functions, contexts, arms): so many optimal arms in each function and context."""
    order = generator.random((FUNCTIONS, CONTEXTS, arms)).argsort(axis=2)
    return np.where(order < best, OPTIMAL, REST)
