"""GLMtron: a generalised linear model with a logistic link."""

import math
from dataclasses import dataclass

import numpy as np

from smoothbandits.checks import check_count, check_positive
from smoothbandits.kernels.states import GLMState
from smoothbandits.oracles.base import check_horizon
from smoothbandits.oracles.joint import JointOracle
from smoothbandits.spaces import Space

__all__ = ["GLMOracle"]

LIPSCHITZ = 0.25  # of the logistic function


@dataclass(frozen=True)
class GLMOracle(JointOracle):
    """w <- w - eta (sigmoid(w'phi) - loss) phi, without the derivative of the link.

    Parameters
    ----------
    features
        `Cosine`, `Polynomial`, `Items`, or any function ``phi(context, action)``.
    norm
        Bound W on the comparator's norm.
    radius
        Bound X on ``|phi|``; with `Cosine` or `Polynomial` features that is at most the length of
        ``(context, 1)``.
    rounds
        Horizon, for the rate 2 W / (X sqrt(T)); without it T is the rounds so far and no
        regret bound is stated.

    Examples
    --------
    >>> from smoothbandits.spaces import Interval
    >>> GLMOracle(norm=4.0, rounds=10_000).bind(Interval(0, 1)).regret_bound(10_000)
    100.0
    """

    norm: float = 1.0
    radius: float = 1.0
    rounds: int | None = None

    def __post_init__(self) -> None:
        check_positive("norm", self.norm)
        check_positive("radius", self.radius)
        if self.rounds is not None:
            check_count("rounds", self.rounds)

    def build(self, space: Space, width: int, seed: int) -> GLMState:
        """Start from zero: every loss predicted 1/2."""
        return GLMState(
            parameters=np.zeros(self.size(space, width)),
            setting=np.array([self.rate or 0.0, 0.0, self.norm, self.radius]),
            **self.search(space),
        )

    def regret_bound(self, rounds: int, space: Space, context_size: int) -> float | None:
        """L W^2 / eta + L eta X^2 T / 4, which is L W X sqrt(T) at the horizon.

        In the realizable case it bounds the estimation error, all that the proofs use.
        """
        rounds, space, context_size = check_horizon(rounds, space, context_size)
        rate = self.rate
        if rate is None:
            return None
        return LIPSCHITZ * (self.norm**2 / rate + rate * self.radius**2 * rounds / 4.0)

    @property
    def rate(self) -> float | None:
        """The fixed rate eta for a known horizon."""
        if self.rounds is None:
            return None
        largest = 1.0 / (LIPSCHITZ * self.radius**2)
        return min(largest, 2.0 * self.norm / (self.radius * math.sqrt(self.rounds)))
