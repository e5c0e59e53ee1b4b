"""MOSS, and MOSS Oracle on a subset of the arms."""

import math

import numpy as np

from smoothbandits.baselines.base import Baseline
from smoothbandits.checks import check_count
from smoothbandits.kernels.states import ArmsState, MossState
from smoothbandits.spaces import Space
from smoothbandits.spaces.base import check_space, unsuited

__all__ = ["MOSS"]


class MOSS(Baseline):
    """Minimax optimal strategy for arms without structure (Audibert & Bubeck 2009).

    Plays the arm with the greatest mean + sqrt(max(ln(T/(n K)), 0)/n), with K arms and n pulls
    of this one; every arm once before any twice.

    Parameters
    ----------
    space
        A `Catalog`.
    horizon
        Number of rounds T.
    best_arms
        How many arms are best, if that is known: then only (K/m) ln(sqrt(T)) arms, drawn at
        random, are in play, which is MOSS Oracle of Zhu & Nowak (2020).
    seed
        Source of all randomness.

    Examples
    --------
    >>> from smoothbandits.spaces import Catalog
    >>> from smoothbandits import BernoulliEnvironment, simulate
    >>> arms = BernoulliEnvironment([0.1, 0.2, 0.9])
    >>> trace = simulate(MOSS(Catalog(3), horizon=2000), arms, rounds=2000)
    >>> bool(trace.regrets[-1] < 100.0)
    True
    """

    def __init__(
        self, space: Space, *, horizon: int, best_arms: int | None = None, seed: int = 0
    ) -> None:
        self.horizon = check_count("horizon", horizon)
        self.best_arms = None if best_arms is None else check_count("best_arms", best_arms)
        super().__init__(check_catalog(space), seed=seed)

    @property
    def arms_in_play(self) -> int:
        """How many arms are drawn to be in play."""
        n = arm_count(self.space)
        if self.best_arms is None:
            return n
        return min(n, max(1, math.ceil(n / self.best_arms * math.log(math.sqrt(self.horizon)))))

    def _build(self) -> MossState:
        size = self.arms_in_play
        return MossState(arms_state(self.space, self.horizon, size), size)


def check_catalog(space: Space) -> Space:
    """Refuse a space without arms."""
    if check_space(space).size is None:
        raise unsuited(space, "an index policy", "a Catalog of arms")
    return space


def arm_count(space: Space) -> int:
    """Number of arms of a catalogue."""
    assert space.size is not None
    return space.size


def arms_state(space: Space, horizon: float, counted: float) -> ArmsState:
    """Arms without statistics, none in play yet."""
    n = arm_count(space)
    return ArmsState(
        totals=np.zeros(n),
        pulls=np.zeros(n),
        index=np.zeros(n),
        deck=np.arange(n, dtype=np.int32),
        heap=np.zeros(n, dtype=np.int32),
        fresh=np.zeros(n, dtype=np.int32),
        place=np.full(n, -1, dtype=np.int32),
        ties=np.zeros(n, dtype=np.int32),
        counters=np.zeros(4, dtype=np.int64),
        setting=np.array([horizon, counted], dtype=np.float64),
    )
