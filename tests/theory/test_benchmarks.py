import numpy as np
import pytest
from hypothesis import given

from smoothbandits.errors import InvalidLoss, InvalidParameter
from smoothbandits.theory import (
    best_value,
    kernel_value,
    quantile_value,
    smooth_value,
    smooth_vertices,
)
from tests.theory.instances import levels, problems, repeatable


@repeatable
@given(problems(), levels)
def test_the_quantile_is_the_least_loss_with_share_h_at_or_below_it(problem, h):
    losses, weights = problem
    mu = weights / weights.sum()
    value = quantile_value(losses, h, weights)
    assert value in losses
    assert mu[losses <= value].sum() >= h - 1e-8
    assert mu[losses < value].sum() < h


def test_eight_arms_of_ten_are_a_share_of_four_fifths():
    losses = np.arange(10) / 10
    # Ten weights of 0.1 add up to 0.7999999999999999 after eight.
    for n_best in range(1, 11):
        assert quantile_value(losses, n_best / 10) == losses[n_best - 1]


@repeatable
@given(problems(most_actions=6), levels)
def test_the_smooth_value_is_that_of_the_best_kernel(problem, h):
    losses, weights = problem
    kernels = smooth_vertices(weights, h)
    values = kernel_value(losses, kernels, h, weights)
    assert values.min() == pytest.approx(smooth_value(losses, h, weights), abs=1e-8)


def test_leading_axes_are_handled_one_by_one():
    rng = np.random.default_rng(6)
    losses, weights = rng.random((5, 7)), rng.random(7)
    kernel = weights / weights.sum()
    for row, quantile, best, fixed in zip(
        losses,
        quantile_value(losses, 0.4, weights),
        best_value(losses, weights),
        kernel_value(losses, kernel, 0.4, weights),
        strict=True,
    ):
        assert quantile == quantile_value(row, 0.4, weights)
        assert best == row.min()
        assert fixed == pytest.approx(row @ kernel)


def test_best_ignores_what_mu_cannot_reach():
    assert best_value([0.0, 0.3, 0.5], weights=[0.0, 1.0, 1.0]) == 0.3
    assert best_value([0.0, 0.3, 0.5]) == 0.0


def test_a_kernel_too_concentrated_is_refused_with_its_action():
    with pytest.raises(InvalidParameter, match=r"0\.75 on action 2.*mu / h is 0\.5"):
        kernel_value([0.1, 0.2, 0.3, 0.4], [0.25, 0.0, 0.75, 0.0], h=0.5)


@pytest.mark.parametrize("kernel", [[0.5, 0.4], [1.5, -0.5], [np.nan, 1.0], [1.0], 1.0])
def test_a_kernel_that_is_no_distribution_is_refused(kernel):
    with pytest.raises(InvalidParameter, match="kernel"):
        kernel_value([0.1, 0.2], kernel, h=0.5)


def test_losses_are_checked_as_everywhere():
    with pytest.raises(InvalidLoss):
        quantile_value([0.1, np.nan], 0.5)
    with pytest.raises(InvalidLoss):
        best_value([])
