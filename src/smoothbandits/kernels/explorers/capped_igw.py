"""CappedIGW: a density of at most 1/h wherever predictions are low, and no atom.

Relative to mu the density is g(a)/Z with g(a) = tau / (1 + gamma (f(a) - beta)_+), tau = 1/h, and
Z the integral of g (Rucker, Zhu & Mineiro 2023).  Any level beta makes that a law; where Z lies in
[1/KAPPA, 1] its smooth regret is at most KAPPA times the least that is known.  On boxes with one
predicted loss each, Z is a sum, and a draw is one of a box and then one of mu inside of it.
"""

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
    CappedIGWState,
)
from smoothbandits.kernels.theorem import KAPPA

from ..generics import (
    cells,
    chance,
    curve,
    densities,
    enter,
    evaluate,
    law,
    portion,
    round_of,
    settle,
    steepness,
    turn,
)
from ..jit import entry, kernel, outlined
from .accepting import is_loss, play_greedy
from .smooth_igw import scheduled_gamma

FEWEST_CELLS, MOST_CELLS = 256, 4096  # of a curve that is no step function
CELLS_PER_LEVEL = 4  # that the widest plateau of density 1/h is made of, at least
AIM = math.sqrt(KAPPA)  # 1/Z in the middle of what is good enough
NEWTON_STEPS, BISECTIONS = 8, 80
ROUNDING = 1e-12  # of coordinates, on their way through the user's units


@turn.register(CappedIGWState)
def capped_turn(explorer, number, base, probability):
    """The scheduled gamma is the rate itself."""
    gamma = scheduled_gamma(explorer, explorer.level, number)
    return gamma, 1.0, gamma


@kernel
def cells_for(h):
    """How many cells make a curve: fine enough for a plateau of mass h."""
    return min(MOST_CELLS, max(FEWEST_CELLS, int(CELLS_PER_LEVEL / h)))


@kernel
def normaliser(shares, gaps, level, tau, gamma, kept):
    """Z at a level above the least loss, and its derivative by the level; fills g/tau.

    Two loops, as divisions run side by side and sums do not.
    """
    for i in range(gaps.shape[0]):
        excess = gaps[i] - level
        kept[i] = 1.0 / (1.0 + gamma * (excess if excess > 0.0 else 0.0))
    total, slope = 0.0, 0.0
    for i in range(gaps.shape[0]):
        part = shares[i] * kept[i]
        total += part
        slope += part * kept[i] if kept[i] < 1.0 else 0.0
    return tau * total, tau * gamma * slope


@outlined
def find_level(shares, gaps, tau, gamma):
    """Z, in [1/KAPPA, 1] by a level above the least loss; that level, and g/tau of each box.

    At -(tau - 1)/gamma Z is M(A) of SmoothIGW, so at most 1, and at 1, where no gap is larger, it
    is tau.  Newton's method for 1/Z, which is concave where nothing is capped; a step that leaves
    the bracket, or that follows many, is a bisection.  Where floats are too coarse for the level
    (gamma beyond all reason) the last one is taken, which makes a law too.
    """
    kept = np.empty(gaps.shape[0])
    low, high = -(tau - 1.0) / gamma, 1.0
    level, z = low, 1.0
    for i in range(NEWTON_STEPS + BISECTIONS):
        z, slope = normaliser(shares, gaps, level, tau, gamma, kept)
        if z > 1.0:
            high = level
        elif z * KAPPA < 1.0:
            low = level
        else:
            break
        following = math.nan
        if i < NEWTON_STEPS and slope > 0.0:
            following = level + z * (1.0 - AIM * z) / slope
        if not low < following < high:
            following = low + 0.5 * (high - low)
        if not low < following < high:
            break
        level = following
    return z, level, kept


@kernel
def gaps_of(shares, losses):
    """Losses above the least that mu can reach, in place; returns the least, nan if any is bad."""
    least = 2.0
    for i in range(losses.shape[0]):
        if not is_loss(losses[i]):
            return losses[i], False
        if losses[i] < least and shares[i] > 0.0:
            least = losses[i]
    for i in range(losses.shape[0]):
        gap = losses[i] - least
        losses[i] = gap if gap > 0.0 else 0.0
    return least, True


@kernel
def box_at(shares, kept, share):
    """The box that a share of the sum of all g/tau leads to."""
    total, last = 0.0, 0
    for i in range(shares.shape[0]):
        if shares[i] > 0.0:
            last = i
            total += shares[i] * kept[i]
            if share < total:
                break
    return last


