"""Regret of traces against four benchmarks."""

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.measures import LogUniform
from smoothbandits.regret import (
    kernel_regret,
    quantile_regret,
    smooth_regret,
    smooth_value,
    smooth_value_interval,
    standard_regret,
)

MEANS = np.array([0.1, 0.5, 0.9, 0.9, 0.2, 0.3, 0.4, 0.6])


def bernoulli_trace(seed: int = 0) -> tuple[sb.Bandit, sb.BernoulliEnvironment, object]:
    bandit = sb.Bandit(sb.Catalog(8), seed=seed)
    environment = sb.BernoulliEnvironment(MEANS, seed=seed)
    return bandit, environment, sb.simulate(bandit, environment, rounds=300, engine="python")


def test_smooth_regret_is_standard_regret_at_one_over_the_number_of_actions() -> None:
    bandit, environment, trace = bernoulli_trace()
    smooth = smooth_regret(trace, environment, bandit.space, h=1 / 8)
    np.testing.assert_allclose(smooth, trace.regrets, atol=1e-9)
    standard = standard_regret(trace, environment, bandit.space)
    np.testing.assert_allclose(standard, trace.regrets, atol=1e-9)


def test_smooth_regret_by_hand() -> None:
    bandit, environment, trace = bernoulli_trace()
    benchmark = smooth_value(1.0 - MEANS, 3 / 8)
    found = smooth_regret(trace, environment, bandit.space, h=3 / 8)
    losses = 1.0 - MEANS[trace.actions]
    assert found[-1] == pytest.approx(losses.sum() - 300 * benchmark)


@pytest.mark.parametrize("h", [0.2, 0.5, 1.0])
def test_smooth_regret_dominates_quantile_and_kernel_regret(h: float) -> None:
    bandit, environment, trace = bernoulli_trace()
    smooth = smooth_regret(trace, environment, bandit.space, h)[-1]
    assert quantile_regret(trace, environment, bandit.space, h)[-1] <= smooth + 1e-9
    everything = kernel_regret(trace, environment, bandit.space, np.ones_like, h)[-1]
    assert everything <= smooth + 1e-9


def table(loss: str) -> sb.RegressionEnvironment:
    generator = np.random.default_rng(0)
    X = generator.random((40, 2))
    return sb.RegressionEnvironment(X, 10.0 * X[:, 0], loss=loss)


@pytest.mark.parametrize("loss", ["absolute", "squared"])
def test_formula_and_quadrature_agree_on_regression(loss: str) -> None:
    environment = table(loss)
    bandit = sb.Bandit(sb.Interval(0.0, 8.0), context_size=2)
    trace = sb.simulate(bandit, environment, engine="python")
    by_formula = smooth_regret(trace, environment, bandit.space, h=0.2)
    values = [
        smooth_value_interval(
            lambda actions, t=t: environment.expected_losses(t, actions, bandit.space),
            0.2,
            low=0.0,
            high=8.0,
        )
        for t in range(40)
    ]
    by_quadrature = np.cumsum(trace.expected_losses - values)
    np.testing.assert_allclose(by_formula, by_quadrature, atol=1e-6)


def test_another_measure_changes_the_benchmark() -> None:
    environment = sb.FunctionEnvironment(lambda context, a: a / 100.0)
    bandit = sb.Bandit(sb.Interval(1.0, 100.0, LogUniform()), explorer=sb.RandomPlay())
    trace = sb.simulate(bandit, environment, rounds=20, engine="python")
    found = smooth_regret(trace, environment, bandit.space, h=0.5)
    # the lower half of the log-uniform measure is [1, 10], with mean (10 - 1)/ln(10)
    benchmark = 9.0 / np.log(10.0) / 100.0
    assert found[-1] == pytest.approx(trace.expected_losses.sum() - 20 * benchmark, abs=1e-6)


def test_regret_of_knobs() -> None:
    environment = sb.FunctionEnvironment(lambda context, knobs: float(knobs[0]))
    bandit = sb.Bandit(sb.Box([0.0, 0.0], [1.0, 5.0]), explorer=sb.RandomPlay())
    trace = sb.simulate(bandit, environment, rounds=10, engine="python")
    found = smooth_regret(trace, environment, bandit.space, h=0.5)
    # mean of the lower half of a uniform knob; 8192 draws give it within 0.01
    assert found[-1] == pytest.approx(trace.expected_losses.sum() - 10 * 0.25, abs=0.1)
