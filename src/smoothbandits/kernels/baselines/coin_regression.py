"""Online linear regression by coin betting, as Vowpal Wabbit's ``--coin`` does it.

A coordinate bets a fraction of what it has won so far (COCOB of Orabona & Tommasi without its
sigmoid, with bounds on gradient and feature learned on the way).  Square loss; a constant
feature comes last; coordinates at zero sit the round out.
"""

from smoothbandits.kernels.states import (
    LARGEST_GRADIENT,
    LARGEST_X,
    STAKE,
    SUM_ABSOLUTE,
    SUM_GRADIENTS,
    WEALTH,
)

from ..jit import kernel
from ..numerics import affine

ALPHA, BETA = 4.0, 1.0  # initial wealth; least bound of the gradient
TINY = 1e-6


@kernel
def coin_score(coins, context):
    """w.x + w_0 with the stakes of each coordinate's last round, f8[6, n + 1] and f8[n].

    They lag one example behind what the coordinate has won, as in Vowpal Wabbit.
    """
    return affine(coins[STAKE], context)


@kernel
def bet(coins, i, largest_x):
    """Weight of a coordinate before it is divided by the average norm."""
    bound = coins[LARGEST_GRADIENT, i] * largest_x
    if bound == 0.0:
        return 0.0
    scale = bound * (bound + coins[SUM_ABSOLUTE, i])
    return (ALPHA + coins[WEALTH, i]) / scale * coins[SUM_GRADIENTS, i]


@kernel
def coin_learn(coins, norm, context, label, importance, least, greatest):
    """One example; predictions are clipped to [least, greatest].

    ``norm``, f8[2], sums the normalised |x|^2 and the importances behind it.
    """
    n = context.shape[0]
    score, square = 0.0, 0.0
    for i in range(n + 1):
        x = context[i] if i < n else 1.0
        if x != 0.0:
            largest_x = max(coins[LARGEST_X, i], abs(x))
            score += bet(coins, i, largest_x) * x
            square += (x / largest_x) ** 2
    norm[0] += importance * square
    norm[1] += importance
    average = (norm[0] + TINY) / norm[1]
    score = min(greatest, max(least, score / average))
    slope = 2.0 * (score - label) * importance
    for i in range(n + 1):
        x = context[i] if i < n else 1.0
        if x != 0.0:
            coins[LARGEST_X, i] = max(coins[LARGEST_X, i], abs(x))
            if abs(slope) > coins[LARGEST_GRADIENT, i]:
                coins[LARGEST_GRADIENT, i] = max(abs(slope), BETA)
            weight = bet(coins, i, coins[LARGEST_X, i])
            gradient = slope * x
            coins[SUM_GRADIENTS, i] -= gradient
            coins[SUM_ABSOLUTE, i] += abs(gradient)
            coins[WEALTH, i] -= gradient * weight
            coins[STAKE, i] = weight / average
