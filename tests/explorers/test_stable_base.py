import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothbandits.explorers import StableBase
from tests.theory.instances import repeatable

bases = st.builds(
    StableBase,
    h=st.floats(1e-4, 1.0),
    rounds=st.integers(1, 10**7),
    bound=st.floats(1e-3, 1e4),
)
probabilities = st.lists(st.floats(1e-9, 1.0), min_size=1, max_size=30)


@repeatable
@given(bases, probabilities)
def test_along_any_sequence_of_probabilities(base, q):
    q = np.array(q)
    rho = 1.0 / np.minimum.accumulate(q)  # the running maximum includes the present round
    gammas = np.array([base.gamma(r) for r in rho])
    weights = np.array([base.weight(r, p) for r, p in zip(rho, q, strict=True)])
    np.testing.assert_allclose(weights, gammas / q, rtol=1e-12)
    assert (np.diff(gammas) <= 0.0).all()
    largest = gammas * rho
    np.testing.assert_allclose(
        largest, np.sqrt(8.0 * base.rounds * rho / (base.h * base.bound)), rtol=1e-12
    )
    assert (np.diff(largest) >= -1e-9 * largest[1:]).all()
    # so the last gamma rho bounds every regression weight
    assert (weights <= largest[-1] * (1.0 + 1e-12)).all()


@repeatable
@given(bases, st.floats(1.0, 1e9))
def test_exploration_and_estimation_cost_the_same(base, rho):
    gamma = base.gamma(rho)
    exploration = 2.0 * base.rounds / (base.h * gamma)
    estimation = gamma * rho * base.bound / 4.0
    expected = math.sqrt(rho * base.rounds * base.bound / (2.0 * base.h))
    assert exploration == pytest.approx(expected, rel=1e-12)
    assert estimation == pytest.approx(expected, rel=1e-12)
    assert base.regret_bound(rho) == pytest.approx(2.0 * expected, rel=1e-12)
    # (1/2, sqrt(4 T R / h))-stability, with room
    stable = math.sqrt(rho) * math.sqrt(4.0 * base.rounds * base.bound / base.h)
    assert base.regret_bound(rho) <= stable


@repeatable
@given(bases)
def test_a_base_that_is_always_invoked_is_theorem_one(base):
    assert base.gamma(1.0) == pytest.approx(math.sqrt(8.0 * base.rounds / (base.h * base.bound)))
    assert base.weight(1.0, 1.0) == base.gamma(1.0)
