"""Targets to be met: the loss is a function of the error."""

from smoothbandits.kernels.states import RegressionState

from ..generics import expected_loss, realised_loss
from ..jit import kernel


@kernel
def regression_loss(environment, number, action):
    """Square of the error as a share of the range, or its size with a slope for either side."""
    row = environment.order[number % environment.order.shape[0]]
    error = (environment.targets[row] - action[0]) / environment.width
    if environment.squared:
        return error * error
    return environment.under * error if error >= 0.0 else -environment.over * error


@realised_loss.register(RegressionState)
def regression_realised(environment, number, context, action):
    """The target is realised: nothing is drawn."""
    return regression_loss(environment, number, action)


@expected_loss.register(RegressionState)
def regression_expected(environment, number, context, action):
    """Only the realised loss is known."""
    return regression_loss(environment, number, action)
