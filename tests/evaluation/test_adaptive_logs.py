"""Bias and coverage on logs of bandits that learned while they were logged."""

import math
from typing import NamedTuple

import numpy as np
import pytest

import smoothbandits as sb
from tests.evaluation.adaptive_logs import HALF, PROBLEMS, Problem, play


class Found(NamedTuple):
    """Of many runs: estimates by method, whether a sequence held at all looks, and widths."""

    values: dict[str, np.ndarray]
    held: np.ndarray
    widths: np.ndarray
    hoeffding: np.ndarray


def hoeffding_width(rounds: int, largest: float) -> float:
    """Of the mixture sequence for values of [0, largest], normal in the bets, both ends."""
    spread = rounds * largest**2 / 4.0
    return (
        2.0
        * math.sqrt(2.0 * (spread + 1.0) * math.log(2.0 * math.sqrt(spread + 1.0) / 0.05))
        / rounds
    )


def found_in(problem: Problem, runs: int, rounds: int) -> Found:
    values: dict[str, list[float]] = {"ips": [], "dr": []}
    held, widths, hoeffding = [], [], []
    for seed in range(runs):
        trace = play(problem, rounds, seed)
        for method in values:
            found = sb.evaluate(
                trace, {"it": problem.action}, space=problem.space, method=method, bandwidth=HALF
            )["it"]
            values[method].append(found.value)
        held.append(all(look.low <= problem.value <= look.high for look in found.looks))
        widths.append(found.always_high - found.always_low)
        hoeffding.append(min(1.0, hoeffding_width(rounds, found.largest)))
    arrays = {method: np.array(many) for method, many in values.items()}
    return Found(arrays, np.array(held), np.array(widths), np.array(hoeffding))


def check(problem: Problem, found: Found, runs: int) -> None:
    scatter = {}
    for method, values in found.values.items():
        scatter[method] = math.sqrt(np.mean((values - problem.value) ** 2))
        error = values.std() / math.sqrt(runs)
        assert abs(values.mean() - problem.value) <= 3.0 * error, method
    assert scatter["dr"] < scatter["ips"]
    assert found.held.mean() >= 0.95
    assert found.widths.mean() < found.hoeffding.mean()


@pytest.mark.parametrize("name", ["interval", "catalog"])
def test_no_bias_and_coverage_at_all_looks(name):
    """Of 20 runs one may miss; with a coverage of 95 % that is not often exceeded."""
    problem = PROBLEMS[name]()
    check(problem, found_in(problem, 20, 1000), 20)


@pytest.mark.slow
@pytest.mark.parametrize("name", PROBLEMS)
def test_a_thousand_adaptive_logs(name):
    problem = PROBLEMS[name]()
    check(problem, found_in(problem, 1000, 700), 1000)


def test_the_interval_around_a_bandwidth_that_was_chosen_covers_the_smoothed_policy():
    """Lepski's rule looks at the losses; on 40 logs the interval misses at most 6 times."""
    problem = PROBLEMS["interval"]()
    missed = 0
    for seed in range(40):
        found = sb.evaluate(play(problem, 600, seed), 0.6, space=problem.space, method="snips")
        half = found.values[0].bandwidth
        grid = np.clip(0.6 - half, 0, 1) + (np.arange(500) + 0.5) / 500 * (
            min(1.0, 0.6 + half) - max(0.0, 0.6 - half)
        )
        truth = float(np.mean([problem.loss(None, a) for a in grid]))
        missed += not found.low <= truth <= found.high
    assert missed <= 6
