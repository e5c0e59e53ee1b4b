"""Expected losses that are linear on pieces of the action's axis, with jumps."""

from smoothbandits.kernels.states import SLOT_REWARD, PiecesState

from ..generics import expected_loss, realised_loss
from ..philox import decision_key, uniforms


@expected_loss.register(PiecesState)
def pieces_expected(environment, number, context, action):
    """The value at the action of the line on its piece."""
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
    """Draw uniformly around the expected loss."""
    u, _ = uniforms(decision_key(environment.seed, number), SLOT_REWARD)
    loss = expected_loss(environment, number, context, action)
    return min(1.0, max(0.0, loss + environment.noise * (2.0 * u - 1.0)))
