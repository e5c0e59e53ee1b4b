"""A process that simulates, saves now and then, and may be killed at any moment.

Run as ``python -m tests.saving_process KIND PATH``; prints the rounds of each save.
"""

import sys
from typing import Any

import numpy as np

from smoothbandits import (
    Bandit,
    BernoulliEnvironment,
    Catalog,
    CorralBandit,
    DispersionOracle,
    FunctionEnvironment,
    Interval,
    RegressionEnvironment,
    TableOracle,
    simulate,
)
from smoothbandits.features import RandomFourier
from smoothbandits.simulation.trace import Trace
from tests.facade import GridOracle

CHUNK, ROUNDS = 24, 240  # every save comes after a whole number of batches
GENERATOR = np.random.default_rng(1)
X = GENERATOR.uniform(-1.0, 1.0, (500, 3))
Y = 20.0 + 10.0 * np.sin(2.0 * X[:, 0])
ARMS = BernoulliEnvironment(np.linspace(0.1, 0.9, 8), seed=3)
VALLEY = FunctionEnvironment(
    lambda context, a: (a - context[0]) ** 2, context_size=1, noise="bernoulli", seed=4
)

KINDS: dict[str, tuple[Any, Any, int]] = {
    # a bandit, its environment, the size of batches
    "fourier": (
        lambda: Bandit(
            Interval(5.0, 50.0),
            oracle=DispersionOracle(RandomFourier(32, 0.5)),
            context_size=3,
            seed=7,
        ),
        RegressionEnvironment(X, Y, shuffle=2),
        8,
    ),
    "table": (lambda: Bandit(Catalog(8, weights=[1, 2, 3, 1, 2, 3, 1, 2]), seed=7), ARMS, 1),
    "corral": (lambda: CorralBandit(Catalog(8), oracle=TableOracle(), rounds=8, seed=7), ARMS, 1),
    "own": (
        lambda: Bandit(Interval(0.0, 1.0), oracle=GridOracle(), context_size=1, seed=7),
        VALLEY,
        4,
    ),
}


def begin(kind: str) -> Bandit:
    """A bandit with two decisions that wait, one of them under an id of the user's."""
    bandit: Bandit = KINDS[kind][0]()
    context = np.full(bandit.context_size, 0.5) if bandit.context_size else None
    bandit.act(context)
    bandit.act(context, id="mine")
    return bandit


def go_on(kind: str, bandit: Bandit, rounds: int) -> Trace:
    return simulate(bandit, KINDS[kind][1], rounds=rounds, batch=KINDS[kind][2])


if __name__ == "__main__":
    kind, path = sys.argv[1:]
    bandit = begin(kind)
    while True:  # until somebody ends it
        go_on(kind, bandit, CHUNK)
        bandit.save(path)
        print(bandit.rounds, flush=True)
