"""Empirical means in a dictionary; the argmin by looking at every action."""


class Means:
    """Lists of (weight, loss) per action."""

    def __init__(self, n_actions, unseen=1.0):
        self.n_actions = n_actions
        self.unseen = unseen
        self.examples = {}

    def learn(self, action, loss, weight=1.0):
        self.examples.setdefault(action, []).append((weight, loss))

    def predict(self, action):
        if action not in self.examples:
            return self.unseen
        total = sum(weight * loss for weight, loss in self.examples[action])
        return total / sum(weight for weight, _ in self.examples[action])

    def best(self):
        return min(range(self.n_actions), key=lambda action: (self.predict(action), action))
