"""Copies of MOSS on subsets of growing size."""

import math

import numpy as np

from smoothbandits.baselines.base import Baseline
from smoothbandits.baselines.moss import arm_count, arms_state, check_catalog
from smoothbandits.checks import MOST_ROUNDS, check_count, check_fraction
from smoothbandits.kernels.states import ArmsState, ParallelState
from smoothbandits.spaces import Space

__all__ = ["Parallel"]


class Parallel(Baseline):
    """Tries several subset sizes at once (Zhu & Nowak 2020); must know the best mean reward.

    Of c = ceil(ln T) copies of MOSS, copy i plays on ceil(T^(i/c) ln sqrt T) random arms; every
    ceil(sqrt T) rounds the copy with the least empirical regret takes over.

    Parameters
    ----------
    space
        A `Catalog`.
    horizon
        Number of rounds T.
    best_reward
        Mean reward of the best arm, from which the empirical regret is counted.
    seed
        Source of all randomness.

    Examples
    --------
    >>> from smoothbandits import Catalog
    >>> Parallel(Catalog(10_025), horizon=100_000).subset_sizes[:4]
    [16, 40, 103, 268]
    """

    def __init__(
        self, space: Space, *, horizon: int, best_reward: float = 1.0, seed: int = 0
    ) -> None:
        self.horizon = check_count("horizon", horizon, most=MOST_ROUNDS)
        self.best_reward = check_fraction("best_reward", best_reward)
        super().__init__(check_catalog(space), seed=seed)

    @property
    def subset_sizes(self) -> list[int]:
        """How many arms each copy plays."""
        horizon, n = self.horizon, arm_count(self.space)
        copies = max(1, math.ceil(math.log(horizon)))
        sizes = [
            math.ceil(horizon ** (i / copies) * math.log(math.sqrt(horizon)))
            for i in range(1, copies + 1)
        ]
        return [min(n, max(1, size)) for size in sizes]

    def _build(self) -> ParallelState:
        sizes = self.subset_sizes
        copies = [arms_state(self.space, self.horizon, size) for size in sizes]
        return ParallelState(
            copies=ArmsState(*map(np.stack, zip(*copies, strict=True))),
            sizes=np.array(sizes, dtype=np.int64),
            regrets=np.zeros(len(sizes)),
            clock=np.zeros(2, dtype=np.int64),
            history=np.zeros((2, self.horizon), dtype=np.int64),
            interval=math.ceil(math.sqrt(self.horizon)),
            best=self.best_reward,
        )
