"""The paper's adaptive algorithm as its experiments run it."""

from dataclasses import dataclass

import numpy as np

from smoothbandits.checks import (
    Floats,
    check_count,
    check_finite,
    check_fraction,
    check_positive,
)
from smoothbandits.errors import InvalidParameter
from smoothbandits.explorers.base import Explorer
from smoothbandits.explorers.corral import MOST_BASES, corral_state
from smoothbandits.kernels.states import AdaptiveIGWState
from smoothbandits.oracles.base import Model
from smoothbandits.spaces import Space
from smoothbandits.spaces.base import check_space

__all__ = ["AdaptiveIGW"]

# the reference experiments: section 6.1 for catalogues, section 6.2 for continuous actions
CATALOG_RATES = (0.1, 100.0)
CUBE_RATES = (4.0, 4096.0)
BOX_RATES = (4.0, 256.0)  # several knobs have more to explore


@dataclass(frozen=True, kw_only=True)
class AdaptiveIGW(Explorer):
    """CORRAL over a geometric grid of h*gamma that share one oracle; no horizon needed.

    Adapts to the smoothness of the problem by itself.  Propensities are marginal over the
    grid.

    Parameters
    ----------
    lowest, highest
        Ends of the grid of h*gamma; by default 0.1 to 100 on a catalogue, 4 to 4096 on an
        interval or a product with one, and 4 to 256 on several knobs.  Where one is given, the
        other keeps that ratio.
    bases
        Number of points of the grid.
    eta
        CORRAL's learning rate, divided among the bases.
    shift
        Subtracted from the loss before importance weighting: 0 is CORRAL's own, 1 makes it
        minus the reward, as in the reference code.
    relative
        Divide the gap by the best predicted reward, as the reference code does on intervals.
    mixing
        Share of uniform play over the bases; the theory has 1/T, the experiments 0.
    anytime
        Let h*gamma grow like sqrt(t), as Theorem 1's gamma does with the horizon: the grid then
        holds its factors, and exploration fades by itself.

    Examples
    --------
    >>> AdaptiveIGW(lowest=16, highest=4096, bases=12).bases
    12
    """

    lowest: float | None = None
    highest: float | None = None
    bases: int = 8
    eta: float = 1.0
    shift: float = 0.0
    relative: bool = False
    mixing: float = 0.0
    anytime: bool = False

    def __post_init__(self) -> None:
        for name in ("lowest", "highest"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, check_positive(name, getattr(self, name)))
        if self.lowest is not None and self.highest is not None and self.lowest > self.highest:
            raise InvalidParameter(
                f"lowest is {self.lowest!r} and highest {self.highest!r}; swap them"
            )
        check_count("bases", self.bases, most=MOST_BASES)
        check_positive("eta", self.eta)
        check_finite("shift", self.shift)
        check_fraction("mixing", self.mixing, zero=True)

    def grid(self, space: Space) -> Floats:
        """h*gamma of each base on a space, from much exploration to little.

        Examples
        --------
        >>> from smoothbandits import Interval
        >>> AdaptiveIGW(lowest=1.0, highest=16.0, bases=5).grid(Interval(0, 1))
        array([ 1.,  2.,  4.,  8., 16.])
        """
        low, high = default_rates(check_space(space))
        if self.lowest is not None:
            low, high = self.lowest, self.highest or self.lowest * high / low
        elif self.highest is not None:
            low, high = self.highest * low / high, self.highest
        return np.geomspace(low, high, self.bases)

    def build(self, model: Model) -> AdaptiveIGWState:
        """All bases equally likely."""
        return AdaptiveIGWState(
            self.grid(model.space),
            corral_state(self.bases, self.eta / self.bases, mixing=self.mixing, shift=self.shift),
            bool(self.relative),
            bool(self.anytime),
        )


def default_rates(space: Space) -> tuple[float, float]:
    """Ends of the grid of h*gamma on a space.

    Examples
    --------
    >>> from smoothbandits.spaces import Catalog, Interval, Product
    >>> default_rates(Product(Interval(0, 1), Catalog(3)))
    (4.0, 4096.0)
    """
    if space.size is not None:
        return CATALOG_RATES
    return CUBE_RATES if len(space.parts.sides) == 1 else BOX_RATES
