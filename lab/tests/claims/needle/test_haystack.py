"""Problems with a rare best action."""

import numpy as np
import pytest

from smoothbandits.theory import smooth_value
from smoothbandits_lab.claims.needle.haystack import (
    NEEDLE,
    STRAW,
    haystack,
    linear_haystack,
    spanner,
    spanning_weights,
)


def test_losses_are_linear_and_the_best_is_orthogonal():
    problem = linear_haystack(500, 6, 3, seed=1)
    features, losses = problem.features, problem.losses
    assert np.linalg.norm(features, axis=1) == pytest.approx(np.ones(500))
    assert features[:-1] @ features[-1] == pytest.approx(np.zeros(499))
    theta, *_ = np.linalg.lstsq(features, losses - STRAW, rcond=None)
    assert features @ theta == pytest.approx(losses - STRAW)
    assert losses[-1] == pytest.approx(NEEDLE) and losses[:-1].min() >= 0.4 - 1e-12
    assert problem.functions.min() >= 0.0 and problem.functions.max() <= 1.0


def test_other_actions_say_nothing_about_the_best():
    functions = linear_haystack(500, 6, 3, seed=1).functions
    assert (functions[:3, :-1] == functions[3:, :-1]).all()
    assert functions[:3, -1] == pytest.approx(NEEDLE)
    assert functions[3:, -1] == pytest.approx(1.0 - NEEDLE)


def test_a_spanner_spans_and_holds_the_orthogonal_action():
    features = linear_haystack(500, 6, 3, seed=2).features
    chosen = spanner(features)
    assert len(chosen) == 6 and 499 in chosen
    assert np.linalg.matrix_rank(features[chosen]) == 6
    # every action is a combination with small coefficients
    assert np.abs(features @ np.linalg.inv(features[chosen])).max() <= 2.0**5


def test_features_of_low_rank_have_a_small_spanner():
    features = np.outer(np.arange(1.0, 6.0), [1.0, 2.0, 3.0])
    assert spanner(features) == [4]


def test_the_spanning_measure_makes_point_masses_smooth():
    problem = linear_haystack(500, 6, 3, seed=2)
    weights = spanning_weights(problem.features)
    assert weights.sum() == pytest.approx(1.0) and weights.min() == pytest.approx(1 / 1000)
    assert smooth_value(problem.losses, 1 / 12, weights) == pytest.approx(NEEDLE)
    assert smooth_value(problem.losses, 1 / 12) > 0.4


def test_without_structure():
    losses = haystack(1000)
    assert (np.sort(losses)[:2] == [NEEDLE, STRAW]).all()
