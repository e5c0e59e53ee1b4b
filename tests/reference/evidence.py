"""The capital of bets, multiplied out; and the rounds in which challengers win."""

import copy
import math

BETS = [0.05, 0.1, 0.2, 0.4, 0.8]  # of what can be lost in one round
REACH, MARGIN, MOST_USUAL = 0.1, 0.1, 0.02


def advantage(used, challenger, loss):
    """Difference of squared errors."""
    counted = used + max(-REACH, min(REACH, challenger - used))
    return (loss - used) ** 2 - (loss - counted) ** 2


def excess(used, challenger, loss, usual):
    """The advantage, less the usual one and the margin."""
    margin = MARGIN * (loss - used) ** 2
    return advantage(used, challenger, loss) - margin - min(MOST_USUAL, max(0.0, usual))


def most_lost(used, challenger, usual):
    """By the farthest challenger on the same side, and the worse of the extreme losses."""
    farthest = used + (REACH if challenger > used else -REACH)
    return max(-excess(used, c, end, usual) for c in (used, farthest) for end in (0.0, 1.0))


def capital(rounds):
    """The mean of what the bets make of 1; rounds are (used, challenger, loss, usual)."""
    gains = [
        excess(used, challenger, loss, usual) / most_lost(used, challenger, usual)
        for used, challenger, loss, usual in rounds
    ]
    return sum(math.prod(1.0 + bet * gain for gain in gains) for bet in BETS) / len(BETS)


class Mean:
    """Predicts the mean of what it learned, or 1."""

    def __init__(self):
        self.losses = []

    def predict(self):
        return sum(self.losses) / len(self.losses) if self.losses else 1.0

    def learn(self, loss):
        self.losses.append(loss)


def changes(examples, alpha, begin=Mean):
    """When and in which comparison challengers beat the model in use.

    Each example is what a model predicts from, and last what it predicts; ``begin`` makes a model
    that knows nothing.
    """
    used, before, challenger, rounds = begin(), begin(), begin(), []
    learned, challenged, comparison, window, found = 0, 0, 1, 500, []
    advantages, usual = [], 0.0
    for t, (*given, loss) in enumerate(examples, start=1):
        if learned >= (1000 if found else 2000) and challenged >= window // 4:
            models = before.predict(*given), challenger.predict(*given)
            rounds.append((*models, loss, usual))
            advantages.append(advantage(*models, loss))
        used.learn(*given, loss)
        challenger.learn(*given, loss)
        learned, challenged = learned + 1, challenged + 1
        won = bool(rounds) and capital(rounds) >= comparison * (comparison + 1) / alpha
        if won:
            found.append((t, comparison))
            used, learned, advantages = begin(), 0, []
        if won or challenged >= window:
            before, challenger, challenged, rounds = copy.deepcopy(used), begin(), 0, []
            comparison, window = comparison + 1, min(2000, max(500, learned // 8))
            usual = sum(advantages) / len(advantages) if advantages else 0.0
    return found
