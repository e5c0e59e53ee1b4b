"""Regret of traces over a number and a category."""

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.errors import InvalidParameter
from smoothbandits.measures import LogUniform
from smoothbandits.simulation import (
    Trace,
    kernel_regret,
    quantile_regret,
    smooth_regret,
    standard_regret,
)
from smoothbandits.theory import smooth_value

WEIGHTS = np.array([0.5, 0.2, 0.3])
TARGETS, FLOORS = np.array([0.2, 0.5, 0.9]), np.array([0.3, 0.0, 0.1])


def trace_of(expected):
    """A trace that was never simulated, of actions with these expected losses."""
    n, expected = len(expected), np.array(expected)
    return Trace(
        losses=expected,
        expected_losses=expected,
        best_losses=np.full(n, np.nan),
        actions=np.zeros(n),
        bases=np.zeros(n, np.int64),
        explored=np.zeros(n, np.bool_),
        benchmark="none",
        engine="python",
        seconds=0.0,
    )


def offline(environment, actions):
    return trace_of([environment.expected(t, action) for t, action in enumerate(actions)])


def valleys(number, category):
    return FLOORS[category] + 0.6 * abs(number - TARGETS[category])


SPACE = sb.Product(sb.Interval(0.0, 1.0), sb.Catalog(3, WEIGHTS))
FLAT = sb.FunctionEnvironment(lambda context, a: float(valleys(*a)))
ACTIONS = [(0.1, 0), (0.5, 1), (0.95, 2)]
BENCHMARKS = {
    "smooth": lambda trace, env, space: smooth_regret(trace, env, space, 0.3)[-1],
    "quantile": lambda trace, env, space: quantile_regret(trace, env, space, 0.3)[-1],
    "kernel": lambda trace, env, space: kernel_regret(trace, env, space, lambda a: 1.0, 0.3)[-1],
    "standard": lambda trace, env, space: standard_regret(trace, env, space)[-1],
}


@pytest.mark.parametrize("name", BENCHMARKS)
def test_one_category_gives_the_regret_of_the_interval(name):
    interval = sb.Interval(1.0, 9.0, LogUniform())
    alone = sb.FunctionEnvironment(lambda context, a: abs(a - 3.0) / 8.0)
    beside = sb.FunctionEnvironment(lambda context, a: abs(a[0] - 3.0) / 8.0)
    product = sb.Product(interval, sb.Catalog(1))
    first = BENCHMARKS[name](offline(alone, [2.0, 5.0]), alone, interval)
    second = BENCHMARKS[name](offline(beside, [(2.0, 0), (5.0, 0)]), beside, product)
    assert first == second


@pytest.mark.parametrize("name", BENCHMARKS)
def test_losses_of_the_category_alone_give_the_regret_of_the_catalogue(name):
    losses = np.array([0.7, 0.2, 0.4])
    catalog = sb.FunctionEnvironment(lambda context, a: losses[a])
    product = sb.FunctionEnvironment(lambda context, a: losses[a[1]])
    first = BENCHMARKS[name](offline(catalog, [0, 1, 2]), catalog, sb.Catalog(3, WEIGHTS))
    second = BENCHMARKS[name](offline(product, ACTIONS), product, SPACE)
    assert first == pytest.approx(second, abs=1e-12)


def test_smooth_regret_dominates_and_standard_regret_is_the_largest():
    trace = offline(FLAT, ACTIONS)
    found = {name: benchmark(trace, FLAT, SPACE) for name, benchmark in BENCHMARKS.items()}
    assert found["kernel"] < found["quantile"] < found["smooth"] < found["standard"]
    # the lowest floor is 0, reached within half a cell
    assert found["standard"] == pytest.approx(trace.expected_losses.sum(), abs=1e-3)


def test_windows_in_one_category_are_kernels():
    trace = offline(FLAT, ACTIONS)

    def window(actions):
        return (actions["category"] == 1) & (actions["number"] < 0.5)

    # half of the second category, which has mass 0.2; its mean loss is 0.6 * 0.25
    found = kernel_regret(trace, FLAT, SPACE, window, 0.1)[-1]
    assert found == pytest.approx(trace.expected_losses.sum() - 3 * 0.15, abs=1e-3)
    with pytest.raises(InvalidParameter, match="1/h is 8.33"):
        kernel_regret(trace, FLAT, SPACE, window, 0.12)


def test_regret_in_contexts():
    shop = sb.environments.OffersEnvironment(4, channels=3, seed=7)
    trace = trace_of(np.zeros(4))
    smooth = -np.diff(smooth_regret(trace, shop, shop.space, 0.1), prepend=0.0)
    prices = (np.arange(20_000) + 0.5) / 20_000
    pairs = np.column_stack([np.tile(prices, 3), np.repeat(np.arange(3), prices.size)])
    for customer, value in zip(shop.contexts(0, 4), smooth, strict=True):
        dense = smooth_value(shop.loss_curve(customer, pairs), 0.1)
        assert value == pytest.approx(dense, abs=1e-7)
