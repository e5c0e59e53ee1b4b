import numpy as np
import pytest

from smoothbandits.errors import InvalidLoss, InvalidParameter
from smoothbandits.theory import exact_dec, igw_certificate, smooth_igw_law, smooth_vertices
from tests.reference import certificate as twin


def random_problem(rng, most_actions=8):
    """Predictions, weights, h and gamma over several orders of magnitude."""
    n_actions = rng.integers(2, most_actions + 1)
    return (
        rng.random(n_actions),
        rng.exponential(size=n_actions),
        10.0 ** rng.uniform(-1.5, 0.0),
        10.0 ** rng.uniform(-1.0, 3.0),
    )


def explored_mass(predictions, weights, h, gamma, greedy=None):
    best = predictions.min() if greedy is None else predictions[greedy]
    kept = 1.0 / (1.0 + h * gamma * np.maximum(predictions - best, 0.0))
    return (weights / weights.sum()) @ kept


def test_no_vertex_and_no_truth_exceed_the_certificate():
    rng = np.random.default_rng(8)
    for _ in range(400):
        predictions, weights, h, gamma = random_problem(rng)
        law = smooth_igw_law(predictions, h, gamma, weights)
        bound = igw_certificate(explored_mass(predictions, weights, h, gamma), h, gamma)
        kernels = smooth_vertices(weights, h)
        worst = exact_dec(predictions, law, kernels, gamma)
        assert worst.max() <= bound * (1 + 1e-9)
        assert bound < 2.0 / (h * gamma)
        within = exact_dec(predictions, law, kernels, gamma, bounded=True)
        assert (within <= worst + 1e-12).all()


def test_equality_for_point_masses_under_uniform_mu():
    rng = np.random.default_rng(9)
    for n_actions in range(2, 9):
        predictions, h, gamma = rng.random(n_actions), 1 / n_actions, 30.0
        law = smooth_igw_law(predictions, h, gamma)
        mass = explored_mass(predictions, np.ones(n_actions), h, gamma)
        bound = igw_certificate(mass, h, gamma)
        worst = exact_dec(predictions, law, np.eye(n_actions), gamma)
        greedy = predictions.argmin()
        np.testing.assert_allclose(np.delete(worst, greedy), bound, atol=1e-12, rtol=0)
        assert worst[greedy] < bound - 1e-6


def test_equality_for_every_full_density_kernel_away_from_the_greedy_action():
    # What holds for all kernels of density 0 or 1/h when mu has no atoms.
    rng = np.random.default_rng(10)
    n_actions, h, gamma = 2000, 0.05, 80.0
    predictions = rng.random(n_actions)
    law = smooth_igw_law(predictions, h, gamma)
    mass = explored_mass(predictions, np.ones(n_actions), h, gamma)
    bound = igw_certificate(mass, h, gamma)
    others = np.delete(np.arange(n_actions), predictions.argmin())
    for _ in range(20):
        kernel = np.zeros(n_actions)
        kernel[rng.choice(others, size=100, replace=False)] = 1 / 100
        assert exact_dec(predictions, law, kernel, gamma) == pytest.approx(bound, abs=1e-12)


