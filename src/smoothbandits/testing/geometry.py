"""The shape of a continuous space, from its coordinates alone."""

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.spaces import Space

__all__ = ["corners", "is_line", "space_cells"]


def space_cells(space: Space, per_side: int) -> tuple[list[Floats], Floats, Floats]:
    """A grid in the user's units: edges per side, and the corners of all its cells."""
    edges = []
    for side in range(space.dimension):
        units = np.full((per_side + 1, space.dimension), 0.5)
        units[:, side] = np.linspace(0.0, 1.0, per_side + 1)
        edges.append(np.reshape(space.to_user_many(units), (per_side + 1, -1))[:, side])
    lows = np.stack(np.meshgrid(*[e[:-1] for e in edges], indexing="ij"), axis=-1)
    highs = np.stack(np.meshgrid(*[e[1:] for e in edges], indexing="ij"), axis=-1)
    return edges, lows.reshape(-1, space.dimension), highs.reshape(-1, space.dimension)


def corners(space: Space) -> tuple[Floats, Floats]:
    """Lowest and highest action of a continuous space."""
    low = np.atleast_1d(space.to_user(np.zeros(space.dimension)))
    high = np.atleast_1d(space.to_user(np.ones(space.dimension)))
    return low, high


def is_line(space: Space) -> bool:
    """Whether actions are numbers rather than vectors."""
    return np.ndim(space.to_user(np.full(space.dimension, 0.5))) == 0
