"""Bandits and models that run the kernels as plain Python: nothing is compiled."""

from smoothbandits.bandit import Bandit
from smoothbandits.corral_bandit import CorralBandit
from smoothbandits.oracles.base import bind


def model(oracle, space, *, context_size=0, seed=0):
    """A live oracle."""
    return bind(oracle, space, context_size=context_size, seed=seed, engine="python")


class Interpreted:
    """Mix-in: the model names the engine."""

    def _bind(self, oracle):
        return model(oracle, self.space, context_size=self.context_size, seed=self.seed)


class InterpretedBandit(Interpreted, Bandit):
    pass


class InterpretedCorralBandit(Interpreted, CorralBandit):
    pass
