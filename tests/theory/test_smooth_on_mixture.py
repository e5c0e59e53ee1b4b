"""Smooth_h over a number and a category."""

import numpy as np
import pytest

from smoothbandits.theory import smooth_value, smooth_value_interval
from smoothbandits.theory.smooth_on_mixture import smooth_value_mixture

WEIGHTS = np.array([0.5, 0.2, 0.3])
TARGETS, FLOORS = np.array([0.2, 0.5, 0.9]), np.array([0.3, 0.0, 0.1])


def valleys(numbers, categories):
    return FLOORS[categories] + 0.6 * np.abs(numbers - TARGETS[categories])


@pytest.mark.parametrize("h", [1.0, 0.5, 0.1, 1e-3])
def test_one_category_is_the_interval(h):
    for loss in (lambda a: abs(a - 0.3), lambda a: np.sin(9.0 * a), lambda a: a > 0.7):
        value = smooth_value_mixture(lambda a, category, loss=loss: loss(a), h, np.ones(1))
        assert value == smooth_value_interval(loss, h)


@pytest.mark.parametrize("h", [1.0, 0.5, 0.1, 0.01])
def test_valleys_against_a_dense_grid(h):
    n = 200_000
    numbers, categories = np.tile((np.arange(n) + 0.5) / n, 3), np.repeat(np.arange(3), n)
    dense = smooth_value(valleys(numbers, categories), h, WEIGHTS.repeat(n))
    assert smooth_value_mixture(valleys, h, WEIGHTS) == pytest.approx(dense, abs=2e-8)


@pytest.mark.parametrize("h", [1.0, 0.5, 0.2, 0.01])
@pytest.mark.parametrize("n", [3, 100])
def test_losses_of_the_category_alone_are_a_catalogue(n, h):
    rng = np.random.default_rng(n)
    losses, weights = rng.random(n), rng.dirichlet(np.ones(n))
    value = smooth_value_mixture(lambda a, category: losses[category], h, weights)
    assert value == pytest.approx(smooth_value(losses, h, weights), abs=1e-12)


def test_categories_without_mass_are_never_asked_for():
    asked = set()

    def loss(numbers, categories):
        asked.update(categories.tolist())
        return numbers * 0.5

    smooth_value_mixture(loss, 0.5, np.array([0.0, 1.0, 0.0, 2.0]))
    assert asked == {1, 3}
