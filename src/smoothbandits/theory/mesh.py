"""An interval cut into cells that can be halved where more points are needed.

`scipy.integrate` does not serve here: Smooth_h is no integral of a known function but the value
of a finite action set, made of the points of all cells at once, and what to halve depends on the
quantile of all losses.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from smoothbandits.checks import Floats, as_numbers
from smoothbandits.errors import InvalidLoss, InvalidParameter

__all__ = ["Flags", "Mesh", "Vectorised"]

Vectorised = Callable[[Floats], Floats]
Flags = NDArray[np.bool_]

# Five equidistant points, so that each half of a cell finds three of its own already there.
_OFFSETS = np.linspace(0.0, 1.0, 5)


@dataclass(frozen=True)
class Mesh:
    """Cells in any order, with loss and density at five points of each: arrays (cells, 5)."""

    loss: Vectorised
    density: Vectorised | None
    left: Floats
    width: Floats
    losses: Floats
    densities: Floats

    @classmethod
    def regular(
        cls, low: float, high: float, n_cells: int, loss: Vectorised, density: Vectorised | None
    ) -> Self:
        """Cut [low, high] into `n_cells` of equal width."""
        edges = np.linspace(low, high, n_cells + 1)
        mesh = cls.of_cells(edges[:-1], np.diff(edges), loss, density)
        if not mesh.densities.any():
            raise InvalidParameter(f"the density is 0 on all of [{low}, {high}]")
        return mesh

    @classmethod
    def of_cells(
        cls, left: Floats, width: Floats, loss: Vectorised, density: Vectorised | None
    ) -> Self:
        """Any cells; there may be gaps between them."""
        points = left[:, None] + width[:, None] * _OFFSETS
        densities = _densities_at(density, points)
        return cls(loss, density, left, width, _losses_at(loss, points), densities)

    def halve(self, chosen: Flags) -> Self:
        """Split the chosen cells; a half keeps three points of its cell and asks for two."""
        width = np.repeat(self.width[chosen] / 2.0, 2)
        left = np.repeat(self.left[chosen], 2)
        left[1::2] += width[1::2]
        fresh = left[:, None] + width[:, None] * _OFFSETS[1::2]

        def refined(old: Floats, new: Floats) -> Floats:
            halves = np.empty((left.size, 5))
            halves[0::2, 0::2], halves[1::2, 0::2] = old[chosen, :3], old[chosen, 2:]
            halves[:, 1::2] = new
            return np.concatenate([old[~chosen], halves])

        return replace(
            self,
            left=np.concatenate([self.left[~chosen], left]),
            width=np.concatenate([self.width[~chosen], width]),
            losses=refined(self.losses, _losses_at(self.loss, fresh)),
            densities=refined(self.densities, _densities_at(self.density, fresh)),
        )


def _losses_at(loss: Vectorised, points: Floats) -> Floats:
    if not callable(loss):
        raise InvalidLoss(f"the loss is {loss!r}; give a function of many actions")
    values = as_numbers("the loss", loss(points.ravel()), InvalidLoss)
    if values.shape != (points.size,):
        raise InvalidLoss(
            f"the loss maps {points.size} actions to shape {values.shape}; it must return one"
            " number per action"
        )
    if not np.isfinite(values).all():
        where = points.ravel()[~np.isfinite(values)][0]
        raise InvalidLoss(f"the loss at action {where} is not finite; it must be on all of mu")
    return values.reshape(points.shape)


def _densities_at(density: Vectorised | None, points: Floats) -> Floats:
    if density is None:
        return np.ones(points.shape)
    if not callable(density):
        raise InvalidParameter(f"the density is {density!r}; give a function of many actions")
    values = as_numbers("the density", density(points.ravel()))
    if values.shape != (points.size,):
        raise InvalidParameter(
            f"the density maps {points.size} actions to shape {values.shape}; it must return one"
            " number per action"
        )
    sound = np.isfinite(values) & (values >= 0.0)
    if not sound.all():
        where = points.ravel()[~sound][0]
        raise InvalidParameter(
            f"the density at action {where} is {values[~sound][0]}; it must be finite and"
            " non-negative, so move the ends of the interval off its poles"
        )
    return values.reshape(points.shape)
