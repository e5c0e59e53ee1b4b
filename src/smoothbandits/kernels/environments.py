"""Problems that answer with losses."""

from smoothbandits.kernels.states import (
    SLOT_REWARD,
    BernoulliState,
    ForeignEnvironmentState,
    MarketState,
    OffersState,
    PiecesState,
    RegressionState,
    SalesState,
)

from .dispersion import sigmoid
from .generics import expected_loss, realised_loss, realised_outcome
from .jit import COMPILED, kernel
from .philox import decision_key, uniforms


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


@realised_loss.register(BernoulliState)
def bernoulli_realised(environment, number, context, action):
    """Loss 0 with the action's mean reward, else 1."""
    u, _ = uniforms(decision_key(environment.seed, number), SLOT_REWARD)
    return 0.0 if u < environment.means[int(action[0])] else 1.0


@expected_loss.register(BernoulliState)
def bernoulli_expected(environment, number, context, action):
    """One minus the mean reward."""
    return 1.0 - environment.means[int(action[0])]


@realised_loss.register(MarketState)
def market_realised(environment, number, context, action):
    """One minus the revenue, as a share of the highest price."""
    price = action[0]
    worth = environment.worths[number % environment.worths.shape[0]]
    return 1.0 - price / environment.highest if price <= worth else 1.0


@realised_outcome.register(MarketState)
def market_outcome(environment, number, context, action):
    """Sold or not."""
    worth = environment.worths[number % environment.worths.shape[0]]
    return 1.0 if action[0] <= worth else 0.0


@expected_loss.register(MarketState)
def market_expected(environment, number, context, action):
    """The same with the probability of a sale, which mixes the two kinds of customers."""
    price, row = action[0], number % environment.worths.shape[0]
    first = sigmoid((environment.typical[row, 0] - price) / environment.spread)
    second = sigmoid((environment.typical[row, 1] - price) / environment.spread)
    share = environment.share[row]
    sale = (1.0 - share) * first + share * second
    return 1.0 - sale * price / environment.highest


@kernel
def is_sold(environment, number, price):
    """Whether the row of this round pays the price."""
    return price <= environment.worths[environment.order[number % environment.order.shape[0]]]


@kernel
def sales_loss(environment, number, action):
    """What is missing to the most that a round can earn, as a share of the range."""
    sold = is_sold(environment, number, action[0])
    earned = action[0] - environment.cost if sold else 0.0
    return (environment.most - earned) / environment.width


@realised_loss.register(SalesState)
def sales_realised(environment, number, context, action):
    """The worth is realised: nothing is drawn."""
    return sales_loss(environment, number, action)


@realised_outcome.register(SalesState)
def sales_outcome(environment, number, context, action):
    """Sold or not."""
    return 1.0 if is_sold(environment, number, action[0]) else 0.0


@expected_loss.register(SalesState)
def sales_expected(environment, number, context, action):
    """Only the realised loss is known."""
    return sales_loss(environment, number, action)


@kernel
def sale_probability(environment, number, offer):
    """That noise lifts her worth in this channel to the price."""
    worth = environment.worths[number % environment.worths.shape[0], int(offer[1])]
    return sigmoid((worth - offer[0]) / environment.spread)


@realised_loss.register(OffersState)
def offers_realised(environment, number, context, action):
    """One minus the price if it sells, else 1; all offers to a customer meet the same noise."""
    u, _ = uniforms(decision_key(environment.seed, number), SLOT_REWARD)
    return 1.0 - action[0] if u < sale_probability(environment, number, action) else 1.0


@expected_loss.register(OffersState)
def offers_expected(environment, number, context, action):
    """The same with the probability of a sale."""
    return 1.0 - action[0] * sale_probability(environment, number, action)


@expected_loss.register(PiecesState)
def pieces_expected(environment, number, context, action):
    """The piece's line."""
    row = number % environment.edges.shape[0]
    edges, place, piece = environment.edges[row], action[0], 0
    while piece < edges.shape[0] - 2 and edges[piece + 1] < place:
        piece += 1
    left, right = environment.ends[row, piece]
    if left == right:
        return left
    return left + (right - left) * (place - edges[piece]) / (edges[piece + 1] - edges[piece])


@realised_loss.register(PiecesState)
def pieces_realised(environment, number, context, action):
    """Uniform around it."""
    u, _ = uniforms(decision_key(environment.seed, number), SLOT_REWARD)
    loss = expected_loss(environment, number, context, action)
    return min(1.0, max(0.0, loss + environment.noise * (2.0 * u - 1.0)))


if not COMPILED:

    def as_played(environment, action):
        """The action, already in the user's units, in the type that the space's users see."""
        return environment.space.from_row(action.tolist())

    @realised_loss.register(ForeignEnvironmentState)
    def foreign_realised(environment, number, context, action):
        """Ask the user's object."""
        return environment.environment.realised(number, as_played(environment, action))

    @expected_loss.register(ForeignEnvironmentState)
    def foreign_expected(environment, number, context, action):
        """Ask the user's object."""
        return environment.environment.expected(number, as_played(environment, action))

    @realised_outcome.register(ForeignEnvironmentState)
    def foreign_outcome(environment, number, context, action):
        """Ask the user's object."""
        return environment.environment.outcome(number, as_played(environment, action))
