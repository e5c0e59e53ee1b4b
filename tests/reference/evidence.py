"""The capital of bets, multiplied out; and the rounds in which challengers win."""

import math

BETS = [0.05, 0.1, 0.2, 0.4, 0.8]  # of what can be lost in one round
REACH, MARGIN = 0.1, 0.05


def advantage(used, challenger, loss):
    """Difference of squared errors, less the margin."""
    counted = used + max(-REACH, min(REACH, challenger - used))
    return (1.0 - MARGIN) * (loss - used) ** 2 - (loss - counted) ** 2


def capital(gains):
    """The mean of what the bets make of 1."""
    shares = [bet / (2.0 * REACH + MARGIN) for bet in BETS]
    return sum(math.prod(1.0 + share * gain for gain in gains) for share in shares) / len(BETS)


class Mean:
    """Predicts the mean of what it learned, or 1."""

    def __init__(self, losses=()):
        self.losses = list(losses)

    def predict(self):
        return sum(self.losses) / len(self.losses) if self.losses else 1.0


def changes(losses, alpha):
    """When and in which comparison challengers beat a mean; lists of all losses are kept."""
    used, before, challenger, gains = Mean(), Mean(), Mean(), []
    comparison, window, found = 1, 500, []
    for t, loss in enumerate(losses, start=1):
        if len(used.losses) >= 2000 and len(challenger.losses) >= window // 4:
            gains.append(advantage(before.predict(), challenger.predict(), loss))
        used.losses.append(loss)
        challenger.losses.append(loss)
        won = bool(gains) and capital(gains) >= comparison * (comparison + 1) / alpha
        if won:
            found.append((t, comparison))
            used = Mean()
        if won or len(challenger.losses) >= window:
            before, challenger, gains = Mean(used.losses), Mean(), []
            comparison, window = comparison + 1, max(500, len(used.losses) // 8)
    return found
