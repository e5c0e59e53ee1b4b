"""Evidence that one forecaster of losses is clearly better than another: an e-process.

Bet a share of a capital on the next difference of squared errors.  While the challenger is not
clearly better, that gains nothing on average, whatever was played and however bets depend on the
past; so the capital ever exceeds c times its start with probability at most 1/c (Ville).  Clearly
better means by more than challengers usually are: a model that knows recent rounds only fits what
is played just now, and may predict that a little better for ever.  Several bets begin with equal
parts of the capital: their mean is such a capital too.  What a round can cost at most is known
before it, and each bet stakes a share of that: the less is at risk, the bolder it is.
"""

import math

from ..jit import kernel

REACH = 0.1  # a challenger counts up to this far from the other model, so that little can be lost
MARGIN = 0.1  # share of the other model's squared error by which its own has to be smaller
MOST_USUAL = 0.02  # more than this of the usual advantage of challengers does not count
FIRST_BET = 0.05  # share of what can be lost; each next bet is twice as bold
BETS = 5


@kernel
def advantage(used, challenger, loss):
    """How much smaller the squared error of the challenger is."""
    error, move = loss - used, min(REACH, max(-REACH, challenger - used))
    return move * (2.0 * error - move)


@kernel
def excess(used, challenger, loss, usual):
    """The advantage beyond the usual one and the margin."""
    error = loss - used
    expected = counted(usual) + MARGIN * error * error
    return advantage(used, challenger, loss) - expected


@kernel
def counted(usual):
    """The usual advantage of challengers, as far as it counts."""
    return min(MOST_USUAL, max(0.0, usual))


@kernel
def most_lost(used, challenger, usual):
    """What this round can cost at most, which both predictions tell before its loss is known.

    The excess is concave in the loss, so it is least where that is 0 or 1.  A challenger that says
    more than a model of low losses risks little: where it is wrong, that model errs by little.
    """
    wrong = used if challenger > used else 1.0 - used  # the error, should the challenger be wrong
    right = 1.0 - wrong
    most = max(REACH * (2.0 * wrong + REACH) + MARGIN * wrong * wrong, MARGIN * right * right)
    return most + counted(usual)


@kernel
def bet(capital, gain, at_risk):
    """Let each bet win or lose; ``capital`` holds logarithms."""
    share = FIRST_BET / at_risk
    for i in range(capital.shape[0]):
        capital[i] += math.log(1.0 + share * gain)
        share *= 2.0


@kernel
def log_evidence(capital):
    """Logarithm of the mean capital."""
    most = capital[0]
    for i in range(1, capital.shape[0]):
        most = max(most, capital[i])
    total = 0.0
    for i in range(capital.shape[0]):
        total += math.exp(capital[i] - most)
    return most + math.log(total / capital.shape[0])


@kernel
def log_threshold(alpha, comparison):
    """Log evidence that decides the k-th comparison: levels alpha / (k (k + 1)) sum to alpha."""
    return math.log(comparison * (comparison + 1.0) / alpha)
