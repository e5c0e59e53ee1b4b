"""Problems that answer with losses."""

from smoothbandits.kernels.states import (
    PINBALL,
    SQUARED,
    BernoulliState,
    ForeignEnvironmentState,
    RegressionState,
)

from .generics import expected_loss, realised_loss
from .jit import COMPILED, kernel
from .philox import SLOT_REWARD, decision_key, uniforms


@kernel
def regression_loss(environment, number, action):
    """Absolute, squared or pinball loss, divided by the width of the range."""
    kind, width, tau = environment.setting[0], environment.setting[1], environment.setting[2]
    row = environment.order[number % environment.order.shape[0]]
    error = (environment.targets[row] - action[0]) / width
    if kind == SQUARED:
        return error * error
    if kind == PINBALL:
        return tau * error if error >= 0.0 else (tau - 1.0) * error
    return abs(error)


@realised_loss.register(RegressionState)
def regression_realised(environment, space, number, context, action):
    """The target is realised: nothing is drawn."""
    return regression_loss(environment, number, action)


@expected_loss.register(RegressionState)
def regression_expected(environment, space, number, context, action):
    """Only the realised loss is known."""
    return regression_loss(environment, number, action)


@realised_loss.register(BernoulliState)
def bernoulli_realised(environment, space, number, context, action):
    """Loss 0 with the action's mean reward, else 1."""
    u, _ = uniforms(decision_key(environment.seed, number), SLOT_REWARD)
    return 0.0 if u < environment.means[int(action[0])] else 1.0


@expected_loss.register(BernoulliState)
def bernoulli_expected(environment, space, number, context, action):
    """One minus the mean reward."""
    return 1.0 - environment.means[int(action[0])]


if not COMPILED:

    @realised_loss.register(ForeignEnvironmentState)
    def foreign_realised(environment, space, number, context, action):
        """Ask the user's object."""
        return environment.environment.realised(number, environment.space.to_user(action))

    @expected_loss.register(ForeignEnvironmentState)
    def foreign_expected(environment, space, number, context, action):
        """Ask the user's object."""
        return environment.environment.expected(number, environment.space.to_user(action))
