"""CORRAL over stable bases (Algorithm 3), each with an oracle of its own."""

from smoothbandits.kernels.states import RUNNING, StableCorralState
from smoothbandits.kernels.theorem import balancing_gamma

from ..generics import acceptance, spread, turn
from ..jit import kernel
from .smooth_igw import smooth_acceptance, smooth_spread

stable_gamma = kernel(balancing_gamma)


@turn.register(StableCorralState)
def stable_turn(explorer, number, base, probability):
    """gamma_t by rho_t; the example will weigh gamma_t / q_t."""
    h, rho = explorer.smoothness[base], explorer.corral.rows[RUNNING, base]
    gamma = stable_gamma(h, rho, explorer.rounds, explorer.bound)
    return gamma, gamma / probability, h * gamma


acceptance.register(StableCorralState)(smooth_acceptance)
spread.register(StableCorralState)(smooth_spread)  # given the base that is invoked
