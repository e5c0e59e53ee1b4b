"""MOSS on a slowly growing set of arms."""

import numpy as np

from smoothbandits.baselines.base import Baseline
from smoothbandits.baselines.moss import arm_count, arms_state, check_catalog
from smoothbandits.checks import check_count, check_fraction
from smoothbandits.kernels.states import QuantileState
from smoothbandits.spaces import Space

__all__ = ["Quantile"]

FIRST_ARMS = 2


class Quantile(Baseline):
    """Regret against a quantile of the arms (Chaudhuri & Kalyanakrishnan 2018).

    Iteration l has 2^l rounds of MOSS on ceil(2^(exponent l)) arms; the arms and their statistics
    stay, random ones join.

    Parameters
    ----------
    space
        A `Catalog`.
    horizon
        Number of rounds.
    exponent
        How fast arms join; 0.347 is the published value.
    seed
        Source of all randomness.

    Examples
    --------
    >>> from smoothbandits import Catalog
    >>> Quantile(Catalog(100), horizon=50).exponent
    0.347
    """

    def __init__(
        self, space: Space, *, horizon: int, exponent: float = 0.347, seed: int = 0
    ) -> None:
        self.horizon = check_count("horizon", horizon)
        self.exponent = check_fraction("exponent", exponent)
        super().__init__(check_catalog(space), seed=seed)

    def _build(self) -> QuantileState:
        size = min(FIRST_ARMS, arm_count(self.space))
        arms = arms_state(self.space, min(FIRST_ARMS, self.horizon), size)
        clock = np.array([0, 1, size], dtype=np.int64)
        return QuantileState(arms, clock, self.horizon, self.exponent)
