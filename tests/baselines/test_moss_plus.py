import numpy as np
import pytest
from scipy.stats import chisquare

from smoothbandits import BernoulliEnvironment, Catalog, simulate
from smoothbandits.baselines import MOSSPlusPlus


class Interpreted(MOSSPlusPlus):
    engine = "python"


MEANS = np.linspace(0.1, 0.9, 60)


def iterations(policy, environment, ends):
    """(arms in play, H, K') at the end of each iteration."""
    found = []
    for end in ends:
        simulate(policy, environment, rounds=end - policy.rounds)
        found.append((int((policy.state.arms.place != -1).sum()), *policy.state.arms.setting))
    return found


def test_the_published_constants():
    policy = MOSSPlusPlus(Catalog(10_025), horizon=100_000)
    assert (policy.power, policy.first_arms) == (9, 1024)
    assert MOSSPlusPlus(Catalog(100), horizon=100_000).first_arms == 100
    assert MOSSPlusPlus(Catalog(100), horizon=2**16).power == 8


@pytest.mark.parametrize("empirical", [False, True])
def test_iterations(empirical):
    """T = 300: p = 5, so 64 rounds on 60 (of at most 64) arms, 128 on 30, the rest on 15."""
    policy = Interpreted(Catalog(60), horizon=300, empirical=empirical, seed=1)
    found = iterations(policy, BernoulliEnvironment(MEANS), (64, 192, 300))
    horizons = (64, 192, 300) if empirical else (64, 128, 256)
    assert found == [(60, horizons[0], 60), (30, horizons[1], 31), (15, horizons[2], 17)]


def test_statistics_are_forgotten_or_kept():
    for empirical, pulls in ((False, 128.0), (True, 192.0)):
        policy = Interpreted(Catalog(60), horizon=300, empirical=empirical, seed=1)
        simulate(policy, BernoulliEnvironment(MEANS), rounds=192)
        state = policy.state
        assert state.arms.pulls.sum() + state.mixtures[1].sum() == pulls
        assert state.mixtures[1, 0] > 0.0  # the mixture was tried


def test_the_best_arms_go_on():
    """Rewards without noise: after iteration 1 the 30 greatest means are in play."""
    policy = Interpreted(Catalog(60), horizon=300, empirical=True, seed=1)
    for _ in range(65):
        choice = policy.act()
        policy.learn(choice, reward=MEANS[choice.action])
    assert (np.flatnonzero(policy.state.arms.place != -1) == np.arange(30, 60)).all()


def test_a_mixture_plays_as_its_iteration_did():
    """Draws of mixture 0 against the pulls of iteration 1: chi-square, false alarm 1e-4."""
    policy = Interpreted(Catalog(4), horizon=64, seed=3)
    power = policy.power
    first = 2 ** (power + 1)
    simulate(policy, BernoulliEnvironment([0.2, 0.4, 0.6, 0.8]), rounds=first)
    pulls = policy.state.arms.pulls.copy()
    assert pulls.sum() == first
    drawn, state = np.zeros(4), policy.state
    for _ in range(2000):
        state.mixtures[2, 0] = 1e9  # always the mixture
        choice = policy.act()
        drawn[choice.action] += 1
        assert np.isnan(choice.density)
        policy.learn(choice, loss=0.5)
        state.clock[0], policy.rounds = first + 1, policy.rounds + 1
    assert chisquare(drawn, pulls / pulls.sum() * 2000).pvalue > 1e-4
    assert state.mixtures[1, 0] == 2000.0 and state.arms.pulls.sum() == 0.0


def test_late_losses_reach_what_was_chosen():
    policy = Interpreted(Catalog(60), horizon=300, seed=1)
    arms = BernoulliEnvironment(MEANS)
    simulate(policy, arms, rounds=64)
    mixture = policy.act()  # the first choice of iteration 2
    assert np.isnan(mixture.density)
    other = policy.act()
    policy.learn(other, loss=0.0)
    policy.learn(mixture, loss=0.0)
    assert policy.state.mixtures[1, 0] == 2.0


def test_past_the_horizon_the_last_iteration_goes_on():
    """T = 100: p = 4, so that iterations begin at 0, 32 and 96, and 224 is too late."""
    policy = Interpreted(Catalog(60), horizon=100, seed=1)
    trace = simulate(policy, BernoulliEnvironment(MEANS), rounds=400)
    assert policy.state.clock.tolist()[:2] == [400, 3]
    assert len(trace) == 400
