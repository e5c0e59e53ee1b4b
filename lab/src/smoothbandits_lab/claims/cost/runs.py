"""Rounds whose cost is counted: array entries, bytes, calls of the oracle, and seconds."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from smoothbandits import (
    AdaptiveIGW,
    Bandit,
    BernoulliEnvironment,
    Catalog,
    CorralBandit,
    DispersionOracle,
    Interval,
    RegressionEnvironment,
    SmoothIGW,
    TableOracle,
    simulate,
)
from smoothbandits.bandit.choices import EngineChoice
from smoothbandits.environments import Environment
from smoothbandits_lab.cells import Cell, Result
from smoothbandits_lab.claims.cost.counted import CountingOracle, byte_count, count_entries

__all__ = ["CALLS", "REPEATS", "count_calls", "count_oracles", "measure"]

#: what Algorithm 2 asks of an oracle in a round: the argmin, one prediction, one example
CALLS = {"best": 1.0, "predict": 1.0, "actions": 1.0, "learn": 1.0}
EXPLORER = SmoothIGW(h=0.01, gamma=1000.0)
REPEATS = 5  # of a timing; the least counts, since the machine may have other things to do


def items(n: int) -> Environment:
    """Arms with any means."""
    return BernoulliEnvironment(np.random.default_rng(n).random(n))


def rows(dimension: int) -> Environment:
    """Contexts of this size and any targets."""
    generator = np.random.default_rng(dimension)
    return RegressionEnvironment(generator.random((500, dimension)), generator.random(500))


def table_bandit(n: int, change: Callable[[Any], Any], engine: EngineChoice = "auto") -> Bandit:
    """A table of means under SmoothIGW."""
    return Bandit(Catalog(n), oracle=change(TableOracle()), explorer=EXPLORER, engine=engine)


def linear_bandit(
    dimension: int, change: Callable[[Any], Any], engine: EngineChoice = "auto"
) -> Bandit:
    """The paper's linear model of contexts under SmoothIGW."""
    given = {"oracle": change(DispersionOracle()), "explorer": EXPLORER}
    return Bandit(Interval(0, 1), **given, context_size=dimension, engine=engine)


def corral_bandit(
    bases: int, change: Callable[[Any], Any], engine: EngineChoice = "auto"
) -> Bandit:
    """CORRAL over rates that share a table."""
    given = {"oracle": change(TableOracle()), "explorer": change(AdaptiveIGW(bases=bases))}
    return Bandit(Catalog(100), **given, engine=engine)


PROBLEMS: dict[str, tuple[Callable[..., Bandit], Callable[[int], Environment]]] = {
    "actions": (table_bandit, items),
    "dimension": (linear_bandit, rows),
    "bases": (corral_bandit, lambda bases: items(100)),
}


def measure(cell: Cell) -> Result:
    """Entries, bytes and seconds of a round at one size."""
    kind, size, rounds = (cell.settings[name] for name in ("kind", "size", "rounds"))
    make, problem = PROBLEMS[kind]
    environment, tally = problem(size), Counter[str]()
    counted = make(size, lambda part: count_entries(part, tally), "python")
    before = state_bytes(counted)
    tally.clear()
    simulate(counted, environment, rounds=rounds, progress=False)
    found: Result = {
        "entries": tally["entries"] / rounds,
        "bytes": before,
        "grown": state_bytes(counted) - before,
    }
    if cell.settings["timed"]:
        bandit = make(size, lambda part: part)
        timed = cell.settings["timed"]
        blocks = [
            simulate(bandit, environment, rounds=timed, progress=False) for _ in range(REPEATS + 1)
        ]
        found["seconds"] = min(block.seconds for block in blocks[1:]) / timed
    return found


def state_bytes(bandit: Bandit) -> int:
    """Memory of the oracle and of the explorer."""
    return byte_count(bandit.oracle.state) + byte_count(bandit.explorer.build(bandit.oracle))


def count_calls(cell: Cell) -> Result:
    """Calls of a user's oracle per round."""
    n, rounds, oracle = cell.settings["size"], cell.settings["rounds"], CountingOracle()
    if cell.policy == "CorralBandit":
        bandit: Bandit = CorralBandit(Catalog(n), oracle=oracle, rounds=rounds)
    else:
        explorer = EXPLORER if cell.policy == "SmoothIGW" else AdaptiveIGW()
        bandit = Bandit(Catalog(n), oracle=oracle, explorer=explorer)
    simulate(bandit, items(n), rounds=rounds, progress=False)
    return {name: oracle.calls[name] / rounds for name in CALLS}


def count_oracles(cell: Cell) -> Result:
    """How many oracles CORRAL keeps over stable bases, each of which has its own."""
    oracle = CountingOracle()
    CorralBandit(Catalog(100), oracle=oracle, rounds=2 ** cell.settings["size"])
    return {"oracles": 1 + oracle.calls["copies"]}
