"""Latency of decisions from Python."""

from collections.abc import Iterator

import numpy as np
from figure import Figure
from timing import distance_to, timed, times_of, times_of_rounds

import smoothbandits as sb

ROWS, SERVED = 100_000, 30_000
SOLD, ASKED = 5_000, 5_000


def figures() -> Iterator[Figure]:
    generator = np.random.default_rng(0)
    contexts = generator.random((ROWS, 20))
    weights = generator.normal(size=20)
    oracle = sb.DispersionOracle()
    bandit = sb.Bandit(sb.Interval(0.0, 1.0), oracle=oracle, context_size=20, seed=1)
    targets = 1.0 / (1.0 + np.exp(-((contexts[:SERVED] - 0.5) @ weights)))
    times = times_of_rounds(bandit, contexts[:SERVED], distance_to(targets))
    settled = times[10_000:].sum(axis=1)
    yield Figure(
        "act + learn, DispersionOracle, 20 features, median",
        float(np.median(settled)),
        "us",
        15.0,
        higher_is_better=False,
    )
    yield Figure("act + learn, 99th percentile", float(np.quantile(settled, 0.99)), "us")
    blind = sb.Bandit(sb.Interval(0.0, 1.0), policy="fast", seed=1)
    draws = generator.random(SERVED)
    times = times_of_rounds(
        blind, [None] * SERVED, lambda n, action: float(draws[n] < abs(action - 0.3))
    )
    settled = times[1_000:].sum(axis=1)
    yield Figure(
        "act + learn, fast without contexts, median",
        float(np.median(settled)),
        "us",
        12.0,
        higher_is_better=False,
    )
    # the mean holds the choices of a length, and whatever else the machine does meanwhile
    yield Figure("act + learn, fast without contexts, mean", float(np.mean(settled)), "us")
    yield from prices(generator)
    bandit.act_many(contexts)
    many = min(timed(lambda: bandit.act_many(contexts)) for _ in range(10))
    one = min(timed(lambda: [bandit.act(context) for context in contexts]) for _ in range(2))
    yield Figure("act_many on 100,000 contexts over a loop of act", one / many, "times", 20.0)
    yield Figure("act_many, per decision", 1e6 * many / ROWS, "us")


def prices(generator: np.random.Generator) -> Iterator[Figure]:
    """Naming a price for a customer, after 5,000 others."""
    customers = generator.random((SOLD + ASKED, 9))
    worths = 0.2 + 0.6 * customers[:, 0] * customers[:, 1] + 0.1 * generator.random(len(customers))
    market = sb.environments.SalesEnvironment(customers, worths)
    for policy, bar in (("fast", 15.0), ("best", 30.0)):
        bandit = sb.Bandit(
            sb.Interval(0.0, 1.0),
            payoff=sb.payoffs.Sale(),
            policy=policy,
            context_size=9,
            seed=1,
        )
        sb.simulate(bandit, market, rounds=SOLD)
        times = times_of(bandit.act, customers[SOLD:])
        name = f"act, {policy} with Sale, 9 features, {SOLD:,} sales known, median"
        yield Figure(name, float(np.median(times)), "us", bar, higher_is_better=False)


if __name__ == "__main__":
    for found in figures():
        print(f"{found.name}: {found.shown} {found.unit}")
