"""Random curves on an interval, with integrals that are exact but for rounding."""

from dataclasses import dataclass

import numpy as np

from smoothbandits.checks import Floats

__all__ = ["Steps", "random_kernels", "random_steps"]

PIECES = 64
# Within a piece a curve is linear and changes by at most 1/8, so that 1/(1 + k fhat) with k up to
# 100 has its pole far enough away for 24 nodes to reach machine precision.
NODES = 24
RISE = 0.125
POINTS, WEIGHTS = np.polynomial.legendre.leggauss(NODES)
SHARES: Floats = WEIGHTS / 2.0


@dataclass(frozen=True)
class Steps:
    """A curve that is linear on each of 64 equal pieces and may jump between them.

    Attributes
    ----------
    left, right
        Values at the ends of the pieces.
    """

    left: Floats
    right: Floats

    @property
    def values(self) -> Floats:
        """At the nodes, one row per piece."""
        place = (POINTS + 1.0) / 2.0
        found: Floats = self.left[:, None] + (self.right - self.left)[:, None] * place
        return found

    @property
    def least(self) -> float:
        """The minimum, at some piece's end."""
        return float(min(self.left.min(), self.right.min()))

    def piece_means(self, values: Floats) -> Floats:
        """Mean of a function given at the nodes over each piece."""
        means: Floats = values @ SHARES
        return means

    def integrate(self, values: Floats) -> float:
        """Integral over the interval, whose measure is 1.

        Examples
        --------
        >>> valley = np.abs(np.linspace(-0.5, 0.5, PIECES + 1))
        >>> curve = Steps(valley[:-1], valley[1:])
        >>> round(curve.integrate(curve.values**2), 12)  # 1/12
        0.083333333333
        """
        return float(self.piece_means(values).mean())


def random_steps(generator: np.random.Generator) -> Steps:
    """A valley, a random walk, or cliffs."""
    kind = int(generator.integers(3))
    if kind == 0:
        ends = np.abs(np.arange(PIECES + 1) / PIECES - generator.integers(PIECES + 1) / PIECES)
        return Steps(ends[:-1], ends[1:])
    if kind == 1:
        walk = np.cumsum(generator.uniform(-RISE, RISE, PIECES + 1))
        ends = np.abs((walk + 1.0) % 4.0 - 2.0) / 2.0  # reflected into [0, 1]
        return Steps(ends[:-1], ends[1:])
    left = np.repeat(generator.random(8), PIECES // 8)
    return Steps(left, np.clip(left + generator.uniform(-RISE, RISE, PIECES), 0.0, 1.0))


def random_kernels(generator: np.random.Generator) -> tuple[Floats, Floats, float]:
    """Kernels of density 0 or 1/h, mixtures of them, and h; densities by piece."""
    full = int(2.0 ** generator.uniform(0.0, 6.0))
    h = full / PIECES
    extreme = np.zeros((4, PIECES))
    for kernel in extreme:
        kernel[generator.choice(PIECES, full, replace=False)] = 1.0 / h
    return extreme, (extreme[:-1] + extreme[1:]) / 2.0, h
