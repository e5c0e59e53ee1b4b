"""Against Vowpal Wabbit: the same data, the same machine, the same run."""

import time
from collections.abc import Callable, Iterator
from statistics import median

import numpy as np
from figure import Figure
from simulation import regression

import smoothbandits as sb
from smoothbandits.baselines import CATS, Baseline, vw

ROWS, REPEATS = 200_000, 5
DECISIONS, BLOCK = 10_000, 2_000
UNIT = sb.Interval(0.0, 1.0)
LINEAR = sb.DispersionOracle()

Turn = Callable[[int, float], float]  # number and target to seconds spent deciding and learning


def shipped(seed: int) -> sb.Bandit:
    return sb.Bandit(UNIT, context_size=20, seed=seed)


def linear(seed: int) -> sb.Bandit:
    return sb.Bandit(UNIT, oracle=LINEAR, context_size=20, seed=seed)


def tree(seed: int) -> Baseline:
    return CATS(UNIT, 20, leaves=16, bandwidth=1.0, seed=seed)


def figures() -> Iterator[Figure]:
    table = regression(ROWS)
    yield Figure("simulate, Bandit(Interval) as shipped", fastest(shipped, table), "rounds/s", 3e4)
    yield Figure(
        "act + learn, Bandit(Interval) as shipped, median",
        latency([ours(shipped(1), table.X)], table)[0],
        "us",
        60.0,
        higher_is_better=False,
    )
    yield Figure("simulate, our CATS, 16 leaves", fastest(tree, table), "rounds/s")
    if not vw.available():
        print("vowpalwabbit is not installed, its rows are left out: pip install '.[peers]'")
        return
    with vw.Table(table.X, table.y, low=0.0, high=1.0) as text:
        lines = [line.split(" ", 1)[1] for line in text.text().head(DECISIONS)]
        peer = own = 0.0
        for seed in range(REPEATS):  # in turns: both see the same noise
            run = text.cats(leaves=16, bandwidth=1.0, seed=seed)
            peer = max(peer, run.rounds / run.seconds)
            own = max(own, rate(linear(seed), table))
    yield Figure("Vowpal Wabbit's C++ simulation of CATS, 16 leaves, text", peer, "rounds/s")
    yield Figure("simulate, linear, batch 1, over that", own / peer, "times", 10.0)
    mine, theirs = latency([ours(linear(1), table.X), vowpal_wabbit(lines)], table)
    yield Figure("Vowpal Wabbit from Python, CATS, 16 leaves, text at hand, median", theirs, "us")
    yield Figure("that over act + learn, linear", theirs / mine, "times", 3.0)


def fastest(make: Callable, table: sb.RegressionEnvironment) -> float:
    """Best of several runs."""
    return max(rate(make(seed), table) for seed in range(REPEATS))


def rate(policy: sb.Bandit | Baseline, table: sb.RegressionEnvironment) -> float:
    """Rounds per second of one run, compilation left out."""
    sb.simulate(policy, table, rounds=1)
    trace = sb.simulate(policy, table, rounds=ROWS - 1)
    return len(trace) / trace.seconds


def latency(turns: list[Turn], table: sb.RegressionEnvironment) -> list[float]:
    """Median microseconds of each: the least of several blocks, taken in turns."""
    best = [np.inf] * len(turns)
    targets = table.y[:DECISIONS].tolist()
    for start in range(0, DECISIONS, BLOCK):
        for i, turn in enumerate(turns):
            times = [turn(n, targets[n]) for n in range(start, start + BLOCK)]
            best[i] = min(best[i], 1e6 * median(times))
    return best


def ours(bandit: sb.Bandit, X: np.ndarray) -> Turn:
    def turn(number: int, target: float) -> float:
        context = X[number]
        began = time.perf_counter()
        decision = bandit.act(context)
        decided = time.perf_counter()
        loss = abs(decision.action - target)
        resumed = time.perf_counter()
        bandit.learn(decision, loss=loss)
        return decided - began + time.perf_counter() - resumed

    return turn


def vowpal_wabbit(lines: list[str]) -> Turn:
    """Features are text beforehand; the label, which needs the action, cannot be."""
    import vowpalwabbit

    workspace = vowpalwabbit.Workspace(
        "--cats 16 --bandwidth 0.0625 --min_value 0 --max_value 1 --coin -b 18 --quiet"
    )

    def turn(number: int, target: float) -> float:
        text = lines[number]
        began = time.perf_counter()
        action, density = workspace.predict(text)
        decided = time.perf_counter()
        loss = abs(action - target)
        resumed = time.perf_counter()
        workspace.learn(f"ca {action}:{loss}:{density} {text}")
        return decided - began + time.perf_counter() - resumed

    return turn
