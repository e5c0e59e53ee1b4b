import numpy as np
import pytest

from smoothbandits.features import Items
from smoothbandits.oracles import NewtonOracle
from smoothbandits.spaces import Catalog
from tests.interpreted import model
from tests.oracles.adversary import ADVERSARIES, play
from tests.reference import linear as twin


@pytest.mark.parametrize("adversary", ADVERSARIES, ids=lambda a: a.__name__)
@pytest.mark.parametrize("norm", [0.3, 1.0, 3.0])
def test_regret_against_the_ball_is_below_the_stated_bound(adversary, norm):
    rounds = 80
    rng = np.random.default_rng(4)
    features = rng.normal(size=(rounds, 3))
    features /= np.linalg.norm(features, axis=1, keepdims=True)
    oracle = model(NewtonOracle(Items(features), norm=norm), Catalog(rounds))
    predictions, labels = play(oracle, np.arange(rounds), np.ones(rounds), adversary, rng)
    excess = np.sum((predictions - labels) ** 2) - twin.ball_minimum(features, labels, norm)
    assert excess <= oracle.regret_bound(rounds)


def test_the_parameters_stay_in_the_ball_and_reach_its_surface():
    # a label of 1 that needs a norm of 2 pulls the parameters against the ball of 0.5
    oracle = model(NewtonOracle(Items([[0.5, 0.0], [0.0, 0.5]]), norm=0.5), Catalog(2))
    norms = []
    for _ in range(400):
        oracle.learn(None, 0, 1.0)
        norms.append(np.linalg.norm(oracle.state.parameters))
    assert max(norms) <= 0.5 * (1.0 + 1e-9)
    assert norms[-1] == pytest.approx(0.5, rel=1e-6)


def test_learns_a_realizable_problem():
    features = np.array([[1.0, 0.0], [0.6, 0.8], [0.0, 1.0]])
    truth = features @ np.array([0.3, 0.6])
    oracle = model(NewtonOracle(Items(features), norm=1.0), Catalog(3))
    for t in range(300):
        oracle.learn(None, t % 3, truth[t % 3])
    np.testing.assert_allclose(oracle.predict(None, range(3)), truth, atol=1e-3)
    assert oracle.best()[0] == 0
