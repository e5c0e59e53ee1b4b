"""A price per customer, who is of one of two kinds."""

from smoothbandits.kernels.states import MarketState

from ..generics import expected_loss, realised_loss, realised_outcome
from ..numerics import sigmoid


@realised_loss.register(MarketState)
def market_realised(environment, number, context, action):
    """One minus the revenue, as a share of the highest price."""
    price = action[0]
    worth = environment.worths[number % environment.worths.shape[0]]
    return 1.0 - price / environment.highest if price <= worth else 1.0


@realised_outcome.register(MarketState)
def market_outcome(environment, number, context, action):
    """1 if the customer pays the price, else 0."""
    worth = environment.worths[number % environment.worths.shape[0]]
    return 1.0 if action[0] <= worth else 0.0


@expected_loss.register(MarketState)
def market_expected(environment, number, context, action):
    """One minus the expected revenue; the probability of a sale mixes both kinds of customers."""
    price, row = action[0], number % environment.worths.shape[0]
    first = sigmoid((environment.typical[row, 0] - price) / environment.spread)
    second = sigmoid((environment.typical[row, 1] - price) / environment.spread)
    share = environment.share[row]
    sale = (1.0 - share) * first + share * second
    return 1.0 - sale * price / environment.highest
