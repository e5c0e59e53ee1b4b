"""Logs of bandits that learn while they are logged, with the truth beside them."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import smoothbandits as sb
from smoothbandits.simulation import Trace
from smoothbandits.spaces import Space

HALF = 0.1  # of the kernel


class Problem(NamedTuple):
    """A space with losses, an action of it, and what that action costs once it is smoothed."""

    space: Space
    loss: Callable[[Any, Any], float]
    action: Any
    value: float


def mean_over(function: Callable[[float], float], low: float, high: float) -> float:
    """By the midpoints of many cells."""
    grid = low + (np.arange(2000) + 0.5) / 2000 * (high - low)
    return float(np.mean([function(a) for a in grid]))


def valley(a: float) -> float:
    return 0.1 + 0.7 * abs(a - 0.3)


def interval_problem() -> Problem:
    value = mean_over(valley, 0.5, 0.7)
    return Problem(sb.Interval(0.0, 1.0), lambda context, a: valley(a), 0.6, value)


def box_problem() -> Problem:
    def loss(context: Any, a: Any) -> float:
        return 0.5 * valley(a[0]) + 0.4 * (a[1] - 0.5) ** 2

    second = mean_over(lambda a: 0.4 * (a - 0.5) ** 2, 0.2, 0.4)
    first = 0.5 * mean_over(valley, 0.5, 0.7)
    return Problem(sb.Box([0.0, 0.0], [1.0, 1.0]), loss, [0.6, 0.3], first + second)


def product_problem() -> Problem:
    def loss(context: Any, a: Any) -> float:
        return valley(a[0]) * (0.6 if a[1] == 1 else 1.0)

    value = 0.6 * mean_over(valley, 0.5, 0.7)
    return Problem(sb.Product(sb.Interval(0.0, 1.0), sb.Catalog(2)), loss, (0.6, 1), value)


def catalog_problem() -> Problem:
    losses = [0.3, 0.5, 0.8]
    return Problem(sb.Catalog(3), lambda context, a: losses[a], 1, 0.5)


PROBLEMS = {
    "interval": interval_problem,
    "box": box_problem,
    "product": product_problem,
    "catalog": catalog_problem,
}


def play(problem: Problem, rounds: int, seed: int) -> Trace:
    """A bandit that explores by inverse gaps and learns after each round.

    Atoms take a quadrature each and count on catalogues only.  Losses have little noise, so that a
    model can explain them: of coins it explains too little to tell in so few rounds.
    """
    bandit = sb.Bandit(
        problem.space,
        policy="fast",
        explorer=sb.SmoothIGW(h=0.2, gamma=40.0),
        seed=seed,
        drift=None,
        atoms=problem.space.size is not None,
    )
    world = sb.FunctionEnvironment(problem.loss, noise=0.05, seed=1_000_003 + seed)
    return sb.simulate(bandit, world, rounds=rounds, propensities=True, progress=False)
