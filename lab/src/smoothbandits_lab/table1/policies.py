"""The rows of the table: each policy is a function from a problem to an outcome."""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from smoothbandits.bandit.facade import Bandit
from smoothbandits.baselines import CATS
from smoothbandits.checks import Floats
from smoothbandits.explorers import AdaptiveIGW
from smoothbandits.extras import require_extra
from smoothbandits.features import Linear, RandomFourier
from smoothbandits.oracles import Adam, DispersionOracle
from smoothbandits.simulation.play import simulate
from smoothbandits_lab.table1.problem import Problem
from smoothbandits_lab.table_problem import SPACE

__all__ = ["POLICIES", "Outcome"]

FEATURES = 1024  # of the paper's Laplace kernel
TRAINING = 0.8  # share of rows that the batch regressor learns from


class Outcome(NamedTuple):
    """Result of a policy.

    Attributes
    ----------
    loss, rounds, seconds
        Mean loss, over how many rounds, and time of the run without compiling.
    losses, rows
        Single losses and the rows that they belong to, where they are known.
    """

    loss: float
    rounds: int
    seconds: float
    losses: Floats | None = None
    rows: NDArray[np.int64] | None = None


def constant(problem: Problem) -> Outcome:
    """The best constant in hindsight: the median."""
    began = time.perf_counter()
    losses = np.abs(problem.table.y - np.median(problem.table.y))
    spent = time.perf_counter() - began
    return Outcome(float(losses.mean()), len(losses), spent, losses, np.arange(len(losses)))


def paper(problem: Problem) -> Outcome:
    """The paper's learner with the hyper-parameters of the cell; linear if bandwidth is 0."""
    given = problem.settings
    features = RandomFourier(FEATURES, given["bandwidth"]) if given["bandwidth"] else Linear()
    bandit = Bandit(
        SPACE,
        oracle=DispersionOracle(features, Adam(given["learning_rate"], given["tzero"])),
        explorer=AdaptiveIGW(
            lowest=given["lowest"],
            highest=given["highest"],
            bases=given["bases"],
            eta=given["eta"],
            shift=1.0,
            relative=True,
        ),
        context_size=problem.context_size,
        seed=problem.seed,
    )
    return played(problem, bandit, batch=given["batch"])


def fast(problem: Problem) -> Outcome:
    """No memory of examples, with nothing set by hand."""
    size, seed = problem.context_size, problem.seed
    return played(problem, Bandit(SPACE, policy="fast", context_size=size, seed=seed))


def best(problem: Problem) -> Outcome:
    """The default: boosted trees, with nothing set by hand."""
    size, seed = problem.context_size, problem.seed
    return played(problem, Bandit(SPACE, policy="best", context_size=size, seed=seed))


def cats(problem: Problem) -> Outcome:
    """CATS as this package has it."""
    given = problem.settings
    tree = CATS(
        SPACE,
        problem.context_size,
        leaves=given["leaves"],
        bandwidth=given["bandwidth"],
        seed=problem.seed,
    )
    return played(problem, tree)


def played(problem: Problem, player: Any, batch: int = 1) -> Outcome:
    """One pass over the rows."""
    environment = problem.environment()
    trace = simulate(player, environment, batch=batch, progress=False)
    return Outcome(trace.mean_loss, len(trace), trace.seconds, trace.losses, environment.order)


def vw_cats(problem: Problem) -> Outcome:
    """Vowpal Wabbit's CATS, through its own simulation."""
    given = problem.settings
    return from_vw(
        problem,
        lambda table: table.cats(
            leaves=given["leaves"], bandwidth=given["bandwidth"], seed=problem.seed
        ),
    )


def vw_discrete(problem: Problem) -> Outcome:
    """Vowpal Wabbit's epsilon-greedy over equal cells, through its own simulation."""
    return from_vw(
        problem, lambda table: table.discrete(arms=problem.settings["arms"], seed=problem.seed)
    )


def from_vw(problem: Problem, run: Callable[[Any], Any]) -> Outcome:
    """Write the rows in the order of the seed, and run."""
    from smoothbandits.baselines import vw

    vw.check_installed()
    order = problem.environment().order
    X, y = problem.table.X[order], problem.table.y[order]
    tokens = problem.settings.get("tokens", "named")
    with vw.Table(X, y, low=0.0, high=1.0, tokens=tokens) as table:
        found = run(table)
    return Outcome(found.loss, found.rounds, found.seconds)


def batch(problem: Problem) -> Outcome:
    """Boosted trees that see every target, on the rows that they did not learn from."""
    require_extra("peers", "sklearn")
    from sklearn.ensemble import HistGradientBoostingRegressor

    order = problem.environment().order
    cut = int(TRAINING * len(order))
    X, y = problem.table.X, problem.table.y
    began = time.perf_counter()
    model = HistGradientBoostingRegressor(
        loss="absolute_error", max_iter=500, random_state=problem.seed
    )
    model.fit(X[order[:cut]], y[order[:cut]])
    guesses = np.clip(model.predict(X[order[cut:]]), 0.0, 1.0)
    losses = np.abs(y[order[cut:]] - guesses)
    spent = time.perf_counter() - began
    return Outcome(float(losses.mean()), len(losses), spent, losses, np.arange(len(losses)))


POLICIES: dict[str, Callable[[Problem], Outcome]] = {
    "constant": constant,
    "cats": cats,
    "vw-cats": vw_cats,
    "vw-cats-bare": vw_cats,
    "vw-discrete": vw_discrete,
    "linear": paper,
    "rff": paper,
    "linear-tuned": paper,
    "rff-tuned": paper,
    "fast": fast,
    "best": best,
    "batch": batch,
}
