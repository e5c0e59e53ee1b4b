"""A table of worths: a price up to the worth of its row is paid."""

from smoothbandits.kernels.states import SalesState

from ..generics import expected_loss, realised_loss, realised_outcome
from ..jit import kernel


@kernel
def is_sold(environment, number, price):
    """Whether the row of this round pays the price."""
    return price <= environment.worths[environment.order[number % environment.order.shape[0]]]


@kernel
def sales_loss(environment, number, action):
    """By how much a round earns less than the most it could, as a share of the range."""
    sold = is_sold(environment, number, action[0])
    earned = action[0] - environment.cost if sold else 0.0
    return (environment.most - earned) / environment.width


@realised_loss.register(SalesState)
def sales_realised(environment, number, context, action):
    """The worth is realised: nothing is drawn."""
    return sales_loss(environment, number, action)


@realised_outcome.register(SalesState)
def sales_outcome(environment, number, context, action):
    """1 if the price is paid, else 0."""
    return 1.0 if is_sold(environment, number, action[0]) else 0.0


@expected_loss.register(SalesState)
def sales_expected(environment, number, context, action):
    """Only the realised loss is known."""
    return sales_loss(environment, number, action)
