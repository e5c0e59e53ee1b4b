import numpy as np

from smoothbandits import BernoulliEnvironment, Catalog, simulate
from smoothbandits.baselines import Quantile


class Interpreted(Quantile):
    engine = "python"


def test_arms_join_as_published():
    """At t = 2, 6, 14, 30, ... there are ceil(2^(0.347 l)) arms: 2, 2, 3, 3, 4, 5, ..."""
    policy, seen = Interpreted(Catalog(50), horizon=500, seed=4), []
    arms = BernoulliEnvironment(np.full(50, 0.5))
    for ends in (2, 6, 14, 30, 62, 126, 254):
        simulate(policy, arms, rounds=ends - policy.rounds)
        seen.append(int(policy.state.clock[2]))
        assert policy.state.arms.setting.tolist() == [ends, seen[-1]]
    assert seen == [2, 2, 3, 3, 4, 5, 6]


def test_the_horizon_limits_the_index_and_the_catalogue_the_arms():
    policy = Interpreted(Catalog(3), horizon=100, seed=4)
    simulate(policy, BernoulliEnvironment([0.2, 0.4, 0.6]), rounds=100)
    assert policy.state.arms.setting.tolist() == [100, 3]
    assert policy.state.arms.pulls.sum() == 100


def test_one_arm():
    policy = Interpreted(Catalog(1), horizon=10)
    assert simulate(policy, BernoulliEnvironment([0.2]), rounds=10).actions.tolist() == [0] * 10
