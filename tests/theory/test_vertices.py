import numpy as np
import pytest
from hypothesis import given

from smoothbandits.errors import InvalidParameter
from smoothbandits.theory import smooth_value, smooth_vertices
from tests.theory.instances import levels, problems, repeatable


@repeatable
@given(problems(most_actions=7), levels)
def test_each_is_a_smoothed_kernel_with_at_most_one_density_strictly_between(problem, h):
    _, weights = problem
    caps = weights / weights.sum() / h
    vertices = smooth_vertices(weights, h)
    np.testing.assert_allclose(vertices.sum(axis=1), 1.0, atol=1e-8)
    assert (vertices >= 0.0).all()
    assert (vertices <= caps + 1e-8).all()
    between = (vertices > 1e-9) & (vertices < caps - 1e-9)
    assert (between.sum(axis=1) <= 1).all()
    assert len(np.unique(vertices.round(9), axis=0)) == len(vertices)


def test_every_linear_function_is_smallest_at_one_of_them():
    rng = np.random.default_rng(7)
    for _ in range(200):
        n_actions = rng.integers(1, 9)
        weights, costs = rng.exponential(size=n_actions), rng.normal(size=n_actions)
        h = rng.uniform(0.05, 1.0)
        best = (smooth_vertices(weights, h) @ costs).min()
        assert best == pytest.approx(smooth_value(costs, h, weights), abs=1e-9)


def test_uniform_mu_at_one_over_k_gives_the_point_masses():
    np.testing.assert_allclose(np.sort(smooth_vertices(np.ones(8), 1 / 8), axis=0)[-1], 1.0)
    assert smooth_vertices(np.ones(8), 1 / 8).shape == (8, 8)
    # Three of eight in every way, and mu itself at h = 1.
    assert smooth_vertices(np.ones(8), 3 / 8).shape == (56, 8)
    np.testing.assert_allclose(smooth_vertices([1, 2, 5], 1.0), [[0.125, 0.25, 0.625]])


def test_actions_of_weight_zero_get_nothing():
    assert (smooth_vertices([0.0, 1.0, 1.0], 0.4)[:, 0] == 0.0).all()


@pytest.mark.parametrize("n_actions", [0, 9])
def test_refuses_more_actions_than_it_can_list(n_actions):
    with pytest.raises(InvalidParameter, match=f"there are {n_actions} actions"):
        smooth_vertices(np.ones(n_actions), 0.5)
