"""Oracles whose losses are steps of the action, on a part of the interval: all sums are exact."""

from ..jit import kernel
from ..spaces.part import part_mass, points_in, search_part
from .slices import least_between, mass_between


@kernel
def least_step(space, oracle, curve, edges, values, out):
    """The middle of the lowest piece that the part reaches."""
    if points_in(space) > 0:
        return search_part(space, oracle, curve, out)
    return least_between(edges, values, space.bounds[0, 0], space.bounds[0, 1], out)


@kernel
def steps_mass(space, oracle, curve, edges, values, best, rates, out):
    """M(A) of a step function, mu conditioned on the part."""
    if points_in(space) > 0:
        return part_mass(space, oracle, curve, best, rates, out)
    mass_between(edges, values, space.bounds[0, 0], space.bounds[0, 1], best, rates, out)
    return 0.0
