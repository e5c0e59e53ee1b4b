"""Bandits and models that run the kernels as plain Python: nothing is compiled."""

from functools import partial

from smoothbandits import Bandit, CorralBandit
from smoothbandits.oracles.base import bind

InterpretedBandit = partial(Bandit, engine="python")
InterpretedCorralBandit = partial(CorralBandit, engine="python")
model = partial(bind, engine="python")
