import numpy as np
from scipy import stats

from smoothbandits.environments import BernoulliEnvironment
from smoothbandits.interpreted.generics import expected_loss, realised_loss
from smoothbandits.spaces import Catalog

ALARM = 1e-5


def test_bernoulli_rewards_have_their_means():
    means, space = np.array([0.1, 0.5, 0.97]), Catalog(3)
    state = BernoulliEnvironment(means, seed=4).state(space)
    for action, mean in enumerate(means):
        point = np.array([float(action)])
        losses = [realised_loss(state, t, np.empty(0), point) for t in range(4000)]
        assert set(losses) <= {0.0, 1.0}
        rewards = 4000 - int(sum(losses))
        assert stats.binomtest(rewards, 4000, mean).pvalue > ALARM
        assert expected_loss(state, 0, np.empty(0), point) == 1.0 - mean