def test_the_greedy_action_itself_matters_less_and_less_as_mu_loses_its_atoms():
    shortfalls = []
    for n_actions in [100, 1_000, 10_000]:
        predictions = np.abs(np.linspace(0.0, 1.0, n_actions) - 0.3)
        law = smooth_igw_law(predictions, 0.05, 80.0)
        mass = explored_mass(predictions, np.ones(n_actions), 0.05, 80.0)
        nearest = np.argsort(predictions)[: n_actions // 20]
        kernel = np.zeros(n_actions)
        kernel[nearest] = 1.0 / nearest.size
        gap = igw_certificate(mass, 0.05, 80.0) - exact_dec(predictions, law, kernel, 80.0)
        assert gap > 0.0
        shortfalls.append(gap)
    # 1/(gamma K h^2) to first order: ten times the actions, a tenth of it.
    assert shortfalls[1] == pytest.approx(shortfalls[0] / 10, rel=0.1)
    assert shortfalls[2] == pytest.approx(shortfalls[1] / 10, rel=0.1)


def test_an_approximate_argmin_costs_at_most_its_error():
    rng = np.random.default_rng(11)
    needed = 0
    for _ in range(400):
        predictions, weights, h, gamma = random_problem(rng)
        greedy = int(rng.integers(predictions.size))
        error = predictions[greedy] - predictions.min()
        law = smooth_igw_law(predictions, h, gamma, weights, greedy=greedy)
        mass = explored_mass(predictions, weights, h, gamma, greedy)
        worst = exact_dec(predictions, law, smooth_vertices(weights, h), gamma).max()
        assert worst <= igw_certificate(mass, h, gamma, error) * (1 + 1e-9)
        needed += worst > igw_certificate(mass, h, gamma)
    # Without the error term the bound would often be wrong.
    assert needed > 50


@pytest.mark.parametrize("bounded", [False, True])
def test_the_worst_case_agrees_with_a_search(bounded):
    rng = np.random.default_rng(12)
    low, high = (0.0, 1.0) if bounded else (-40.0, 40.0)
    for _ in range(60):
        n_actions, gamma = rng.integers(1, 7), 10.0 ** rng.uniform(0.0, 2.0)
        predictions = rng.random(n_actions)
        played = 0.9 * rng.dirichlet(np.ones(n_actions)) + 0.1 / n_actions
        kernel = rng.dirichlet(np.ones(n_actions))
        exact = exact_dec(predictions, played, kernel, gamma, bounded=bounded)
        searched = twin.worst_case(predictions, played, kernel, gamma, low, high)
        assert exact == pytest.approx(searched, abs=1e-6)
        truth = rng.random(n_actions)
        assert twin.objective(truth, predictions, played, kernel, gamma) <= exact + 1e-12


def test_the_chi_square_formula():
    rng = np.random.default_rng(13)
    predictions, played, kernel = rng.random(5), rng.dirichlet(np.ones(5)), np.full(5, 0.2)
    formula = (played - kernel) @ predictions + ((kernel**2 / played).sum() - 1.0) / 7.0
    assert exact_dec(predictions, played, kernel, 7.0) == pytest.approx(formula, abs=1e-12)


def test_an_action_never_played_is_free_to_be_anything():
    assert exact_dec([0.5, 0.5], [1.0, 0.0], [0.0, 1.0], 10.0) == np.inf
    bounded = exact_dec([0.5, 0.5], [1.0, 0.0], [0.0, 1.0], 10.0, bounded=True)
    # f = (0.7, 0): 0.7 - 0 - 2.5 * 0.2^2.
    assert bounded == pytest.approx(0.6)
    # Nor the kernel asks for it: nothing to gain.
    assert exact_dec([0.5, 0.5], [1.0, 0.0], [1.0, 0.0], 10.0) == 0.0


def test_a_mass_that_rounding_took_just_above_one_is_one():
    assert igw_certificate(1.0 + 4e-16, 0.1, 10.0) == igw_certificate(1.0, 0.1, 10.0)


@pytest.mark.parametrize(
    "arguments",
    [
        {"mass": 0.0},
        {"mass": 1.1},
        {"mass": [0.5, np.nan]},
        {"h": 0.0},
        {"gamma": 0.0},
        {"gamma": [1.0, np.inf]},
        {"argmin_error": -1e-9},
    ],
)
def test_the_certificate_refuses_arguments_out_of_range(arguments):
    with pytest.raises(InvalidParameter):
        igw_certificate(**{"mass": 0.5, "h": 0.1, "gamma": 10.0, **arguments})


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"predictions": [0.1, np.nan]}, InvalidLoss),
        ({"predictions": [[0.1, 0.2]]}, InvalidParameter),
        ({"probabilities": [0.5, 0.6]}, InvalidParameter),
        ({"probabilities": [[0.5, 0.5]]}, InvalidParameter),
        ({"kernel": [1.0]}, InvalidParameter),
        ({"gamma": -1.0}, InvalidParameter),
    ],
)
def test_the_worst_case_refuses_what_is_no_law(arguments, error):
    sound = {
        "predictions": [0.1, 0.2],
        "probabilities": [0.5, 0.5],
        "kernel": [1.0, 0.0],
        "gamma": 10.0,
    }
    with pytest.raises(error):
        exact_dec(**{**sound, **arguments})
