"""MOSS++ and empMOSS++."""

import math

import numpy as np

from smoothbandits.baselines.base import Baseline
from smoothbandits.baselines.moss import arm_count, arms_state, check_catalog
from smoothbandits.checks import MOST_ROUNDS, check_count, check_flag, check_fraction
from smoothbandits.kernels.states import MossPlusState
from smoothbandits.spaces import Space

__all__ = ["MOSSPlusPlus"]


class MOSSPlusPlus(Baseline):
    """Adapts to an unknown number of best arms (Zhu & Nowak 2020).

    With p = ceil(log2 T^beta), iteration l has 2^(p + l) rounds of MOSS on K_l arms, of which
    K_1 = 2^(p + 1) and each next one half, and on l - 1 mixtures that play as the earlier
    iterations did.

    Parameters
    ----------
    space
        A `Catalog`.
    horizon
        Number of rounds T.
    beta
        Trades regret with many best arms for regret with few.
    empirical
        empMOSS++: statistics are kept and the arms with the greatest means go on, instead of
        fresh random arms without memory.
    seed
        Source of all randomness.

    Notes
    -----
    A mixture is played by drawing one of the rounds of its iteration, so that a trace has the
    expected loss of the arm drawn; the published code notes the mean over the mixture instead.
    Choices, rewards and the mean of the regret have the same law.

    Examples
    --------
    >>> from smoothbandits import Catalog
    >>> MOSSPlusPlus(Catalog(10_025), horizon=100_000).first_arms
    1024
    """

    def __init__(
        self,
        space: Space,
        *,
        horizon: int,
        beta: float = 0.5,
        empirical: bool = False,
        seed: int = 0,
    ) -> None:
        self.horizon = check_count("horizon", horizon, most=MOST_ROUNDS)
        self.beta = check_fraction("beta", beta)
        self.empirical = check_flag("empirical", empirical)
        super().__init__(check_catalog(space), seed=seed)

    @property
    def power(self) -> int:
        """The paper's p; a horizon that is a power of two has no rounding error."""
        return max(1, math.ceil(self.beta * math.log2(self.horizon) - 1e-12))

    @property
    def first_arms(self) -> int:
        """K_1, the number of arms in the first iteration."""
        return min(1 << (self.power + 1), arm_count(self.space))

    def _build(self) -> MossPlusState:
        most = self.horizon.bit_length() + 1  # iterations double in length
        return MossPlusState(
            arms=arms_state(self.space, self.horizon, self.first_arms),
            mixtures=np.zeros((3, most)),
            clock=np.array([0, 1, self.first_arms], dtype=np.int64),
            history=np.zeros((2, self.horizon), dtype=np.int64),
            power=self.power,
            empirical=self.empirical,
        )
