"""EpsilonGreedy, Greedy, RandomPlay: the draw is played whatever its predicted loss."""

import numpy as np

from smoothbandits.kernels.states import FixedRateState

from ..generics import acceptance, spread, turn


@turn.register(FixedRateState)
def fixed_turn(explorer, number, base, probability):
    """The rate is the acceptance probability itself."""
    return 0.0, 1.0, explorer.rate


@acceptance.register(FixedRateState)
def fixed_acceptance(explorer, rate, gap, best):
    """The same for every action."""
    return rate


@spread.register(FixedRateState)
def fixed_spread(explorer, number, rate, best):
    """With probability epsilon, weights that ignore the gap."""
    return np.full(1, rate), np.zeros(1)
