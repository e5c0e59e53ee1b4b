"""Estimates and intervals against slow twins; bias by exact enumeration."""

import itertools
import math

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.evaluation import regression
from smoothbandits.evaluation.intervals import (
    cressie_read,
    cressie_read_interval,
    ips,
    normal_interval,
    snips,
)
from smoothbandits.evaluation.sequences import betting_interval, log_wealth, sequence_interval
from smoothbandits.evaluation.sums import Moment, Sums, slices_after
from smoothbandits.evaluation.weights import Weighed
from tests.reference import off_policy

LOSSES = np.array([0.2, 0.9, 0.5])  # of three items
WEIGHTS = np.array([0.5, 0.3, 0.2])  # mu


def moment_of(weights: np.ndarray, losses: np.ndarray) -> Moment:
    sums, n = Sums(1), len(weights)
    sums.add(slices_after(0, n), [Weighed(np.arange(n), weights)], losses)
    return sums.now.of(0)


@pytest.fixture
def log() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(3)
    chances = rng.uniform(0.05, 0.9, 60)
    weights = np.where(rng.random(60) < chances, 1.0 / chances, 0.0)
    return weights, rng.random(60)


def test_ips_and_snips_are_those_of_vowpal_wabbit(log):
    moment = moment_of(*log)
    weights, losses = (part.tolist() for part in log)
    assert ips(moment) == pytest.approx(off_policy.ips(weights, losses), rel=1e-13)
    assert snips(moment) == pytest.approx(off_policy.snips(weights, losses), rel=1e-13)


@pytest.mark.parametrize("scale", [0.6, 1.0, 1.5])
def test_empirical_likelihood_is_what_a_general_solver_finds(log, scale):
    weights, losses = log[0] * scale, log[1]
    found = cressie_read_interval(moment_of(weights, losses), 25.0, 0.95)
    for end, lower in ((found.low, True), (found.high, False)):
        slow = off_policy.cressie_read_end(weights, losses, 25.0, 0.95, lower=lower)
        assert end == pytest.approx(slow, abs=1e-5)
    assert found.low < cressie_read(moment_of(weights, losses), 25.0) < found.high


def test_weights_without_bounds_are_the_limit_of_large_ones(log):
    moment = moment_of(*log)
    near, limit = (cressie_read_interval(moment, one, 0.9) for one in (1e7, math.inf))
    assert near.low == pytest.approx(limit.low, abs=1e-4)
    assert near.high == pytest.approx(limit.high, abs=1e-4)
    values = [cressie_read(moment, one) for one in (1e7, math.inf)]
    assert values[0] == pytest.approx(values[1], abs=1e-4)


@pytest.mark.parametrize(("surplus", "spread"), [(0.5, 1.0), (3.0, 4.0), (20.0, 90.0), (1.0, 0.0)])
def test_wealth_is_the_mixture_by_quadrature(surplus, spread):
    slow = off_policy.log_wealth(surplus, spread)
    assert log_wealth(surplus, spread) == pytest.approx(slow, abs=1e-7)


def test_a_sequence_follows_its_definition(log):
    weights, losses = log
    moment, total, other, expected = moment_of(weights, losses), 0.0, 0.0, []
    for t in range(60):  # the first 128 slices are single rounds
        expected.append((min(1.0, (total + 0.5) / (t + 1)), min(1.0, (other + 0.5) / (t + 1))))
        total += weights[t] * losses[t]
        other += weights[t] * (1.0 - losses[t])
    slow = off_policy.sequence_ends(weights.tolist(), losses.tolist(), expected, 0.05)
    assert sequence_interval(moment, 0.05) == pytest.approx(slow, abs=1e-7)


def test_sums_do_not_depend_on_blocks(log):
    rng = np.random.default_rng(0)
    n = 4000
    weights, losses = np.where(rng.random(n) < 0.2, 5.0, 0.0), rng.random(n)
    places = np.flatnonzero(weights)
    whole = Sums(1)
    whole.add(slices_after(0, n), [Weighed(places, weights[places])], losses)
    cut = Sums(1)
    for first, last in itertools.pairwise((0, 1, 700, 701, 3000, n)):
        here = np.flatnonzero(weights[first:last])
        ends = slices_after(first, last - first)
        part = slice(first, last)
        cut.add(ends, [Weighed(here, weights[part][here])], losses[part])
    np.testing.assert_allclose(cut.now.totals, whole.now.totals, rtol=1e-12)
    np.testing.assert_allclose(cut.now.spread, whole.now.spread, rtol=2e-3)


# ------------------------------------------------------------------ exact enumeration


def laws(past: list[tuple[int, float]]) -> tuple[np.ndarray, np.ndarray]:
    """Density and atom of each item under a bandit that learned from what it saw."""
    guess = np.full(3, 0.6)
    for action, loss in past:
        guess[action] = 0.5 * guess[action] + 0.5 * loss
    best = int(np.argmin(guess))
    density = 1.0 / (1.0 + 3.0 * (guess - guess[best]))
    atom = np.zeros(3)
    atom[best] = 1.0 - float(WEIGHTS @ density)
    return density, atom


