"""Environments that only exist as Python objects (interpreted)."""

from smoothbandits.kernels.states import OwnEnvironmentState

from ..generics import expected_loss, realised_loss, realised_outcome


def as_played(environment, action):
    """The action, already in the user's units, in the type that the space's users see."""
    return environment.space.from_row(action.tolist())


@realised_loss.register(OwnEnvironmentState)
def own_realised(environment, number, context, action):
    """Ask the user's object."""
    return environment.environment.realised(number, as_played(environment, action))


@expected_loss.register(OwnEnvironmentState)
def own_expected(environment, number, context, action):
    """Ask the user's object."""
    return environment.environment.expected(number, as_played(environment, action))


@realised_outcome.register(OwnEnvironmentState)
def own_outcome(environment, number, context, action):
    """Ask the user's object."""
    return environment.environment.outcome(number, as_played(environment, action))
