"""Vovk's aggregation over finitely many regression functions."""

import itertools
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.checks import Floats, as_floats, check_count, check_finite, check_positive
from smoothbandits.errors import InvalidContext, InvalidParameter
from smoothbandits.kernels.states import FiniteClassState
from smoothbandits.oracles.base import Oracle, check_horizon
from smoothbandits.spaces import Space

__all__ = ["FiniteClassOracle"]

LARGEST_NET = 2_000_000  # candidates before those outside [0, 1] are dropped


@dataclass(frozen=True, eq=False)
class FiniteClassOracle(Oracle):
    """The aggregating algorithm with rate 2: regret at most ln(N)/2 on every sequence.

    Weights are taken natively; the weighted regret is at most max(w) ln(N)/2.

    Parameters
    ----------
    values
        Losses in [0, 1] of shape ``(N, K)``, or ``(N, C, K)`` where the context is one number
        and its whole part, 0 to C - 1, counts.  The last axis is the items of a catalogue, or
        cells of equal mass that divide an interval.
    approximation
        Distance of the class from the truth; adds ``2 approximation T`` to the regret bound
        (see `epsilon_net`).

    Examples
    --------
    >>> from smoothbandits.spaces import Catalog
    >>> model = FiniteClassOracle([[0.2, 0.8], [0.9, 0.4]]).bind(Catalog(2))
    >>> model.regret_bound(1000)
    0.34657359027997264
    """

    values: ArrayLike
    approximation: float = 0.0

    takes_weights = True
    takes_any_size = True  # an entry is the number of a context, and checked as such

    def __post_init__(self) -> None:
        values = as_floats("values", self.values)
        if values.ndim == 2:
            values = values[:, None, :]
        if values.ndim != 3 or 0 in values.shape:
            raise InvalidParameter(
                f"values has shape {np.shape(self.values)}; give (N, K) or (N, C, K)"
            )
        if values.min() < 0.0 or values.max() > 1.0:
            raise InvalidParameter(
                f"values range over [{values.min()}, {values.max()}]; losses must be in [0, 1]"
            )
        if check_finite("approximation", self.approximation) < 0.0:
            raise InvalidParameter(f"approximation is {self.approximation!r}; give at least 0")
        object.__setattr__(self, "values", np.ascontiguousarray(values))

    @classmethod
    def epsilon_net(cls, *, cells: int, lipschitz: float, epsilon: float) -> "FiniteClassOracle":
        """Every function on ``cells`` cells with values on a grid and bounded steps.

        Covers Lipschitz functions of an interval up to ``epsilon / 2`` plus half a cell's rise;
        for small sizes, since the number of functions grows exponentially in ``cells``.
        ``lipschitz`` is per unit of mu's mass, that is over the whole interval.

        Examples
        --------
        >>> FiniteClassOracle.epsilon_net(cells=3, lipschitz=1.0, epsilon=0.25).values.shape
        (75, 1, 3)
        """
        cells = check_count("cells", cells)
        lipschitz = check_positive("lipschitz", lipschitz)
        epsilon = check_positive("epsilon", epsilon)
        # the last level may lie above 1 and is cut off there, so that no loss is missed
        count = math.ceil(1.0 / epsilon - 1e-9) + 1
        # neighbours of a Lipschitz function differ by at most its rise, plus rounding
        reach = math.ceil(lipschitz / cells / epsilon - 1e-9)
        candidates = math.log(count) + (cells - 1) * math.log(2 * reach + 1)
        if candidates > math.log(LARGEST_NET) or count * cells > LARGEST_NET:
            raise InvalidParameter(
                f"cells is {cells} and epsilon {epsilon:g}; the net would have more than "
                f"{LARGEST_NET:,} functions or numbers, take fewer cells or a larger epsilon"
            )
        levels, steps = np.arange(count) * epsilon, range(-reach, reach + 1)
        paths = [
            path
            for start in range(levels.size)
            for moves in itertools.product(steps, repeat=cells - 1)
            for path in [start + np.concatenate([[0], np.cumsum(moves)]).astype(int)]
            if path.min() >= 0 and path.max() < levels.size
        ]
        values = np.minimum(levels[np.array(paths)], 1.0)
        return cls(values, approximation=epsilon / 2.0 + lipschitz / (2.0 * cells))

    def check_context(self, context: Floats) -> None:
        """Refuse a context that is not the number of one, where there are several."""
        n = np.asarray(self.values).shape[1]
        if n > 1 and not 0.0 <= context[0] < n:
            raise InvalidContext(
                f"context is {context.tolist()}; give the number of a context, 0 to {n - 1}"
            )

    def build(self, space: Space, width: int, seed: int) -> FiniteClassState:
        """All functions equally trusted."""
        values = np.asarray(self.values)
        n, contexts, cells = values.shape
        number, catalog = space.parts.only_number, space.parts.category
        if number is None and space.size != cells:
            raise InvalidParameter(
                f"values has {cells} columns for {space!r}; give one column per item, "
                "or use an Interval, whose cells they then are"
            )
        if contexts > 1 and width != 1:
            raise InvalidParameter(
                f"values tells {contexts} contexts apart, which takes context_size=1 "
                f"(the number of the context), not {width}"
            )
        grid = [1.0, 0.0] if number is None else [float(cells), 0.5]
        return FiniteClassState(
            values=values,
            at_zero=np.exp(-2.0 * values**2),
            at_one=np.exp(-2.0 * (values - 1.0) ** 2),
            losses=np.zeros(n),
            heaviest=np.zeros(1),
            reachable=np.ones(cells, np.bool_) if catalog is None else catalog.reachable,
            grid=np.array(grid),
        )

    def regret_bound(self, rounds: int, space: Space, context_size: int) -> float | None:
        """ln(N)/2, plus 2 epsilon T for a net."""
        rounds, space, context_size = check_horizon(rounds, space, context_size)
        n = np.asarray(self.values).shape[0]
        return max(math.log(n) / 2.0 + 2.0 * self.approximation * rounds, 1e-12)
