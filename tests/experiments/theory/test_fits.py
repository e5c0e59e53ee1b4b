"""Exponents and their intervals."""

import numpy as np
import pytest

from smoothbandits.errors import InvalidParameter
from smoothbandits.experiments.theory.fits import fit_exponent

X = np.array([1e2, 1e3, 1e4, 1e5])


def test_an_exact_power_is_found() -> None:
    found = fit_exponent(X, np.outer(3.0 * X**0.7, [1.0, 1.0]))
    assert found.slope == pytest.approx(0.7, abs=1e-9)
    assert found.low == pytest.approx(0.7, abs=1e-9)
    assert found.high == pytest.approx(0.7, abs=1e-9)


def test_the_interval_covers_the_truth() -> None:
    # 100 trials, nominal cover 95 % (bootstrap of 20 seeds: about 92 %); fewer than 82 hits of
    # a binomial with success probability 0.9 has a chance below 1 %
    generator = np.random.default_rng(1)
    hits = 0
    for _ in range(100):
        noise = np.exp(0.5 * generator.standard_normal((4, 20)))
        found = fit_exponent(X, X[:, None] ** 0.5 * noise)
        hits += found.low <= 0.5 <= found.high
    assert 82 <= hits < 100


def test_more_seeds_narrow_it() -> None:
    noise = np.exp(0.5 * np.random.default_rng(2).standard_normal((4, 80)))
    few, many = (fit_exponent(X, X[:, None] ** 0.5 * noise[:, :n]) for n in (10, 80))
    assert many.high - many.low < few.high - few.low


def test_the_same_data_give_the_same_interval() -> None:
    runs = np.random.default_rng(3).random((4, 5)) + 0.1
    assert fit_exponent(X, runs) == fit_exponent(X, runs)


@pytest.mark.parametrize(
    ("x", "runs"),
    [
        ([1.0, 2.0], [[1.0], [-1.0]]),
        ([1.0, 2.0], [[1.0], [0.0]]),
        ([1.0, 2.0], [[1.0], [np.nan]]),
        ([1.0, 2.0], [1.0, 2.0]),
        ([1.0, 2.0, 3.0], [[1.0], [2.0]]),
        ([2.0, 2.0], [[1.0], [2.0]]),
        ([0.0, 2.0], [[1.0], [2.0]]),
    ],
)
def test_what_has_no_slope_is_refused(x: list[float], runs: list[object]) -> None:
    with pytest.raises(InvalidParameter):
        fit_exponent(x, runs)
