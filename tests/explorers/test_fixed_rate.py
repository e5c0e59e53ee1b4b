import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothbandits.explorers import EpsilonGreedy, Greedy, RandomPlay
from tests.explorers.law import (
    DRAWS,
    PREDICTIONS,
    WEIGHTS,
    assert_frequencies,
    fixed_bandit,
    stated_law,
)
from tests.theory.instances import problems, repeatable


def expected_law(bandit, epsilon):
    law = epsilon * bandit.space.masses
    law[bandit.oracle.best()[0]] += 1.0 - epsilon
    return law


@repeatable
@given(problems(), st.floats(0.0, 1.0))
def test_the_stated_law(problem, epsilon):
    bandit = fixed_bandit(*problem, EpsilonGreedy(epsilon))
    np.testing.assert_allclose(stated_law(bandit), expected_law(bandit, epsilon), atol=1e-12)


@pytest.mark.parametrize(
    ("explorer", "epsilon"), [(EpsilonGreedy(0.3), 0.3), (Greedy(), 0.0), (RandomPlay(), 1.0)]
)
def test_actions_are_played_by_the_law(explorer, epsilon):
    bandit = fixed_bandit(PREDICTIONS, WEIGHTS, explorer, seed=2)
    decisions = bandit.act_many(DRAWS)
    assert_frequencies(np.bincount(decisions.actions, minlength=6), expected_law(bandit, epsilon))