@kernel
def holds(low, high, point, slack):
    """Whether a box holds a point, up to ``slack`` in each coordinate."""
    for j in range(point.shape[0]):
        if not low[j] - slack <= point[j] <= high[j] + slack:
            return False
    return True


@kernel
def box_of(shares, lows, highs, point):
    """The first box that holds a point, as an edge belongs to the box below it; else -1."""
    for i in range(shares.shape[0]):
        if shares[i] > 0.0 and holds(lows[i], highs[i], point, 0.0):
            return i
    for i in range(shares.shape[0]):
        if shares[i] > 0.0 and holds(lows[i], highs[i], point, ROUNDING):
            return i
    return -1


@settle.register(CappedIGWState)
def draw_by_density(
    explorer, space, oracle, curve, turned, chosen, key, flags, greedy, action, record
):
    """A box by its probability, then mu inside of it: every action has its density."""
    _, gamma, best, uniform = turned
    if not is_loss(best):
        record[PREDICTED_LOSS] = best
        return BAD_PREDICTION
    if not chosen:
        play_greedy(best, greedy, action, record)
        return OK
    tau = 1.0 / explorer.h
    shares, losses, lows, highs = cells(space, oracle, curve, cells_for(explorer.h))
    least, good = gaps_of(shares, losses)
    record[PREDICTED_LOSS] = least
    if not good:
        return BAD_PREDICTION
    z, _, kept = find_level(shares, losses, tau, gamma)
    box = box_at(shares, kept, uniform * (z / tau))
    enter(space, lows[box], highs[box], key, action)
    record[EXPLORED], record[PREDICTED_LOSS] = 1.0, evaluate(oracle, curve, action)
    record[DENSITY], record[ATOM], record[ATOM_ERROR] = tau * kept[box] / z, 0.0, 0.0
    return OK if is_loss(record[PREDICTED_LOSS]) else BAD_PREDICTION


@densities.register(CappedIGWState)
def capped_densities(explorer, space, oracle, curve, number, rate, best, points, out):
    """g/Z of the box that holds each point; nothing outside of all."""
    tau = 1.0 / explorer.h
    shares, losses, lows, highs = cells(space, oracle, curve, cells_for(explorer.h))
    gaps_of(shares, losses)
    z, _, kept = find_level(shares, losses, tau, rate)
    for i in range(points.shape[0]):
        box = box_of(shares, lows, highs, points[i])
        out[i] = 0.0
        if box >= 0:
            out[i] = tau * kept[box] / z


@law.register(CappedIGWState)
def capped_law(explorer, space, oracle, curve, number, rate, gap, best, greedily, action, record):
    """The density; no action has an atom."""
    found, points = np.empty(1), action.reshape((1, -1))
    densities(explorer, space, oracle, curve, number, rate, best, points, found)
    record[DENSITY], record[ATOM], record[ATOM_ERROR] = found[0], 0.0, 0.0


@chance.register(CappedIGWState)
def capped_chance(explorer, space, oracle, curve, given, greedy, part, share):
    """An exact sum over the boxes, of which some may lie in the part by a portion only."""
    _, gamma, _ = given
    tau, found = 1.0 / explorer.h, 0.0
    shares, losses, lows, highs = cells(space, oracle, curve, cells_for(explorer.h))
    gaps_of(shares, losses)
    z, _, kept = find_level(shares, losses, tau, gamma)
    for i in range(shares.shape[0]):
        if shares[i] > 0.0:
            found += shares[i] * kept[i] * portion(part, lows[i], highs[i])
    return min(1.0, tau * found / z), 0.0


@entry
def level_of(handle, context, number):
    """What a certificate needs: gamma, Z, beta, and how much the boxes' losses may be off."""
    space, oracle, explorer = handle.space, handle.oracle, handle.explorer
    gamma, weight, _ = turn(explorer, round_of(oracle, number), 0, 1.0)
    c = curve(oracle, context, weight)
    shares, losses, lows, highs = cells(space, oracle, c, cells_for(explorer.h))
    least, _ = gaps_of(shares, losses)
    z, level, _ = find_level(shares, losses, 1.0 / explorer.h, gamma)
    width, wide = 0.0, 0
    for j in range(lows.shape[1]):
        side = 0.0
        for i in range(lows.shape[0]):
            side = max(side, highs[i, j] - lows[i, j])
        width, wide = width + side, wide + (1 if side > 0.0 else 0)
    slope = 0.0
    if wide > 0:  # nobody knows slopes along several knobs
        slope = steepness(oracle, c) if wide == 1 and lows.shape[1] < 3 else math.nan
    return gamma, z, least + level, slope * width
