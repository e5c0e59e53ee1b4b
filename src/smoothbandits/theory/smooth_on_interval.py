"""Smooth_h on an interval, by adaptive quadrature."""

import numpy as np

from smoothbandits.checks import check_bounds, check_fraction, check_positive
from smoothbandits.errors import InvalidLoss
from smoothbandits.theory.mesh import Flags, Mesh, Vectorised
from smoothbandits.theory.smooth_value import greedy_fill

__all__ = ["FIRST_CELLS", "smooth_value_interval", "value_on_mesh"]

# Simpson's rule on the five points of a cell is the estimate, on every second one the check.
# Its weights are positive, so that the points of all cells are a finite action set.
_FINE = np.array([1.0, 4.0, 2.0, 4.0, 1.0]) / 12.0
_COARSE = np.array([1.0, 0.0, 4.0, 0.0, 1.0]) / 6.0

FIRST_CELLS = 256
_MOST_CELLS = 2**17
_MOST_PASSES = 200
# A cell within reach of the level may hold this share of h, so that no optimum is skipped.
_RESOLUTION = 1 / 16
# At corners, jumps and cusps the two estimates may differ by as little as this part of the error.
_CAUTION = 1 / 4


def smooth_value_interval(
    loss: Vectorised,
    h: float,
    *,
    low: float = 0.0,
    high: float = 1.0,
    density: Vectorised | None = None,
    tolerance: float = 1e-8,
) -> float:
    """Smooth_h of a loss on [low, high].

    Smooth_h is the maximum over nu of nu - E_mu[(nu - loss)_+] / h, attained at the h-quantile of
    the loss. Cells are halved until the quadrature of that expectation and the place of the
    quantile no longer matter at `tolerance`; corners and jumps of the loss are found by halving.

    Parameters
    ----------
    loss
        Expected loss, from an array of actions to an array of the same shape.
    h
        Smoothness level in (0, 1].
    low, high
        Ends of the interval.
    density
        Density of mu, up to a constant factor, bounded on [low, high]; uniform if absent.
    tolerance
        Absolute error aimed at. It is an estimate, kept for losses and densities that are smooth
        between finitely many corners and jumps and have no valley narrower than 1/1000 of the
        interval; what falls between all the points asked for cannot be seen.

    Raises
    ------
    InvalidLoss
        If the loss is not finite somewhere, has the wrong shape, or is too rough for `tolerance`.
    InvalidParameter
        If `h`, the ends, the density or the tolerance make no sense.

    Examples
    --------
    >>> smooth_value_interval(lambda price: abs(price - 20) / 45, h=0.1, low=5, high=50)
    0.025
    """
    level = check_fraction("h", h)
    check_positive("tolerance", tolerance)
    low, high = check_bounds(low, high)
    return value_on_mesh(Mesh.regular(low, high, FIRST_CELLS, loss, density), level, tolerance)


def value_on_mesh(mesh: Mesh, level: float, tolerance: float) -> float:
    """Smooth_h of the loss on a mesh; cells are halved as long as that matters."""
    goal = tolerance / 2.0  # half for each of the two errors below
    most = max(_MOST_CELLS, 8 * mesh.left.size)
    for _ in range(_MOST_PASSES):
        value, suspects = _assess(mesh, level, goal)
        if not suspects.any():
            return value
        if mesh.left.size > most:
            break
        mesh = mesh.halve(suspects)
    raise InvalidLoss(
        f"the loss is too rough for tolerance {tolerance} (stopped at {mesh.left.size} cells);"
        " give a larger tolerance"
    )


def _assess(mesh: Mesh, h: float, goal: float) -> tuple[float, Flags]:
    """Smooth_h of the mesh as a finite set, and which cells must be halved to trust it."""
    mass = mesh.width[:, None] * _FINE * mesh.densities
    total = mass.sum()
    mass /= total
    cell_mass = mass.sum(axis=1)

    order = np.argsort(mesh.losses, axis=None)
    ordered, ordered_mass = mesh.losses.ravel()[order], mass.ravel()[order]
    filled = greedy_fill(ordered_mass, h)
    value = float(filled @ ordered / filled.sum())
    cumulative = np.cumsum(ordered_mass)

    def quantile(amount: float) -> float:
        place = int(np.searchsorted(cumulative, amount))
        return float(ordered[min(place, ordered.size - 1)])

    level = quantile(h)
    # Between its points a cell may reach as far below them as they span.
    lowest, highest = mesh.losses.min(axis=1), mesh.losses.max(axis=1)
    within_reach = (2.0 * lowest - highest <= level) & (lowest < highest)
    suspects = within_reach & (cell_mass > _RESOLUTION * h)

    # The quantile is known up to the mass of the cells that it may cut.
    cut = within_reach & (level <= highest)
    doubt = cell_mass[cut].sum()
    if doubt / h * (quantile(h + doubt) - quantile(h - doubt)) > goal:
        suspects |= cut

    # Centred, so that the error of the density's own normaliser is counted.
    shortfall = np.maximum(level - mesh.losses, 0.0)
    centred = (shortfall - (mass * shortfall).sum()) * mesh.densities
    errors = np.abs(centred @ (_FINE - _COARSE)) * mesh.width / (h * total * _CAUTION)
    if errors.sum() > goal:
        suspects |= errors > goal / (2 * errors.size)
    return value, suspects
