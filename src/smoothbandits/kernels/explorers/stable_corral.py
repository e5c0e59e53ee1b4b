"""CORRAL over stable bases (Algorithm 3), each with an oracle of its own."""

import math

from smoothbandits.kernels.states import RUNNING, StableCorralState

from ..generics import acceptance, spread, turn
from ..jit import kernel
from .smooth_igw import smooth_acceptance, smooth_spread


@kernel
def stable_gamma(h, rho, rounds, bound):
    """gamma_t = sqrt(8 T / (h rho_t Reg_Sq(T)))."""
    return math.sqrt(8.0 * rounds / (h * rho * bound))


@turn.register(StableCorralState)
def stable_turn(explorer, number, base, probability):
    """gamma_t by rho_t; the example will weigh gamma_t / q_t."""
    h, rho = explorer.smoothness[base], explorer.corral.rows[RUNNING, base]
    gamma = stable_gamma(h, rho, explorer.rounds, explorer.bound)
    return gamma, gamma / probability, h * gamma


acceptance.register(StableCorralState)(smooth_acceptance)
spread.register(StableCorralState)(smooth_spread)  # given the base that is invoked
