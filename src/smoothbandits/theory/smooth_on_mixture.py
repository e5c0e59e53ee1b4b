"""Smooth_h on copies of the unit interval, one per category."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from smoothbandits.checks import Floats
from smoothbandits.theory.mesh import Mesh
from smoothbandits.theory.smooth_on_interval import FIRST_CELLS, value_on_mesh

__all__ = ["smooth_value_mixture"]

# powers of two, so that cells end exactly where their interval does
MANY_CATEGORIES = 64
FEWER_CELLS = 32


def smooth_value_mixture(
    loss: Callable[[Floats, NDArray[np.int64]], Floats],
    h: float,
    masses: Floats,
    *,
    tolerance: float = 1e-8,
) -> float:
    """Smooth_h of a loss that depends on a number, uniform in [0, 1], and on a category.

    The mean over the share h of mu with the lowest losses, over numbers and categories alike.
    The intervals lie side by side, with gaps between them, so that adaptive quadrature treats
    them as one.

    Parameters
    ----------
    loss
        Expected losses, from arrays of numbers and of categories.
    h
        Smoothness level in (0, 1].
    masses
        mu of each category; those without mass are never asked for.
    tolerance
        Absolute error aimed at, under the same conditions as `smooth_value_interval`; with more
        than 64 categories valleys may be no narrower than 1/100 of an interval.

    Examples
    --------
    >>> smooth_value_mixture(lambda a, category: np.where(category == 1, a, 1.0), 0.5, [0.5, 0.5])
    0.5
    """
    mass = np.asarray(masses, dtype=np.float64)
    played = np.flatnonzero(mass > 0.0)

    def place(points: Floats) -> tuple[Floats, NDArray[np.int64]]:
        interval = np.floor(points / 2.0)
        return points - 2.0 * interval, interval.astype(np.int64)

    def loss_at(points: Floats) -> Floats:
        numbers, interval = place(points)
        return loss(numbers, played[interval])

    def density_at(points: Floats) -> Floats:
        return np.asarray(mass[played[place(points)[1]]])

    n_cells = FIRST_CELLS if played.size <= MANY_CATEGORIES else FEWER_CELLS
    starts = 2.0 * np.arange(played.size)[:, None] + np.arange(n_cells) / n_cells
    width = np.full(starts.size, 1.0 / n_cells)
    mesh = Mesh.of_cells(starts.ravel(), width, loss_at, density_at)
    return value_on_mesh(mesh, h, tolerance)
