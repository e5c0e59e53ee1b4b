"""The contract between a space's draws and its density."""

from typing import Any

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.spaces import Space
from smoothbandits.testing.contracts import require
from smoothbandits.testing.geometry import corners, is_line, space_cells
from smoothbandits.testing.goodness import require_frequencies, require_uniform
from smoothbandits.testing.integration import integrate

__all__ = ["check_space_law"]

CELLS_PER_SIDE = {1: 16, 2: 5, 3: 3, 4: 2}
TOTAL_MASS_ERROR = 1e-4


def check_space_law(space: Space, actions: Any) -> None:
    """The density integrates to 1, and the draws follow it."""
    if space.size is not None:
        check_catalog_law(space, actions)
    elif is_line(space):
        check_interval_law(space, actions)
    elif space.dimension in CELLS_PER_SIDE:
        check_box_law(space, actions)


def check_catalog_law(space: Space, actions: Any) -> None:
    """Masses sum to 1, and draws follow them."""
    size = int(space.size or 0)
    masses = np.asarray(space.density(np.arange(size)))
    require((masses >= 0.0).all(), f"density has the negative mass {masses.min()}")
    total = float(masses.sum())
    require(abs(total - 1.0) <= 1e-9, f"the masses sum to {total}, not 1")
    counts = np.bincount(np.asarray(actions), minlength=size).astype(np.float64)
    require_frequencies(counts, masses * len(actions), "samples do not follow the masses")


def check_interval_law(space: Space, actions: Any) -> None:
    """The integral of the density up to each draw is uniform."""
    (low,), (high,) = corners(space)
    edges = np.concatenate([[low], np.sort(actions), [high]])[:, None]
    masses = integrate_density(space, edges[:-1], edges[1:])
    require_uniform(np.cumsum(masses)[:-1], "samples do not follow the density")


def check_box_law(space: Space, actions: Any) -> None:
    """Each cell of a grid gets the share that the density says."""
    edges, lows, highs = space_cells(space, CELLS_PER_SIDE[space.dimension])
    masses = integrate_density(space, lows, highs)
    places = [
        np.clip(np.searchsorted(sides, column, side="right") - 1, 0, sides.size - 2)
        for sides, column in zip(edges, np.reshape(actions, (len(actions), -1)).T, strict=True)
    ]
    cells = np.ravel_multi_index(places, [sides.size - 1 for sides in edges])
    counts = np.bincount(cells, minlength=len(lows)).astype(np.float64)
    require_frequencies(counts, masses * len(actions), "samples do not follow the density")


def integrate_density(space: Space, lows: Floats, highs: Floats) -> Floats:
    """mu of boxes that fill the space; refuses a density that is negative or no density."""

    def density(points: Floats) -> Floats:
        values = np.asarray(space.density(points[:, 0] if is_line(space) else points))
        require((values >= 0.0).all(), f"density has the negative value {values.min()}")
        return values

    masses, left_open = integrate(density, lows, highs)
    total = float(masses.sum())
    require(
        abs(total - 1.0) <= TOTAL_MASS_ERROR + left_open,
        f"the density integrates to {total:.6g} over the space, not 1",
    )
    return masses
