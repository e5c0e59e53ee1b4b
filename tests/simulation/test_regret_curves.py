"""Regret of traces against four benchmarks."""

from collections.abc import Callable

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.errors import InvalidParameter
from smoothbandits.measures import Custom, Empirical, LogUniform, Uniform
from smoothbandits.simulation import (
    kernel_regret,
    quantile_regret,
    smooth_regret,
    standard_regret,
)
from smoothbandits.theory import smooth_value, smooth_value_interval

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
    bandit = sb.Bandit(sb.Interval(0.0, 8.0), policy="fast", context_size=2)
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


@pytest.mark.parametrize("measure", [Uniform(), LogUniform()], ids=repr)
def test_a_later_part_of_a_run_is_compared_with_its_own_rounds(measure: object) -> None:
    """By formula under a uniform measure, else by quadrature."""
    environment, space = table("absolute"), sb.Interval(0.5, 8.0, measure)
    bandit = sb.Bandit(space, policy="fast", context_size=2, engine="python")
    first, second = (sb.simulate(bandit, environment, rounds=20) for _ in range(2))
    assert second.first == 20
    for h in (0.1, 0.5):
        found = smooth_regret(second, environment, space, h)
        values = [
            smooth_value_interval(
                lambda actions, t=t: environment.expected_losses(t, actions, space),
                h,
                low=0.5,
                high=8.0,
                density=space.density,
            )
            for t in range(20, 40)
        ]
        np.testing.assert_allclose(found, np.cumsum(second.expected_losses - values), atol=1e-6)
    assert first.first == 0


def test_another_measure_changes_the_benchmark() -> None:
    environment = sb.FunctionEnvironment(lambda context, a: a / 100.0)
    bandit = sb.Bandit(
        sb.Interval(1.0, 100.0, LogUniform()), policy="fast", explorer=sb.RandomPlay()
    )
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


# ------------------------------------------------------------------ kernels on continuous spaces


def played(space: sb.Interval | sb.Box, loss: object) -> tuple[object, sb.FunctionEnvironment]:
    environment = sb.FunctionEnvironment(loss)
    bandit = sb.Bandit(space, policy="fast", explorer=sb.RandomPlay())
    return sb.simulate(bandit, environment, rounds=5, engine="python"), environment


@pytest.mark.parametrize("h", [0.05, 0.1, 0.3, 1 / 3, 0.7])
def test_a_window_of_density_1_over_h_is_a_kernel(h: float) -> None:
    space = sb.Interval(0.0, 1.0)
    trace, environment = played(space, lambda context, a: a)
    for low in (0.0, 0.1, 0.123456, 0.29):

        def window(a: np.ndarray, low: float = low) -> np.ndarray:
            return (a >= low) & (a < low + h)

        def kernel(a: np.ndarray, window: Callable = window) -> np.ndarray:
            return window(a) / h

        found = kernel_regret(trace, environment, space, kernel, h)
        expected = trace.expected_losses.sum() - 5 * (low + h / 2.0)
        assert found[-1] == pytest.approx(expected, abs=5e-3), low
        with pytest.raises(InvalidParameter, match=f"1/h is {1 / (h + 0.01):.6g}"):
            kernel_regret(trace, environment, space, window, h + 0.01)


def test_windows_under_other_measures() -> None:
    triangle = Custom(lambda g: g.triangular(0.0, 1.0, 1.0), lambda a: 2.0 * a)
    for space, density in (
        # two windows of mass 0.1 each
        (sb.Interval(0.0, 1.0), lambda a: (np.abs(a - 0.2) < 0.05) | (np.abs(a - 0.71) < 0.05)),
        (sb.Interval(1.0, 100.0, LogUniform()), lambda a: a < 100.0**0.2),
        (sb.Interval(0.0, 1.0, triangle), lambda a: a * a < 0.2),
        (sb.Box([0.0, 0.0], [1.0, 2.0]), lambda a: a[:, 0] < 0.2),
    ):
        trace, environment = played(space, lambda context, a: 0.5)
        assert kernel_regret(trace, environment, space, density, 0.2) == pytest.approx(0.0)
        assert kernel_regret(trace, environment, space, lambda a: 1.0, 1.0) == pytest.approx(0.0)
        with pytest.raises(InvalidParameter, match="1/h is 4"):
            kernel_regret(trace, environment, space, density, 0.25)


@pytest.mark.parametrize(
    "kernel",
    [lambda a: 0.0 * a, lambda a: a - 0.5, lambda a: np.nan * a, lambda a: a[:9]],
)
def test_what_is_no_kernel_is_refused(kernel: object) -> None:
    space = sb.Interval(0.0, 1.0)
    trace, environment = played(space, lambda context, a: a)
    with pytest.raises(InvalidParameter, match="kernel"):
        kernel_regret(trace, environment, space, kernel, 0.5)


# --------------------------------------------------------------------------- rough measures


def test_smooth_regret_under_an_empirical_measure_of_many_samples() -> None:
    samples = np.random.default_rng(0).lognormal(3.0, 1.0, 20_000)
    space = sb.Interval(0.0, 1e4, Empirical(samples))
    trace, environment = played(space, lambda context, a: min(1.0, abs(a - 20.0) / 50.0))
    found = smooth_regret(trace, environment, space, h=0.2)
    points = space.to_user_many((np.arange(200_000)[:, None] + 0.5) / 200_000)
    benchmark = smooth_value(np.minimum(1.0, np.abs(points - 20.0) / 50.0), 0.2)
    assert found[-1] == pytest.approx(trace.expected_losses.sum() - 5 * benchmark, abs=1e-6)


def test_smooth_regret_under_a_measure_of_the_user() -> None:
    triangle = Custom(lambda g: g.triangular(0.0, 1.0, 1.0), lambda a: 2.0 * a)
    space = sb.Interval(0.0, 1.0, triangle)
    trace, environment = played(space, lambda context, a: a)
    found = smooth_regret(trace, environment, space, h=0.25)
    # the lowest quarter of the mass is [0, 1/2], with mean 1/3
    assert found[-1] == pytest.approx(trace.expected_losses.sum() - 5 / 3, abs=1e-6)
