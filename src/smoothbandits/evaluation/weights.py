"""How much each logged round counts for a policy (8.1).

A policy is a density r relative to mu.  Where mu has no point masses, the rounds that explored
count r(a)/density(a), all others 0, and sums are divided by the number of all rounds: the density
is that of the law as a whole, so bases need no care (the balance heuristic).  Where every action
has a mass mu(a), so has the law, P(a) = mu(a) density + atom, and every round counts.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from smoothbandits.checks import Floats
from smoothbandits.evaluation.coordinates import (
    exact_coordinates,
    point_masses,
    sampled_density,
)
from smoothbandits.evaluation.rows import Rows
from smoothbandits.spaces import Space

__all__ = ["Block", "Weighed", "block_of", "near"]


class Block(NamedTuple):
    """Rounds with what a density relative to mu is multiplied by to be a weight.

    Attributes
    ----------
    rows, space
        The rounds and what their actions are.
    exact
        Which coordinates have point masses.
    live
        Places of the rounds that can count at all.
    points, lows, highs, share, masses
        Of those rounds.
    inverse
        1/density, or mu/P where every action has a mass.
    """

    rows: Rows
    space: Space
    exact: NDArray[np.bool_]
    live: NDArray[np.int64]
    points: Floats
    lows: Floats
    highs: Floats
    share: Floats
    masses: Floats
    inverse: Floats


class Weighed(NamedTuple):
    """Weights of the rounds at ``places``, in their order; the others weigh 0."""

    places: NDArray[np.int64]
    weights: Floats


def block_of(rows: Rows, space: Space) -> Block:
    """The rounds that can count, and by how much."""
    exact = exact_coordinates(space)
    everywhere = bool(exact.all())
    live = np.arange(len(rows)) if everywhere else np.flatnonzero(rows.explored)
    points, density = rows.points[live], rows.density[live]
    lows, highs, share = (at(part, live) for part in (rows.lows, rows.highs, rows.share))
    masses = point_masses(space, points) if exact.any() else np.ones((1, len(exact)))
    if everywhere:
        mu = masses.prod(axis=1) / share
        explored, unknown = rows.explored[live], np.isnan(rows.atom[live])
        atom = np.where(unknown, 0.0, np.clip(rows.atom[live], 0.0, 1.0))
        counts = ~unknown | explored  # without its atom a round counts if it explored
        inverse = np.where(counts, mu, 0.0) / np.where(counts, mu * density + atom, 1.0)
    else:
        inverse = 1.0 / (density * sampled_density(space, points))
    return Block(rows, space, exact, live, points, lows, highs, share, masses, inverse)


def near(block: Block, centres: Floats, halves: Floats) -> list[Weighed]:
    """Weights of playing ``centres``, uniformly smoothed along the coordinates without masses.

    Parameters
    ----------
    centres
        In unit coordinates, a row for each live round, or one row for all.
    halves
        Half widths of the uniform kernels, the widest first.  A kernel ends where the space ends,
        or what is left of it, and where its centre is not allowed it is moved inside.
    """
    centres = np.where(block.exact, centres, np.clip(centres, block.lows, block.highs))
    far = np.where(block.inverse > 0.0, 0.0, np.inf)  # the distance along the worst coordinate
    for j, exact in enumerate(block.exact):
        away = np.abs(block.points[:, j] - centres[:, j])
        far = np.maximum(far, np.where(away > 0.0, np.inf, 0.0) if exact else away)
    kernels, found = [], np.arange(len(far))
    for half in halves:
        found = found[far[found] <= half] if len(found) < len(far) else np.flatnonzero(far <= half)
        weights = block.inverse[found]
        for j, exact in enumerate(block.exact):
            if exact:
                weights = weights / at(block.masses, found)[:, j]
            else:
                weights = weights * narrowing(block, at(centres, found)[:, j], half, j, found)
        if block.exact.any():
            weights = weights * at(block.share, found)
        kernels.append(Weighed(block.live[found], weights))
    return kernels


def narrowing(
    block: Block, centre: Floats, half: float, j: int, found: NDArray[np.int64]
) -> Floats:
    """Density of a kernel along a coordinate, relative to mu of what the rounds could use."""
    low, high = at(block.lows, found)[:, j], at(block.highs, found)[:, j]
    width = np.minimum(centre + half, high) - np.maximum(centre - half, low)
    free = width > 0.0  # else only one place is left
    return np.where(free, (high - low) / np.where(free, width, 1.0), 1.0)


def at(part: Floats, places: NDArray[np.int64]) -> Floats:
    """Entries at these places, of which a single one stands for all."""
    return part if len(part) == 1 else part[places]
