"""A part of a cube: mu conditioned on what a decision may use, a range or some values of a side.

A place in a part is given by shares: how much of each side's conditioned mu lies below it.  Seen
in shares a part is a unit cube again, and searching and integrating are what they are there.
"""

import numpy as np

from smoothbandits.kernels.states import SLOT_ACTION, AtCategory, OnPart, PartState

from ..generics import (
    argmin,
    argmin_error,
    evaluate,
    evaluate_many,
    is_single,
    mass,
    minimise,
    minimise_part,
    sample,
    searched_error,
    to_user,
)
from ..jit import kernel
from ..philox import uniforms
from .cube import quantile
from .quadrature import cube_mass, interval_mass
from .search import grid_minimise

MOST_POINTS = 4096  # of a part of several sides whose points are looked at one by one
BLOCK = 1024


# ------------------------------------------------------------------------------ places


@kernel
def points_of(space, side):
    """How many points a side has; 0 for a continuum."""
    if space.rungs[side, 1] > 0:
        return space.rungs[side, 1] - space.rungs[side, 0]
    return 1 if space.bounds[side, 0] == space.bounds[side, 1] else 0


@kernel
def points_in(space):
    """How many points the part has; 0 for a continuum, or for too many to look at each."""
    dimension, many = space.sides.shape[0], 1
    for side in range(dimension):
        many *= points_of(space, side)
        if dimension > 1 and many > MOST_POINTS:
            return 0
    return many


@kernel
def value_at(space, side, share):
    """The value of a side that a share of its conditioned mu leads to."""
    low, high = space.rungs[side, 0], space.rungs[side, 1] - 1
    least, most = space.below[side, low], space.below[side, high + 1]
    target = least + share * (most - least)
    while low < high:
        middle = (low + high + 1) // 2
        if space.below[side, middle] <= target:
            low = middle
        else:
            high = middle - 1
    return low


@kernel
def place_at(space, side, share):
    """The coordinate of a side that a share of its conditioned mu leads to."""
    if space.rungs[side, 1] > 0:
        return space.places[side, value_at(space, side, share)]
    low, high = space.bounds[side, 0], space.bounds[side, 1]
    return min(high, low + share * (high - low))


@kernel
def nth_point(space, number, point):
    """Fill in one of the part's points; returns its share of mu."""
    weight = 1.0
    for side in range(point.shape[0]):
        many = points_of(space, side)
        point[side] = space.bounds[side, 0]
        if space.rungs[side, 1] > 0:
            first, last = space.rungs[side, 0], space.rungs[side, 1]
            k = first + number % many
            point[side] = space.places[side, k]
            weight *= space.below[side, k + 1] - space.below[side, k]
            weight /= space.below[side, last] - space.below[side, first]
        number //= many
    return weight


# --------------------------------------------------------------------------- the verbs


