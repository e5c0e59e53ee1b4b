"""The baseline that plays one action whatever happens."""

from smoothbandits.kernels.states import ConstantState

from ..generics import choose, respond


@choose.register(ConstantState)
def constant_choose(policy, context, key, action):
    """Play the one action, with probability 1."""
    for i in range(action.shape[0]):
        action[i] = policy.action[i]
    return 1.0


@respond.register(ConstantState)
def constant_respond(policy, context, action, density, loss, key):
    """Learn nothing."""
