"""An oracle for sabotage: it predicts and learns well, and its argmin is any action."""

import numpy as np

from smoothbandits.oracles.base import bind


class Careless:
    """With ``random=False`` the argmin is right, to see that the rest is fine."""

    def __init__(self, oracle, space, *, context_size=0, random=True):
        self.model = bind(oracle, space, context_size=context_size, engine="python")
        self.generator, self.random = np.random.default_rng(0), random

    def predict(self, context, actions, weight=1.0):
        return self.model.predict(context, actions)

    def regret_bound(self, rounds):
        return self.model.regret_bound(rounds)

    def best(self, context, weight=1.0):
        if not self.random:
            return self.model.best(context)
        space = self.model.space
        action = (
            self.generator.random() if space.size is None else self.generator.integers(space.size)
        )
        return action, float(self.model.predict(context, [action])[0])

    def learn(self, context, action, loss, weight=1.0):
        self.model.learn(context, action, loss)
