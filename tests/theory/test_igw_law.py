import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smoothbandits.errors import InvalidLoss, InvalidParameter
from smoothbandits.theory import smooth_igw_law
from tests.reference import certificate as twin
from tests.theory.instances import levels, problems, repeatable

gammas = st.floats(0.1, 1e4)


@repeatable
@given(problems(), levels, gammas)
def test_is_the_law_of_the_rejection_sampler(problem, h, gamma):
    predictions, weights = problem
    law = smooth_igw_law(predictions, h, gamma, weights)
    enumerated = twin.smooth_igw_law(predictions, h, gamma, weights, predictions.argmin())
    np.testing.assert_allclose(law, enumerated, atol=1e-14)
    assert law.sum() == pytest.approx(1.0, abs=1e-14)


@repeatable
@given(problems(), levels, gammas)
def test_the_price_of_exploring_is_the_rejected_mass(problem, h, gamma):
    # E_mu[m gap] = (1 - M)/(h gamma); under the law the gap costs the same, as ahat has none.
    predictions, weights = problem
    law = smooth_igw_law(predictions, h, gamma, weights)
    gap = predictions - predictions.min()
    kept = (weights / weights.sum()) @ (1.0 / (1.0 + h * gamma * gap))
    assert h * gamma * (law @ gap) == pytest.approx(1.0 - kept, abs=1e-12)


@repeatable
@given(problems(), gammas)
def test_is_squarecb_at_one_over_the_number_of_actions(problem, gamma):
    predictions, _ = problem
    n_actions, best = predictions.size, predictions.argmin()
    squarecb = 1.0 / (n_actions + gamma * (predictions - predictions[best]))
    squarecb[best] = 0.0
    squarecb[best] = 1.0 - squarecb.sum()
    law = smooth_igw_law(predictions, 1 / n_actions, gamma)
    np.testing.assert_allclose(law, squarecb, atol=1e-13)


def test_a_greedy_action_that_is_not_the_minimum_keeps_the_gaps_non_negative():
    predictions = np.array([0.1, 0.2, 0.9])
    law = smooth_igw_law(predictions, 0.5, 10.0, greedy=1)
    np.testing.assert_allclose(law[0], 1 / 3)
    np.testing.assert_allclose(law, twin.smooth_igw_law(predictions, 0.5, 10.0, [1, 1, 1], 1))


def test_the_greedy_action_may_lie_outside_the_support_of_mu():
    law = smooth_igw_law([0.0, 0.5, 0.5], 0.5, 10.0, [0.0, 1.0, 1.0])
    np.testing.assert_allclose(law, [1 - 1 / 3.5, 0.5 / 3.5, 0.5 / 3.5])


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"h": 0.0}, InvalidParameter),
        ({"gamma": 0.0}, InvalidParameter),
        ({"gamma": np.inf}, InvalidParameter),
        ({"weights": [1.0]}, InvalidParameter),
        ({"greedy": 2}, InvalidParameter),
        ({"greedy": -1}, InvalidParameter),
        ({"predictions": [[0.1, 0.2]]}, InvalidParameter),
        ({"predictions": [0.1, np.nan]}, InvalidLoss),
    ],
)
def test_refuses_arguments_out_of_range(options, error):
    with pytest.raises(error):
        smooth_igw_law(**{"predictions": [0.1, 0.2], "h": 0.5, "gamma": 10.0, **options})
