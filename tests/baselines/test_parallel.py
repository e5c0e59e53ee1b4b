import math

import numpy as np
import pytest

from smoothbandits import BernoulliEnvironment, Catalog, simulate
from smoothbandits.baselines import Parallel


class Interpreted(Parallel):
    engine = "python"


def test_the_published_constants():
    policy = Parallel(Catalog(10_025), horizon=100_000)
    assert len(policy.subset_sizes) == 12 and policy.state.interval == 317
    assert policy.subset_sizes[-1] == 10_025
    assert policy.subset_sizes[5] == math.ceil(100_000**0.5 * math.log(100_000**0.5))


def test_the_copy_with_the_least_empirical_regret_takes_over():
    policy = Interpreted(Catalog(20), horizon=100, best_reward=0.9, seed=2)
    arms, copies = BernoulliEnvironment(np.linspace(0.0, 0.9, 20), seed=1), []
    for _ in range(10):
        regrets = policy.state.regrets.copy()
        trace = simulate(policy, arms, rounds=10)
        copy = int(policy.state.clock[1])
        copies.append(copy)
        assert regrets[copy] == regrets.min()
        rewards = 1.0 - trace.losses
        added = policy.state.regrets[copy] - regrets[copy]
        assert added == pytest.approx(np.sum(0.9 - rewards))
    assert len(set(copies)) == 5  # every copy was tried
    pulls = policy.state.copies.pulls.sum(axis=1)
    assert pulls.tolist() == [10.0 * copies.count(i) for i in range(5)]


def test_late_losses_reach_the_copy_that_chose():
    policy = Interpreted(Catalog(20), horizon=9, seed=2)  # the copy may change every 3 rounds
    choices = [policy.act() for _ in range(3)]
    first = int(policy.state.clock[1])
    policy.state.regrets[first] = 5.0
    later = policy.act()
    assert int(policy.state.clock[1]) != first
    policy.learn(later, loss=1.0)
    for choice in choices:
        policy.learn(choice, loss=0.0)
    assert policy.state.copies.pulls[first].sum() == 3.0
