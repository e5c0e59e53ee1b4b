"""Online linear regression with one rate per coordinate, Vowpal Wabbit's default.

Adaptive (rates fall with the squared gradients seen), normalised (features may have any scale)
and importance-invariant (Karampatziakis & Langford 2011).  Square loss; a constant feature
comes last; coordinates at zero sit the round out.
"""

import math

from smoothbandits.kernels.states import LARGEST, SQUARES, WEIGHT_ROW

from ..jit import kernel
from ..numerics import affine

SMALL_STEP = 1e-6


@kernel
def adaptive_score(rows, context):
    """w.x + w_0, f8[3, n + 1] and f8[n]."""
    return affine(rows[WEIGHT_ROW], context)


@kernel
def adaptive_learn(rows, norm, context, label, rate, least, greatest):
    """One example; predictions are clipped to [least, greatest].

    ``norm``, f8[2], sums the normalised |x|^2 and counts the examples behind it.
    """
    n = context.shape[0]
    score = min(greatest, max(least, adaptive_score(rows, context)))
    error = label - score
    if error == 0.0:
        return
    square, reach = 0.0, 0.0
    for i in range(n + 1):
        x = context[i] if i < n else 1.0
        if x != 0.0:
            if abs(x) > rows[LARGEST, i]:
                rows[WEIGHT_ROW, i] *= rows[LARGEST, i] / abs(x)
                rows[LARGEST, i] = abs(x)
            rows[SQUARES, i] += (2.0 * error * x) ** 2
            square += (x / rows[LARGEST, i]) ** 2
            reach += x * x * own_rate(rows, i)
    norm[0] += square
    norm[1] += 1.0
    share = math.sqrt(norm[1] / norm[0])
    reach *= share
    exponent = 2.0 * rate * reach
    if exponent < SMALL_STEP:
        push = 2.0 * error * rate
    else:
        push = -error * math.expm1(-exponent) / reach
    for i in range(n + 1):
        x = context[i] if i < n else 1.0
        if x != 0.0:
            rows[WEIGHT_ROW, i] += push * share * own_rate(rows, i) * x


@kernel
def own_rate(rows, i):
    """Rate of a coordinate that was not zero."""
    return 1.0 / (math.sqrt(rows[SQUARES, i]) * rows[LARGEST, i])
