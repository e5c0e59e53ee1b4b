"""Distributions over actions: every explorer draws from mu once and accepts or plays greedily."""

import math

import numpy as np

from smoothbandits.kernels.states import (
    ANYTIME_BOUND,
    MIXED,
    ROOT,
    RUNNING,
    AdaptiveIGWState,
    FixedRateState,
    SmoothIGWState,
    StableCorralState,
)

from .corral import corral_choose, corral_credit, corral_rebalance
from .generics import acceptance, credit, pick, rebalance, spread, turn
from .jit import kernel

LARGEST_GAMMA = 1e150  # keeps rate times gap finite


@kernel
def igw(rate, gap):
    """Inverse gap weighting, eq. (3): 1 / (1 + h gamma gap)."""
    return 1.0 / (1.0 + rate * gap)


# ------------------------------------------------------- EpsilonGreedy, Greedy, RandomPlay


@pick.register(FixedRateState, SmoothIGWState)
def pick_only(explorer, uniform, explore):
    """One base."""
    return 0, 1.0


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


@credit.register(FixedRateState, SmoothIGWState)
def no_credit(explorer, base, probability, loss):
    """No master, nothing to tell."""


@rebalance.register(FixedRateState, SmoothIGWState)
def no_rebalance(explorer):
    """No master."""


# ------------------------------------------------------------------------------ SmoothIGW


@kernel
def scheduled_gamma(explorer, number):
    """gamma of round ``number`` (counted from 0)."""
    rounds = number + 1.0
    if explorer.kind == ROOT:
        return explorer.constant * math.sqrt(rounds)
    if explorer.kind == ANYTIME_BOUND:
        # Reg_Sq is tabulated at powers of two and interpolated between them
        place = math.log2(rounds)
        k = min(int(place), explorer.bounds.shape[0] - 2)
        low, high = explorer.bounds[k], explorer.bounds[k + 1]
        bound = low + (high - low) * (place - k)
        return 4.0 * math.sqrt(rounds / (explorer.h * bound))
    return explorer.constant


@turn.register(SmoothIGWState)
def smooth_turn(explorer, number, base, probability):
    """The scheduled gamma."""
    gamma = min(scheduled_gamma(explorer, number), LARGEST_GAMMA)
    return gamma, 1.0, explorer.h * gamma


@acceptance.register(SmoothIGWState, StableCorralState)
def smooth_acceptance(explorer, rate, gap, best):
    """Eq. (3)."""
    return igw(rate, gap)


@spread.register(SmoothIGWState, StableCorralState)
def smooth_spread(explorer, number, rate, best):
    """Algorithm 1's P_t (given the invoked base, under a master)."""
    return np.ones(1), np.full(1, rate)


# ---------------------------------------------------------------------------- AdaptiveIGW


@kernel
def likeliest(corral):
    """The base that CORRAL trusts most."""
    mixed = corral.rows[MIXED]
    winner = 0
    for b in range(1, mixed.shape[0]):
        if mixed[b] > mixed[winner]:
            winner = b
    return winner


@pick.register(AdaptiveIGWState, StableCorralState)
def pick_by_corral(explorer, uniform, explore):
    """CORRAL draws; where nothing is to be explored, its favourite acts."""
    if not explore:
        return likeliest(explorer.corral), 1.0
    base = corral_choose(explorer.corral, uniform)
    return base, explorer.corral.rows[MIXED, base]


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


@credit.register(AdaptiveIGWState, StableCorralState)
def corral_credits(explorer, base, probability, loss):
    """Importance-weighted loss of the invoked base."""
    corral_credit(explorer.corral, base, probability, loss)


@rebalance.register(AdaptiveIGWState, StableCorralState)
def corral_rebalances(explorer):
    """One mirror step."""
    corral_rebalance(explorer.corral)


# ------------------------------------------------------------ stable bases (Algorithm 3)


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
