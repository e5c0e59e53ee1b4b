"""Losses that a symmetric model cannot fit, and several knobs at once."""

import numpy as np
import pytest

import smoothbandits as sb


def two_valleys(context: None, action: float) -> float:
    """A shallow valley at 0.2 and a deeper one at 0.75."""
    shallow = 0.75 - 0.35 * np.exp(-(((action - 0.2) / 0.1) ** 2))
    return float(shallow - 0.55 * np.exp(-(((action - 0.75) / 0.08) ** 2)))


@pytest.mark.parametrize("seed", range(20))
def test_kernel_oracle_finds_the_deeper_of_two_valleys(seed: int) -> None:
    bandit = sb.Bandit(sb.Interval(0, 1), oracle=sb.HarmonicOracle(), seed=seed)
    environment = sb.FunctionEnvironment(two_valleys, noise="bernoulli", seed=seed)
    sb.simulate(bandit, environment, rounds=4000)
    action, _ = bandit.oracle.best()
    assert abs(action - 0.75) < 0.08


def knobs_loss(context: None, knobs: np.ndarray) -> float:
    """A bowl in three knobs of different units, lowest at (2, 30, 0.6)."""
    distance = (knobs - np.array([2.0, 30.0, 0.6])) / np.array([10.0, 100.0, 1.0])
    return float(min(1.0, 0.2 + 1.2 * np.sum(distance**2)))


def ratios_to_the_benchmark(seeds: range) -> np.ndarray:
    """Expected loss of the last 5,000 of 30,000 rounds over Smooth_h with h = 1/50."""
    box = sb.Box([0.0, 0.0, 0.0], [10.0, 100.0, 1.0])
    everywhere = np.array([knobs_loss(None, knobs) for knobs in box.sample(7, 50_000)])
    ends = []
    for seed in seeds:
        environment = sb.FunctionEnvironment(knobs_loss, noise="bernoulli", seed=seed)
        trace = sb.simulate(sb.Bandit(box, seed=seed), environment, rounds=30_000)
        ends.append(trace.expected_losses[-5000:].mean())
    return np.array(ends) / sb.smooth_value(everywhere, 1 / 50)


def test_three_knobs_end_near_their_smooth_benchmark() -> None:
    """The first three of the ten seeds below."""
    ratios = ratios_to_the_benchmark(range(3))
    assert ratios.max() <= 1.05
    assert ratios.mean() <= 1.03


@pytest.mark.slow
def test_three_knobs_end_near_their_smooth_benchmark_on_nine_of_ten_seeds() -> None:
    """Everything is at its default, and none of these seeds was used to choose the defaults.

    Those were compared on six other losses of three knobs, on seeds from 100, where this one
    had only been looked at to find out what was wrong.
    """
    ratios = ratios_to_the_benchmark(range(10))
    assert (ratios <= 1.05).sum() >= 9
    assert ratios.mean() <= 1.03
