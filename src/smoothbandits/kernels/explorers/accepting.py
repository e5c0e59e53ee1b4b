"""Algorithm 2, which all explorers with an atom share: play one draw from mu, or the argmin."""

import math

import numpy as np

from smoothbandits.kernels.states import (
    ATOM,
    ATOM_ERROR,
    BAD_PREDICTION,
    DENSITY,
    EXPLORED,
    OK,
    PREDICTED_LOSS,
    PROPENSITY,
    WITH_ATOM,
)

from ..generics import (
    acceptance,
    chance,
    densities,
    evaluate,
    inside,
    law,
    mass,
    sample,
    settle,
    spread,
)
from ..jit import kernel
from .igw import igw


@kernel
def same_point(a, b):
    """Whether two actions agree in every coordinate."""
    for i in range(a.shape[0]):
        if a[i] != b[i]:
            return False
    return True


@kernel
def is_loss(value):
    """Whether a prediction lies in [0, 1]; nan does not."""
    return 0.0 <= value <= 1.0


@kernel
def play_greedy(best, greedy, action, record):
    """The argmin, for certain as far as anyone knows yet."""
    for i in range(action.shape[0]):
        action[i] = greedy[i]
    record[EXPLORED], record[PREDICTED_LOSS] = 0.0, best
    record[DENSITY], record[ATOM], record[ATOM_ERROR] = 0.0, 1.0, 0.0


@settle.register(None)
def accept_or_not(
    explorer, space, oracle, curve, turned, chosen, key, flags, greedy, action, record
):
    """One draw from mu, accepted with probability m(a), else the argmin."""
    number, rate, best, u_accept = turned
    sample(space, key, action)
    predicted = evaluate(oracle, curve, action)
    record[PREDICTED_LOSS] = predicted
    if not (is_loss(best) and is_loss(predicted)):
        return BAD_PREDICTION
    gap = max(0.0, predicted - best)
    if chosen and u_accept < acceptance(explorer, rate, gap, best):
        record[EXPLORED] = 1.0
    else:
        play_greedy(best, greedy, action, record)
    if chosen and flags & PROPENSITY != 0:
        gap = gap if record[EXPLORED] > 0.0 else 0.0
        greedily = (same_point(action, greedy), flags & WITH_ATOM != 0)
        law(explorer, space, oracle, curve, number, rate, gap, best, greedily, action, record)
    return OK


@kernel
def explored_mass(space, oracle, curve, best, probabilities, rates):
    """sum q_b M_b of a space or a part of it, and an error bound."""
    masses, explored, error = np.ones(rates.shape[0]), 0.0, 0.0
    if rates[rates.shape[0] - 1] > 0.0:
        error = mass(space, oracle, curve, best, rates, masses)
    for b in range(rates.shape[0]):
        explored += probabilities[b] * masses[b]
    return explored, error


@law.register(None)
def mixed_law(explorer, space, oracle, curve, number, rate, gap, best, greedily, action, record):
    """Density sum q_b m_b of an action and, if it is the greedy one, the atom 1 - sum q_b M_b."""
    probabilities, rates = spread(explorer, number, rate, best)
    is_greedy, with_atom = greedily
    density = 0.0
    for b in range(rates.shape[0]):
        density += probabilities[b] * igw(rates[b], gap)
    if 1.0 < density < 1.0 + 1e-12:
        density = 1.0  # the probabilities of the bases sum to 1 up to rounding
    record[DENSITY], record[ATOM], record[ATOM_ERROR] = density, 0.0, 0.0
    if is_greedy and not with_atom:
        record[ATOM], record[ATOM_ERROR] = math.nan, math.nan
    elif is_greedy:
        explored, error = explored_mass(space, oracle, curve, best, probabilities, rates)
        record[ATOM], record[ATOM_ERROR] = min(1.0, max(0.0, 1.0 - explored)), error


@densities.register(None)
def mixed_densities(explorer, space, oracle, curve, number, rate, best, points, out):
    """Sum over the bases of q_b m_b, at each point."""
    probabilities, rates = spread(explorer, number, rate, best)
    for i in range(points.shape[0]):
        gap = max(0.0, evaluate(oracle, curve, points[i]) - best)
        out[i] = 0.0
        for b in range(rates.shape[0]):
            out[i] += probabilities[b] * igw(rates[b], gap)


@chance.register(None)
def mixed_chance(explorer, space, oracle, curve, given, greedy, part, share):
    """sum q_b M_b(W), and the atom where W holds the greedy action (Proposition 1)."""
    number, rate, best = given
    probabilities, rates = spread(explorer, number, rate, best)
    found, error = 0.0, 0.0
    if share > 0.0:
        explored, off = explored_mass(part, oracle, curve, best, probabilities, rates)
        found, error = share * explored, share * off
    if inside(part, greedy):
        explored, off = explored_mass(space, oracle, curve, best, probabilities, rates)
        found, error = found + max(0.0, 1.0 - explored), error + off
    return min(1.0, found), error
