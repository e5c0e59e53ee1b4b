"""Adaptive integration over boxes, many at once, in a few dimensions.

`scipy.integrate` takes one box at a time.  Here there are thousands, between any two draws of a
sample, and the function answers for many points at once.
"""

import functools
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from smoothbandits.checks import Floats

__all__ = ["integrate"]

Function = Callable[[Floats], Floats]
Boxes = tuple[Floats, Floats]

NODES_PER_SIDE = {1: 8, 2: 4, 3: 4}
BUDGET = 2_000_000  # points at which the function is asked at most


def integrate(
    function: Function,
    lows: Floats,
    highs: Floats,
    *,
    sides: int | None = None,
    local: float = 1e-9,
) -> tuple[Floats, float]:
    """Integrals of a function over boxes, and a bound on what refinement left open.

    A box is halved along the side where that changes its integral most, until no halving
    changes it by more than ``local``; so jumps along the axes cost little.

    Parameters
    ----------
    function
        Maps points of shape ``(m, d)`` to ``m`` values.
    lows, highs
        Corners of the boxes, of shape ``(n, d)``.
    sides
        How many of the d coordinates, from the first, to integrate over: all if left out.  The
        others are the same all over a box.
    local
        Change that a halving may still make.

    Examples
    --------
    >>> steps = lambda points: (points[:, 0] > 0.3) * 1.0
    >>> values, _ = integrate(steps, np.zeros((1, 1)), np.ones((1, 1)))
    >>> values.round(6)
    array([0.7])
    """
    sides = lows.shape[1] if sides is None else sides
    if sides == 0:
        return function(lows), 0.0
    totals, owners = np.zeros(len(lows)), np.arange(len(lows))
    values = lobatto(function, lows, highs, sides)
    spent = 0
    while True:
        halves = np.array(
            [
                [lobatto(function, *half, sides) for half in split(lows, highs, side)]
                for side in np.tile(np.arange(sides)[:, None], len(lows))
            ]
        )
        changes = np.abs(halves.sum(axis=1) - values)
        side, change = changes.argmax(axis=0), changes.max(axis=0)
        parts = halves[side, :, np.arange(len(lows))]
        spent += halves.size * NODES_PER_SIDE.get(sides, 3) ** sides
        wide = change > local if spent < BUDGET else np.zeros(len(lows), dtype=bool)
        np.add.at(totals, owners[~wide], parts[~wide].sum(axis=1))
        if not wide.any():
            return totals, float(change[change > local].sum())
        (lows, middle), (centre, highs) = split(lows[wide], highs[wide], side[wide])
        lows, highs = np.concatenate([lows, centre]), np.concatenate([middle, highs])
        owners, values = np.tile(owners[wide], 2), parts[wide].T.ravel()


def split(lows: Floats, highs: Floats, side: NDArray[np.intp]) -> tuple[Boxes, Boxes]:
    """Lower and upper half of each box, cut across the given side of each."""
    rows = np.arange(len(lows))
    ceilings, floors = highs.copy(), lows.copy()
    ceilings[rows, side] = floors[rows, side] = (lows[rows, side] + highs[rows, side]) / 2.0
    return (lows, ceilings), (floors, highs)


def lobatto(function: Function, lows: Floats, highs: Floats, sides: int) -> Floats:
    """The product Gauss-Lobatto rule on each box.

    It looks at the corners too, so that no jump hides between a corner and the next node; a
    pole there counts as 0 and is closed in on by halving.
    """
    nodes, weights = lobatto_rule(NODES_PER_SIDE.get(sides, 3))
    grid = np.stack(np.meshgrid(*[nodes] * sides, indexing="ij"), axis=-1)
    product = np.prod(np.stack(np.meshgrid(*[weights] * sides)), axis=0).ravel()
    share = (1.0 + grid.reshape(-1, sides)) / 2.0
    points = np.repeat(lows[:, None, :], len(share), axis=1)
    low, high = lows[:, None, :sides], highs[:, None, :sides]
    # rounding must not leave a box
    points[..., :sides] = np.clip(low * (1.0 - share) + high * share, low, high)
    values = function(points.reshape(-1, lows.shape[1])).reshape(len(lows), -1)
    values = np.where(np.isfinite(values), values, 0.0)
    return np.asarray((values @ product) * np.prod((highs - lows)[:, :sides] / 2.0, axis=1))


@functools.cache
def lobatto_rule(n: int) -> tuple[Floats, Floats]:
    """Nodes and weights on [-1, 1], both ends included."""
    legendre = np.polynomial.Legendre.basis(n - 1)
    inner = np.real(legendre.deriv().roots())
    nodes = np.concatenate([[-1.0], np.sort(inner), [1.0]])
    return nodes, 2.0 / (n * (n - 1) * legendre(nodes) ** 2)
