"""Evidence that one forecaster of losses is clearly better than another: an e-process.

Who bets a share of a capital on the next difference of squared errors gains nothing on average
while the challenger is not clearly better, whatever was played and however bets depend on the
past.  Clearly better is by more than challengers usually are: one that knows recent rounds only
fits what is played just now, and may predict that a little better for ever.  So the capital ever
exceeds c times what it began with no more often than once in c (Ville).  Several bets begin with
equal parts of the capital: their mean is such a capital too.  What a round can cost at most is
known before it, and bets are shares of that: the less is at risk, the bolder they are.
"""

import math

from ..jit import kernel

REACH = 0.1  # a challenger counts up to this far from the other model, so that little can be lost
MARGIN = 0.1  # share of the other model's squared error by which its own has to be smaller
MOST_USUAL = 0.02  # of the advantage that challengers usually have, so much counts
FIRST_BET = 0.05  # of what can be lost, and each next bet is twice as bold
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
    """Of the advantage that challengers usually have."""
    return min(MOST_USUAL, max(0.0, usual))


@kernel
def most_lost(used, challenger, usual):
    """What this round can cost at most, which both predictions tell before its loss is known.

    The excess is concave in the loss, so it is least where that is 0 or 1.  Who says that losses
    are higher than a model of low ones does risks little: the error cannot be far below 0.
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
    """Of the k-th comparison, k = 1, 2, ...: levels alpha / (k (k + 1)) sum to alpha."""
    return math.log(comparison * (comparison + 1.0) / alpha)
