"""Rounds per second of `simulate`, one core."""

import time
from collections.abc import Iterator

import numpy as np
from figure import Figure

import smoothbandits as sb
from smoothbandits.features import RandomFourier


def regression(rounds: int, features: int = 20) -> sb.RegressionEnvironment:
    """Targets that are a noisy sigmoid of 20 features."""
    generator = np.random.default_rng(1)
    X = generator.random((rounds, features))
    noise = 0.3 * generator.standard_normal(rounds)
    y = 1.0 / (1.0 + np.exp(-((X - 0.5) @ generator.normal(size=features) + noise)))
    return sb.RegressionEnvironment(X, (y - y.min()) / (y.max() - y.min()))


def speed(oracle: sb.DispersionOracle, environment: sb.RegressionEnvironment, batch: int) -> float:
    """Best of three runs, features included."""
    best = 0.0
    for seed in range(3):
        bandit = sb.Bandit(
            sb.Interval(0.0, 1.0),
            oracle=oracle,
            explorer=sb.AdaptiveIGW(bases=8),
            context_size=20,
            seed=seed,
        )
        sb.simulate(bandit, environment, rounds=batch, batch=batch)  # compiles
        began = time.perf_counter()
        sb.simulate(bandit, environment, rounds=len(environment.y) - batch, batch=batch)
        best = max(best, (len(environment.y) - batch) / (time.perf_counter() - began))
    return best


def figures() -> Iterator[Figure]:
    table = regression(1_000_000)
    oracle = sb.DispersionOracle()
    yield Figure("simulate, DispersionOracle, batch 1", speed(oracle, table, 1), "rounds/s", 1.0e6)
    yield Figure("simulate, DispersionOracle, batch 8", speed(oracle, table, 8), "rounds/s", 2.0e6)
    fourier, short = sb.DispersionOracle(RandomFourier(1024)), regression(100_000)
    yield Figure(
        "simulate, DispersionOracle, RandomFourier(1024), batch 1",
        speed(fourier, short, 1),
        "rounds/s",
        4e4,
    )
    yield Figure(
        "simulate, DispersionOracle, RandomFourier(1024), batch 8",
        speed(fourier, short, 8),
        "rounds/s",
        1.2e5,
    )
    small = regression(4_000)
    bandits = [sb.Bandit(sb.Interval(0.0, 1.0), oracle=oracle, context_size=20) for _ in range(2)]
    python = sb.simulate(bandits[0], small, engine="python")
    compiled = sb.simulate(bandits[1], small, engine="compiled")
    long = sb.simulate(bandits[1], table)
    assert (python.losses == compiled.losses).all()
    ratio = (len(long) / long.seconds) / (len(python) / python.seconds)
    yield Figure("compiled over python engine, DispersionOracle, batch 1", ratio, "times", 50.0)