def every_log(rounds: int):
    """All logs of an adaptive bandit with noisy losses, each with its probability."""
    for actions in itertools.product(range(3), repeat=rounds):
        for noise in itertools.product((0, 1), repeat=rounds):
            chance, past, columns = 1.0, [], {"density": [], "atom": [], "greedy_action": []}
            for action, bad in zip(actions, noise, strict=True):
                density, atom = laws(past)
                chance *= WEIGHTS[action] * density[action] + atom[action]
                chance *= LOSSES[action] if bad else 1.0 - LOSSES[action]
                columns["density"].append(density[action])
                columns["greedy_action"].append(int(np.argmax(density)))
                columns["atom"].append(atom[action])
                past.append((action, float(bad)))
            yield (
                chance,
                {
                    "action": np.array(actions),
                    "greedy_action": np.array(columns["greedy_action"]),
                    "density": np.array(columns["density"]),
                    "atom": np.array(columns["atom"]),
                    "explored": np.array(columns["atom"]) == 0.0,
                    "loss": np.array([loss for _, loss in past]),
                },
            )


class Means:
    """Stands for trees: the mean loss of each item so far."""

    def __init__(self, features: np.ndarray, losses: np.ndarray) -> None:
        items = features[:, 0].astype(int)
        counts = np.bincount(items, minlength=3)
        self.means = (np.bincount(items, losses, minlength=3) + 0.4) / (counts + 1.0)

    def predict(self, features: np.ndarray, num_threads: int) -> np.ndarray:
        return self.means[features[:, 0].astype(int)]


@pytest.mark.parametrize("method", ["ips", "dr"])
def test_no_bias_by_enumeration(monkeypatch, method):
    monkeypatch.setattr(regression, "FIRST", 1)
    monkeypatch.setattr(regression, "FEWEST", 1)
    monkeypatch.setattr(regression, "fit_trees", lambda x, y, **setting: Means(x, y))
    policies = {
        "item": 1,
        "greedy": "greedy",
        "density": sb.evaluation.Density(lambda context, item: [0.5, 0.5, 3.0][item]),
    }
    total, mean = 0.0, dict.fromkeys(policies, 0.0)
    greedy = 0.0
    for chance, log in every_log(2):
        found = sb.evaluate(log, policies, space=sb.Catalog(3, weights=WEIGHTS), method=method)
        total += chance
        for name in policies:
            mean[name] += chance * found[name].value
        second = laws([(int(log["action"][0]), float(log["loss"][0]))])[0]
        greedy += chance * 0.5 * (LOSSES[np.argmax(laws([])[0])] + LOSSES[np.argmax(second)])
    assert total == pytest.approx(1.0)
    assert mean["item"] == pytest.approx(0.9, abs=1e-12)
    expected = float(WEIGHTS @ (np.array([0.5, 0.5, 3.0]) * LOSSES))
    assert mean["density"] == pytest.approx(expected, abs=1e-12)
    assert mean["greedy"] == pytest.approx(greedy, abs=1e-12)


@pytest.mark.parametrize("estimator", ["snips", "cressie-read"])
def test_the_bias_of_the_others_falls_as_one_over_n(estimator):
    """Two actions, one of which is played with probability 0.3: the log is how often it was."""
    chance, loss = 0.3, 0.8

    def bias(n: int) -> float:
        total = 0.0
        for often in range(1, n + 1):
            weights = np.where(np.arange(n) < often, 1.0 / chance, 0.0)
            # half of the played rounds lose more, half less: the estimate depends on the weights
            losses = np.where(np.arange(n) % 2 == 0, loss, 0.4 * loss)
            moment = moment_of(weights, losses)
            value = snips(moment) if estimator == "snips" else cressie_read(moment, 1.0 / chance)
            total += math.comb(n, often) * chance**often * (1 - chance) ** (n - often) * value
        return total - truth(n)

    def truth(n: int) -> float:
        losses = np.where(np.arange(n) % 2 == 0, loss, 0.4 * loss)
        return float(losses.mean())

    found = [abs(bias(n)) * n for n in (40, 80)]
    assert found[1] < 1.5 * found[0]
    assert abs(bias(80)) < 0.02


def test_intervals_are_of_the_unit_interval():
    assert normal_interval(0.99, 0.1, 0.95).high == 1.0
    assert betting_interval(np.ones(5), np.zeros(5), 0.05).high == 1.0


def test_betting_is_narrower_and_covers_one_mean():
    rng = np.random.default_rng(5)
    covered, widths, runs = 0, np.zeros(2), 100
    for _ in range(runs):
        weights = np.where(rng.random(1500) < 0.25, 4.0, 0.0)
        losses = (rng.random(1500) < 0.3).astype(float)
        low, high = betting_interval(weights * losses, weights * (1.0 - losses), 0.05)
        always = sequence_interval(moment_of(weights, losses), 0.05)
        covered += low <= 0.3 <= high
        widths += high - low, always.high - always.low
    assert covered >= 0.95 * runs
    assert widths[0] < widths[1]
