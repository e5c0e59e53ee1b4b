"""AdaptiveIGW: CORRAL over a grid of h*gamma that share one oracle."""

import math

import numpy as np

from smoothbandits.kernels.states import MIXED, AdaptiveIGWState

from ..generics import acceptance, spread, turn
from ..jit import kernel
from .igw import igw


@kernel
def growth(explorer, number):
    """sqrt(t) where the grid is anytime, as gamma in Theorem 1; else 1."""
    return math.sqrt(number + 1.0) if explorer.anytime else 1.0


@turn.register(AdaptiveIGWState)
def adaptive_turn(explorer, number, base, probability):
    """A point of the grid of h*gamma, which may grow."""
    rate = explorer.rates[base] * growth(explorer, number)
    return rate, 1.0, rate


@kernel
def gap_scale(explorer, best):
    """The reference code divides the gap by the best predicted reward."""
    return 1.0 / max(1.0 - best, 1e-12) if explorer.relative else 1.0


@acceptance.register(AdaptiveIGWState)
def adaptive_acceptance(explorer, rate, gap, best):
    """Eq. (3), of the gap or of the relative gap."""
    return igw(rate * gap_scale(explorer, best), gap)


@spread.register(AdaptiveIGWState)
def adaptive_spread(explorer, number, rate, best):
    """Marginal over the bases."""
    if not (explorer.relative or explorer.anytime):
        return explorer.corral.rows[MIXED], explorer.rates
    scale = gap_scale(explorer, best) * growth(explorer, number)
    rates = np.empty(explorer.rates.shape[0])
    for b in range(rates.shape[0]):
        rates[b] = explorer.rates[b] * scale
    return explorer.corral.rows[MIXED], rates
