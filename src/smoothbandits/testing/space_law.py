"""The contract between a space's draws and its density."""

from typing import Any

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.spaces import Space
from smoothbandits.testing.contracts import require
from smoothbandits.testing.geometry import (
    Grid,
    between,
    categories,
    category_of,
    place_among,
)
from smoothbandits.testing.goodness import require_frequencies, require_uniform
from smoothbandits.testing.integration import integrate

__all__ = ["check_space_law"]

CELLS_PER_SIDE = {2: 5, 3: 3, 4: 2}
TOTAL_MASS_ERROR = 1e-4


def check_space_law(space: Space, actions: Any) -> None:
    """The density integrates to 1, and the draws follow it."""
    sides, rows = len(space.parts.sides), space.every()
    if rows is not None:
        check_finite_law(space, rows, space.to_columns(actions))
    elif any(side.ladder is not None for side in space.parts.sides):
        columns = space.to_columns(actions)  # knob by knob: values beside a continuum
        for place, side in enumerate(space.parts.sides):
            check_space_law(side, side.from_columns(columns[:, [place]]))
    elif sides == 1:
        check_line_law(space, space.to_columns(actions))
    elif sides in CELLS_PER_SIDE:
        check_box_law(space, space.to_columns(actions))


def check_finite_law(space: Space, rows: Floats, drawn: Floats) -> None:
    """Masses sum to 1, and draws follow them."""
    masses = np.asarray(space.density(space.from_columns(rows)))
    require((masses >= 0.0).all(), f"density has the negative mass {masses.min()}")
    total = float(masses.sum())
    require(abs(total - 1.0) <= 1e-9, f"the masses sum to {total}, not 1")
    counts = np.bincount(place_among(drawn, rows), minlength=masses.size).astype(np.float64)
    require_frequencies(counts, masses * len(drawn), "samples do not follow the masses")


def check_line_law(space: Space, rows: Floats) -> None:
    """Each category gets its mass, and the mass up to each draw within it is uniform."""
    lows, highs = between(space, rows)
    masses = integrate_density(space, lows, highs)
    owners, n = category_of(space, lows), len(categories(space))
    shares = np.zeros(n)
    np.add.at(shares, owners, masses)
    counts = np.bincount(category_of(space, rows), minlength=n)
    require_frequencies(
        counts.astype(np.float64),
        shares * len(rows),
        "categories of samples do not follow the density",
    )
    for category in np.flatnonzero(counts):
        below = np.cumsum(masses[owners == category])[:-1] / shares[category]
        whose = f"samples of category {category}" if n > 1 else "samples"
        require_uniform(below, f"{whose} do not follow the density", tests=n)


def check_box_law(space: Space, rows: Floats) -> None:
    """Each cell of a grid gets the share that the density says."""
    grid = Grid(space, CELLS_PER_SIDE[len(space.parts.sides)])
    masses = integrate_density(space, grid.lows, grid.highs)
    counts = np.bincount(grid.place(rows), minlength=len(masses)).astype(np.float64)
    require_frequencies(counts, masses * len(rows), "samples do not follow the density")


def integrate_density(space: Space, lows: Floats, highs: Floats) -> Floats:
    """mu of boxes that fill the space; refuses what is no density."""

    def density(rows: Floats) -> Floats:
        values = np.asarray(space.density(space.from_columns(rows)))
        require((values >= 0.0).all(), f"density has the negative value {values.min()}")
        return values

    masses, left_open = integrate(density, lows, highs, sides=len(space.parts.sides))
    total = float(masses.sum())
    require(
        abs(total - 1.0) <= TOTAL_MASS_ERROR + left_open,
        f"the density integrates to {total:.6g} over the space, not 1",
    )
    return masses
