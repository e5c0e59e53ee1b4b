"""Theorem 1 on plateau instances: a share h of mu is optimal, everything else worse by a gap."""

import numpy as np
import pytest

import smoothbandits as sb

ARMS, FUNCTIONS, ROUNDS, GAP = 128, 16, 100_000, 0.3
SEEDS = range(20)


def plateau_class(h: float) -> np.ndarray:
    """Each function has its own block of h * ARMS optimal arms."""
    block = round(h * ARMS)
    values = np.full((FUNCTIONS, ARMS), 0.3 + GAP)
    for i in range(FUNCTIONS):
        start = (i * max(block, ARMS // FUNCTIONS)) % ARMS
        values[i, start : start + block] = 0.3
    return np.unique(values, axis=0)


def regret_of(h: float, explorer: sb.explorers.Explorer, seed: int) -> tuple[float, float]:
    """Smooth regret of one run, and the oracle's bound."""
    values = plateau_class(h)
    truth = values[seed % len(values)]
    bandit = sb.Bandit(
        sb.Catalog(ARMS), oracle=sb.FiniteClassOracle(values), explorer=explorer, seed=seed
    )
    environment = sb.BernoulliEnvironment(1.0 - truth, seed=1000 + seed)
    trace = sb.simulate(bandit, environment, rounds=ROUNDS)
    benchmark = sb.smooth_value(truth, h)
    bound = bandit.oracle.require_bound(ROUNDS)
    return float((trace.expected_losses - benchmark).sum()), bound


@pytest.mark.parametrize("h", [1 / 8, 1 / 32, 1 / 128])
def test_smooth_regret_is_below_the_bound_in_every_run(h: float) -> None:
    explorer = sb.SmoothIGW(h=h, gamma=sb.Theorem(ROUNDS))
    runs = [regret_of(h, explorer, seed) for seed in SEEDS]
    regrets = np.array([regret for regret, _ in runs])
    bound = runs[0][1]
    assert regrets.max() < np.sqrt(4 * ROUNDS * bound / h)
    gamma = np.sqrt(8 * ROUNDS / (h * bound))
    known = ROUNDS * GAP * (1 - h) / (1 + h * gamma * GAP)  # the regret once fhat = f*
    assert known / 2 < regrets.mean() < known * 2


@pytest.mark.parametrize("h", [1 / 8, 1 / 32, 1 / 128])
def test_random_play_is_above_it(h: float) -> None:
    regret, bound = regret_of(h, sb.RandomPlay(), seed=0)
    assert regret > np.sqrt(4 * ROUNDS * bound / h)
