"""CATS, the tree of classifiers with smoothing that the paper compares with."""

import math

import numpy as np

from smoothbandits.baselines.base import Baseline
from smoothbandits.baselines.cells import uniform_bounds
from smoothbandits.checks import MOST_ARMS, check_count, check_finite, check_fraction
from smoothbandits.errors import InvalidParameter
from smoothbandits.kernels.states import CatsState
from smoothbandits.spaces import Space

__all__ = ["CATS"]

COIN_ROWS = 6


class CATS(Baseline):
    """Continuous action tree with smoothing (Majzoubi et al. 2020).

    The interval is cut into leaves; a linear classifier at each node of a binary tree sends the
    context left or right; what is played is uniform around the centre of the leaf reached, and
    anywhere with probability ``epsilon``.  An update costs O(log leaves).

    It is Vowpal Wabbit's ``--cats`` with ``--coin``, the learner of both papers, step by step:
    given the same contexts, actions and losses it comes to the same densities.  There, features
    of all nodes share a table of 2^18 weights and may collide; here they do not.

    Parameters
    ----------
    space
        An `Interval` with a uniform measure.
    context_size
        Number of entries of a context.
    leaves
        A power of two from 2.
    bandwidth
        Radius of the smoothing **in leaves**, the CATS paper's h, below half of ``leaves``; 0
        stays within the leaf.  Vowpal Wabbit's ``--bandwidth`` is `radius`.
    epsilon
        Probability of playing anywhere.
    seed
        Source of all randomness.

    Examples
    --------
    >>> from smoothbandits import Interval, RegressionEnvironment, simulate
    >>> rows = RegressionEnvironment([[0.5], [1.0], [-1.0]], [3.0, 6.5, 1.0])
    >>> tree = CATS(Interval(0.0, 8.0), 1, leaves=16, bandwidth=2.0, seed=3)
    >>> len(simulate(tree, rows, rounds=300))
    300
    >>> tree.radius  # in units of the action
    1.0
    """

    def __init__(
        self,
        space: Space,
        context_size: int,
        *,
        leaves: int = 64,
        bandwidth: float = 2.0,
        epsilon: float = 0.05,
        seed: int = 0,
    ) -> None:
        self.leaves = check_leaves(leaves)
        self.bandwidth = check_finite("bandwidth", bandwidth)
        if not 0.0 <= self.bandwidth < self.leaves / 2:
            raise InvalidParameter(
                f"bandwidth is {bandwidth!r}; it is a radius in leaves, give a number from 0 to "
                f"below {self.leaves / 2:g}, half of the {self.leaves} leaves"
            )
        self.epsilon = check_fraction("epsilon", epsilon)
        super().__init__(space, context_size=context_size, seed=seed)

    @property
    def radius(self) -> float:
        """Radius of the smoothing in units of the action."""
        low, high = uniform_bounds(self.space, "CATS")
        return (self.bandwidth or 0.5) * (high - low) / self.leaves

    def _build(self) -> CatsState:
        low, high = uniform_bounds(self.space, "CATS")
        reach = 0 if self.bandwidth <= 0.5 else math.ceil(self.bandwidth)
        return CatsState(
            coins=np.zeros((self.leaves - 1, COIN_ROWS, self.context_size + 1)),
            norm=np.zeros(2),
            forced=forced_nodes(self.leaves, reach),
            low=low,
            high=high,
            radius=self.radius,
            reach=reach,
            epsilon=self.epsilon,
        )


def forced_nodes(leaves: int, reach: int) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """The two nodes that lead away from the ends, so that smoothing does not cross them."""
    forced = np.zeros(leaves - 1, dtype=np.int64)
    if reach:
        right, left = leaves // reach // 2 - 1, leaves // reach - 2
        # the root is never forced, leaves have no children
        if 0 < left < leaves - 1:
            forced[left] = -1
        if 0 < right < leaves - 1:
            forced[right] = 1
    return forced


def check_leaves(leaves: int) -> int:
    """Refuse what is not a power of two from 2."""
    count = check_count("leaves", leaves, least=2, most=MOST_ARMS)
    if count & (count - 1):
        raise InvalidParameter(f"leaves is {leaves!r}; give a power of two, such as 16 or 64")
    return count
