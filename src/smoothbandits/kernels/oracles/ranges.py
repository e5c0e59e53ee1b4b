"""M(A) of a hyperbola on a part of the interval."""

from ..jit import kernel
from ..spaces.part import part_mass, points_in
from .hyperbola import LEAST, hyperbola_mass_between


@kernel
def hyperbola_part_mass(space, oracle, curve, best, rates, out):
    """A closed form on a range, where gaps are those above the valley's floor.

    Where a rule leaves another floor, and for values, it is what it is for any oracle.
    """
    if points_in(space) > 0 or best != curve[1 + LEAST]:
        return part_mass(space, oracle, curve, best, rates, out)
    low, high = space.bounds[0, 0], space.bounds[0, 1]
    hyperbola_mass_between(curve[1:], curve[0], low, high, rates, out)
    return 1e-8 / (high - low)