@sample.register(PartState)
def sample_part(space, key, out):
    """Uniform in shares, so the conditioned mu; from the same numbers as on the whole cube."""
    dimension = out.shape[0]
    for i in range(0, dimension, 2):
        u, v = uniforms(key, SLOT_ACTION + i // 2)
        out[i] = place_at(space, i, u)
        if i + 1 < dimension:
            out[i + 1] = place_at(space, i + 1, v)


@to_user.register(PartState)
def part_to_user(space, action, out):
    """Apply mu's quantile function, or look the value up.

    A range of few floats may have no coordinate of its own, and quantiles round: what they give is
    the nearest number that is allowed.
    """
    for side in range(action.shape[0]):
        if space.rungs[side, 1] > 0:
            low, high = 0, space.rungs[side, 1] - 1
            while low < high:
                middle = (low + high) // 2
                if space.places[side, middle] < action[side]:
                    low = middle + 1
                else:
                    high = middle
            if low > 0 and action[side] - space.places[side, low - 1] < (
                space.places[side, low] - action[side]
            ):
                low -= 1  # kept examples have seven digits
            out[side] = space.values[side, low]
        else:
            found = quantile(space.sides[side], space.knots[side], action[side])
            out[side] = min(space.ends[side, 1], max(space.ends[side, 0], found))


@is_single.register(PartState)
def is_single_part(space):
    """Whether every side has one point."""
    return points_in(space) == 1


@evaluate_many.register(OnPart)
def evaluate_shares(oracle, curve, actions, out):
    """Ask the oracle at the places that the shares lead to."""
    places = np.empty_like(actions)
    for i in range(actions.shape[0]):
        for side in range(actions.shape[1]):
            places[i, side] = place_at(oracle.space, side, actions[i, side])
    evaluate_many(oracle.oracle, curve, places, out)


minimise.register(OnPart)(grid_minimise)


@argmin.register(PartState)
def argmin_part(space, oracle, curve, out):
    """The way there depends on the oracle too."""
    return minimise_part(space, oracle, curve, out)


@searched_error.register(PartState)
def error_on_part(space, oracle, curve):
    """None where all points were looked at; else the spacing is no wider than on the whole."""
    return 0.0 if points_in(space) > 0 else argmin_error(oracle, curve)


@kernel
def holds_minimum(space, oracle, curve, out):
    """Whether the minimum over the whole cube lies in the part, and its value."""
    value = minimise(oracle, curve, out)
    for side in range(out.shape[0]):
        inside = space.bounds[side, 0] <= out[side] <= space.bounds[side, 1]
        if space.rungs[side, 1] > 0 or not inside:
            return False, value
    return True, value


@kernel
def least_point(space, oracle, curve, many, out):
    """The least of all the part's points, the first on ties."""
    points, losses = np.empty((min(BLOCK, many), out.shape[0])), np.empty(min(BLOCK, many))
    best, start = 2.0, 0
    while start < many:
        n = min(BLOCK, many - start)
        for i in range(n):
            nth_point(space, start + i, points[i])
        evaluate_many(oracle, curve, points[:n], losses[:n])
        for i in range(n):
            if losses[i] < best or start + i == 0:
                best = losses[i]
                for side in range(out.shape[0]):
                    out[side] = points[i, side]
        start += n
    return best


@kernel
def search_part(space, oracle, curve, out):
    """Look at every point, or search on a grid of shares."""
    many = points_in(space)
    if many > 0:
        return least_point(space, oracle, curve, many, out)
    seen = OnPart(oracle, space, space.candidates, space.spacing)
    best = minimise(seen, curve, out)
    for side in range(out.shape[0]):
        out[side] = place_at(space, side, out[side])
    return best


@kernel
def nearest_place(space, oracle, curve, valley, out):
    """The place nearest to a valley, from which losses rise on both sides."""
    if points_in(space) > 0:
        return search_part(space, oracle, curve, out)
    out[0] = min(space.bounds[0, 1], max(space.bounds[0, 0], valley))
    return evaluate(oracle, curve, out)


@minimise_part.register((PartState, AtCategory))
def minimise_at_category(space, oracle, curve, out):
    """One category of a product."""
    return search_part(space, oracle, curve, out)


@minimise_part.register((PartState, None))
def minimise_where_allowed(space, oracle, curve, out):
    """The minimum over the whole cube if it lies in the part, else what a search finds."""
    inside, value = holds_minimum(space, oracle, curve, out)
    return value if inside else search_part(space, oracle, curve, out)


@kernel
def points_mass(space, oracle, curve, many, best, rates, out):
    """An exact sum over all the part's points."""
    dimension = space.sides.shape[0]
    points, losses = np.empty((min(BLOCK, many), dimension)), np.empty(min(BLOCK, many))
    shares, start = np.empty(min(BLOCK, many)), 0
    for b in range(rates.shape[0]):
        out[b] = 0.0
    while start < many:
        n = min(BLOCK, many - start)
        for i in range(n):
            shares[i] = nth_point(space, start + i, points[i])
        evaluate_many(oracle, curve, points[:n], losses[:n])
        for i in range(n):
            gap = max(0.0, losses[i] - best)
            for b in range(rates.shape[0]):
                out[b] += shares[i] / (1.0 + rates[b] * gap)
        start += n
    return 0.0


@kernel
def part_mass(space, oracle, curve, best, rates, out):
    """A sum over all points, else quadrature in shares."""
    many = points_in(space)
    if many > 0:
        return points_mass(space, oracle, curve, many, best, rates, out)
    for b in range(rates.shape[0]):
        out[b] = 0.0
    seen = OnPart(oracle, space, space.candidates, space.spacing)
    if space.sides.shape[0] == 1:
        return interval_mass(space, seen, curve, best, rates, out)
    return cube_mass(seen, curve, space.sides.shape[0], best, rates, out)


@mass.register((PartState, None))
def mass_of_part(space, oracle, curve, best, rates, out):
    """Of any oracle."""
    return part_mass(space, oracle, curve, best, rates, out)
