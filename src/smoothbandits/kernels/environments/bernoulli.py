"""Independent Bernoulli rewards per action."""

from smoothbandits.kernels.states import SLOT_REWARD, BernoulliState

from ..generics import expected_loss, realised_loss
from ..philox import decision_key, uniforms


@realised_loss.register(BernoulliState)
def bernoulli_realised(environment, number, context, action):
    """Loss 0 with the action's mean reward, else 1."""
    u, _ = uniforms(decision_key(environment.seed, number), SLOT_REWARD)
    return 0.0 if u < environment.means[int(action[0])] else 1.0


@expected_loss.register(BernoulliState)
def bernoulli_expected(environment, number, context, action):
    """One minus the mean reward."""
    return 1.0 - environment.means[int(action[0])]
