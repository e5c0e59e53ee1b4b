"""Distributions over actions: every explorer draws from mu once and accepts or plays greedily."""

import math

import numpy as np

from smoothbandits.kernels.states import (
    ANYTIME_BOUND,
    ATOM,
    ATOM_ERROR,
    DENSITY,
    MIXED,
    ROOT,
    RUNNING,
    AdaptiveIGWState,
    FixedRateState,
    SmoothIGWState,
    StableCorralState,
)

from .corral import corral_choose, corral_credit, corral_rebalance
from .generics import acceptance, credit, mass, pick, propensity, rebalance, turn
from .jit import kernel


@kernel
def igw(rate, gap):
    """Inverse gap weighting, eq. (3): 1 / (1 + h gamma gap)."""
    return 1.0 / (1.0 + rate * gap)


@kernel
def igw_propensity(space, oracle, curve, probabilities, rates, gap, best, is_greedy, record):
    """Density sum q_b m_b and, on the greedy action, the atom 1 - sum q_b M_b(A)."""
    density = 0.0
    for b in range(rates.shape[0]):
        density += probabilities[b] * igw(rates[b], gap)
    record[DENSITY] = density
    record[ATOM] = 0.0
    record[ATOM_ERROR] = 0.0
    if is_greedy:
        masses = np.empty(rates.shape[0])
        record[ATOM_ERROR] = mass(space, oracle, curve, best, rates, masses)
        total = 0.0
        for b in range(rates.shape[0]):
            total += probabilities[b] * masses[b]
        record[ATOM] = min(1.0, max(0.0, 1.0 - total))


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


@propensity.register(FixedRateState)
def fixed_propensity(explorer, space, oracle, curve, rate, gap, best, is_greedy, record):
    """Density epsilon, atom 1 - epsilon."""
    record[DENSITY] = rate
    record[ATOM] = 1.0 - rate if is_greedy else 0.0
    record[ATOM_ERROR] = 0.0


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
    gamma = scheduled_gamma(explorer, number)
    return gamma, 1.0, explorer.h * gamma


@acceptance.register(SmoothIGWState, StableCorralState)
def smooth_acceptance(explorer, rate, gap, best):
    """Eq. (3)."""
    return igw(rate, gap)


@propensity.register(SmoothIGWState, StableCorralState)
def smooth_propensity(explorer, space, oracle, curve, rate, gap, best, is_greedy, record):
    """Algorithm 1's P_t (given the invoked base, under a master)."""
    igw_propensity(
        space, oracle, curve, np.ones(1), np.full(1, rate), gap, best, is_greedy, record
    )


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


@turn.register(AdaptiveIGWState)
def adaptive_turn(explorer, number, base, probability):
    """A point of the grid of h*gamma."""
    return explorer.rates[base], 1.0, explorer.rates[base]


@kernel
def gap_scale(explorer, best):
    """The reference code divides the gap by the best predicted reward."""
    return 1.0 / max(1.0 - best, 1e-12) if explorer.relative else 1.0


@acceptance.register(AdaptiveIGWState)
def adaptive_acceptance(explorer, rate, gap, best):
    """Eq. (3), of the gap or of the relative gap."""
    return igw(rate * gap_scale(explorer, best), gap)


@propensity.register(AdaptiveIGWState)
def adaptive_propensity(explorer, space, oracle, curve, rate, gap, best, is_greedy, record):
    """Marginal over the bases."""
    scale = gap_scale(explorer, best)
    rates = np.empty(explorer.rates.shape[0])
    for b in range(rates.shape[0]):
        rates[b] = explorer.rates[b] * scale
    igw_propensity(
        space, oracle, curve, explorer.corral.rows[MIXED], rates, gap, best, is_greedy, record
    )


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
