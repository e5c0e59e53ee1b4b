"""Exploring without an atom: a decision over trees, rounds of ``fast``, how likely parts are.

``python benchmarks/reusable.py`` prints these figures alone.
"""

import time
from collections.abc import Iterator

import numpy as np
from boosted import DECISIONS, WARM, problem
from figure import Figure
from timing import times_of

import smoothbandits as sb
from smoothbandits.kernels.states import ONLINE
from smoothbandits.oracles.trees.boosted import BoostedOracle

FIRST, ROUNDS, MANY, FEATURES = 20_000, 100_000, 1_000_000, 10


def over_trees() -> Iterator[Figure]:
    """What the first fit gave decides, over 20 context entries."""
    contexts, targets = problem()
    bandit = sb.Bandit(
        sb.Interval(0.0, 1.0),
        oracle=BoostedOracle(first=FIRST, background=False),
        reusable=True,
        context_size=contexts.shape[1],
        seed=1,
        pending=0,
    )
    first = slice(0, FIRST)
    sb.simulate(bandit, sb.RegressionEnvironment(contexts[first], targets[first]))
    assert bandit.oracle.state.active[0] != ONLINE
    times_of(bandit.act, contexts[:WARM])
    times = times_of(bandit.act, contexts[:DECISIONS])
    yield Figure("reusable, act over trees, median", float(np.median(times)), "us", 40.0, False)


def without_trees() -> Iterator[Figure]:
    """Rounds, and a question about each of many contexts."""
    rng = np.random.default_rng(0)
    contexts = rng.random((ROUNDS, FEATURES))
    targets = 0.3 + 0.3 * contexts[:, 0] + 0.2 * contexts[:, 1] + 0.02 * rng.normal(size=ROUNDS)
    rows = sb.RegressionEnvironment(contexts, targets)
    rates = []
    for seed in range(3):
        bandit = sb.Bandit(
            sb.Interval(0.0, 1.0),
            policy="fast",
            reusable=True,
            drift=None,
            context_size=FEATURES,
            seed=seed,
        )
        trace = sb.simulate(bandit, rows)
        rates.append(ROUNDS / trace.seconds)
    yield Figure("reusable, fast, best of three runs", max(rates), "rounds/s", 100_000.0)
    many, ends = rng.random((MANY, FEATURES)), np.sort(rng.random((MANY, 2)), axis=1)
    smooth = sb.Bandit(
        sb.Interval(0.0, 1.0),
        policy="fast",
        explorer=sb.SmoothIGW(h=1.0, gamma=sb.Anytime(4.0)),
        context_size=FEATURES,
    )
    for name, one in (("CappedIGW", bandit), ("SmoothIGW", smooth)):
        one.probabilities(many[:2], of=ends[:2])
        start = time.perf_counter()
        one.probabilities(many, of=ends)
        seconds = time.perf_counter() - start
        yield Figure(f"probability of a range, 10^6 contexts, {name}", seconds, "s", 10.0, False)


def figures() -> Iterator[Figure]:
    yield from over_trees()
    yield from without_trees()


if __name__ == "__main__":
    for figure in figures():
        print(f"{figure.name}: {figure.shown} {figure.unit} ({figure.bar_shown}) {figure.holds}")
