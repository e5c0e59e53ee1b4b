"""A price in a channel per customer."""

from smoothbandits.kernels.states import SLOT_REWARD, OffersState

from ..generics import expected_loss, realised_loss
from ..jit import kernel
from ..numerics import sigmoid
from ..philox import decision_key, uniforms


@kernel
def sale_probability(environment, number, offer):
    """Probability that noise lifts her worth in this channel to the price."""
    worth = environment.worths[number % environment.worths.shape[0], int(offer[1])]
    return sigmoid((worth - offer[0]) / environment.spread)


@realised_loss.register(OffersState)
def offers_realised(environment, number, context, action):
    """One minus the price if it sells, else 1; all offers to a customer meet the same noise."""
    u, _ = uniforms(decision_key(environment.seed, number), SLOT_REWARD)
    return 1.0 - action[0] if u < sale_probability(environment, number, action) else 1.0


@expected_loss.register(OffersState)
def offers_expected(environment, number, context, action):
    """One minus the price times the probability of a sale."""
    return 1.0 - action[0] * sale_probability(environment, number, action)
