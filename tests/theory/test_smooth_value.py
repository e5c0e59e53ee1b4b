import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothbandits.errors import InvalidLoss, InvalidParameter
from smoothbandits.theory import best_value, quantile_value, smooth_value
from tests.reference import smooth_value as twin
from tests.theory.instances import levels, problems, repeatable


def test_agrees_with_the_linear_program_of_its_definition():
    rng = np.random.default_rng(0)
    for _ in range(200):
        n_actions = rng.integers(1, 30)
        losses, weights = rng.random(n_actions), rng.exponential(size=n_actions)
        h = 10.0 ** rng.uniform(-2, 0)
        value = smooth_value(losses, h, weights)
        # The solver itself works to about 1e-9.
        assert value == pytest.approx(twin.by_linear_program(losses, h, weights), abs=1e-8)


@repeatable
@given(problems(), levels)
def test_agrees_with_greedy_fill_by_hand_and_with_the_dual(problem, h):
    losses, weights = problem
    value = smooth_value(losses, h, weights)
    assert value == pytest.approx(twin.by_hand(losses, h, weights), abs=1e-12)
    assert value == pytest.approx(twin.by_dual(losses, h, weights), abs=1e-11)


@repeatable
@given(problems())
def test_is_the_mean_at_h_one(problem):
    losses, weights = problem
    mean = np.average(losses, weights=weights)
    assert smooth_value(losses, 1.0, weights) == pytest.approx(mean, abs=1e-12)


@repeatable
@given(problems())
def test_is_the_minimum_once_h_is_the_smallest_weight(problem):
    losses, weights = problem
    h = (weights / weights.sum()).min()
    assert smooth_value(losses, h, weights) == pytest.approx(losses.min(), abs=1e-12)
    assert smooth_value(losses, 1 / losses.size) == pytest.approx(best_value(losses), abs=1e-12)


@repeatable
@given(problems(), levels, levels)
def test_grows_with_h_and_h_times_it_is_convex(problem, first, second):
    losses, weights = problem
    low, high = sorted([first, second])
    middle = (low + high) / 2

    def area(h):
        return h * smooth_value(losses, h, weights)

    assert smooth_value(losses, low, weights) <= smooth_value(losses, high, weights) + 1e-12
    assert area(middle) <= (area(low) + area(high)) / 2 + 1e-12


@repeatable
@given(problems(), levels)
def test_lies_between_the_minimum_and_the_quantile(problem, h):
    losses, weights = problem
    value = smooth_value(losses, h, weights)
    assert losses.min() - 1e-12 <= value <= quantile_value(losses, h, weights) + 1e-8


@repeatable
@given(problems(), levels, st.floats(-5.0, 5.0), st.floats(0.0, 7.0))
def test_moves_and_scales_with_the_losses(problem, h, shift, scale):
    losses, weights = problem
    value = smooth_value(losses, h, weights)
    moved = smooth_value(shift + scale * losses, h, weights)
    assert moved == pytest.approx(shift + scale * value, abs=1e-11)


@repeatable
@given(problems(), levels, st.floats(0.01, 100.0))
def test_only_the_proportions_of_the_weights_matter(problem, h, factor):
    losses, weights = problem
    value = smooth_value(losses, h, weights)
    assert smooth_value(losses, h, factor * weights) == pytest.approx(value, abs=1e-12)


def test_leading_axes_are_handled_one_by_one():
    rng = np.random.default_rng(1)
    losses, weights = rng.random((3, 4, 9)), rng.random(9)
    values = smooth_value(losses, 0.3, weights)
    assert values.shape == (3, 4)
    for index in np.ndindex(3, 4):
        assert values[index] == smooth_value(losses[index], 0.3, weights)
    assert isinstance(smooth_value(losses[0, 0], 0.3), float)


def test_actions_of_weight_zero_do_not_count():
    assert smooth_value([0.0, 0.4, 0.6], 0.5, [0.0, 1.0, 1.0]) == pytest.approx(0.4)


def test_a_million_equal_losses_lose_no_digit():
    assert smooth_value(np.full(1_000_000, 0.3), 0.123) == pytest.approx(0.3, abs=1e-15)


@pytest.mark.parametrize("h", [0.0, -0.1, 1.5, np.nan, None, "half", [0.5]])
def test_refuses_h_outside_its_range(h):
    with pytest.raises(InvalidParameter, match=f"h is {re.escape(repr(h))}; give a"):
        smooth_value([0.1, 0.2], h)


@pytest.mark.parametrize("losses", [[], 0.5, [0.1, np.nan], [np.inf, 0.2]])
def test_refuses_losses_that_are_missing_or_not_finite(losses):
    with pytest.raises(InvalidLoss):
        smooth_value(losses, 0.5)


@pytest.mark.parametrize(
    "weights", [[1.0], [1.0, -0.5], [0.0, 0.0], [np.nan, 1.0], [np.inf, 1.0], [[1.0, 1.0]]]
)
def test_refuses_weights_that_are_no_measure(weights):
    with pytest.raises(InvalidParameter, match="weights"):
        smooth_value([0.1, 0.2], 0.5, weights)
