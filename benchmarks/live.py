"""A live process: decisions and losses while trees are fitted beside it, over those alone.

One thread decides, learns and rests, as a service does; a fit of 40,000 examples in flight is
compared with the time before and after it in the same run.  Then what a small fit takes when the
process that fits is warm, and a loop that never rests, where learning waits for fits.
``python benchmarks/live.py`` prints these figures alone.
"""

import itertools
import time
from collections.abc import Iterator

import numpy as np
from asking import ask_for_a_fit
from figure import Figure
from timing import distance_to, times_of_rounds

import smoothbandits as sb

FEATURES, ROUNDS, PART, LOOP = 10, 40_000, 1_000, 2_000
REST = 0.0002  # seconds between rounds
LOOK = 0.0005  # seconds between looks whether a fit has ended


def problem(rounds: int) -> tuple[np.ndarray, np.ndarray]:
    contexts = np.random.default_rng(0).random((rounds, FEATURES))
    return contexts, np.where((contexts[:, 0] > 0.5) == (contexts[:, 1] > 0.5), 0.3, 0.7)


def untaught(first: int, growth: float = 1.4) -> sb.Bandit:
    oracle = sb.BoostedOracle(first=first, growth=growth)
    return sb.Bandit(
        sb.Interval(0.0, 1.0), oracle=oracle, policy="best", context_size=FEATURES, seed=1
    )


def beside_a_fit(
    bandit: sb.Bandit, contexts: np.ndarray, targets: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Times without and with a fit in flight."""
    parts = itertools.cycle(range(0, len(contexts), PART))

    def part() -> np.ndarray:
        rows = slice(start := next(parts), start + PART)
        return times_of_rounds(bandit, contexts[rows], distance_to(targets[rows]), REST)

    part()  # warm
    quiet = [part(), part()]
    swapped = len(bandit.swaps)
    ask_for_a_fit(bandit)
    busy = [part()]
    while len(bandit.swaps) == swapped:
        busy.append(part())
    quiet += [part(), part()]
    return np.concatenate(quiet), np.concatenate(busy[:-1] or busy)


def figures() -> Iterator[Figure]:
    contexts, targets = problem(ROUNDS + 16 * PART)
    bandit = untaught(ROUNDS, growth=10.0)  # no fit is due but the one that is asked for
    sb.simulate(bandit, sb.RegressionEnvironment(contexts[:ROUNDS], targets[:ROUNDS]))
    quiet, busy = beside_a_fit(bandit, contexts[ROUNDS:], targets[ROUNDS:])
    for column, name in enumerate(("act", "learn")):
        for share, said in ((0.5, "median"), (0.99, "99th percentile")):
            alone, beside = (float(np.quantile(t[:, column], share)) for t in (quiet, busy))
            yield Figure(f"live, {name}, {said}", alone, "us")
            yield Figure(
                f"live, {name}, {said} with a fit in flight over without",
                beside / alone,
                "times",
                2.0,
                higher_is_better=False,
            )
    bandit = untaught(100)
    times_of_rounds(bandit, contexts[:99], distance_to(targets))
    time.sleep(5.0)  # the process that fits gets warm
    times_of_rounds(bandit, contexts[99:100], distance_to(targets[99:]))
    began = time.perf_counter()
    while not bandit.swaps:
        time.sleep(LOOK)
        bandit.act(contexts[0])  # swaps the fit in where it has ended
    yield Figure("live, a fit of 100 examples", 1e3 * (time.perf_counter() - began), "ms")
    bandit, began = untaught(100), time.perf_counter()
    times_of_rounds(bandit, contexts[:LOOP], distance_to(targets))
    yield Figure("live, 2,000 rounds without a rest", time.perf_counter() - began, "s")
    yield Figure("live, fits swapped in meanwhile", float(len(bandit.swaps)), "", 5.0)


if __name__ == "__main__":
    for figure in figures():
        print(f"{figure.name}: {figure.shown} {figure.unit} ({figure.bar_shown}) {figure.holds}")
