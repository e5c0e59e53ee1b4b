"""GLMtron: a generalised linear model with a logistic link."""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from smoothbandits.checks import check_count, check_positive
from smoothbandits.features import Cosine, joint_basis, joint_width
from smoothbandits.kernels.states import GLMState
from smoothbandits.oracles.base import Oracle, check_horizon
from smoothbandits.spaces import Space

__all__ = ["GLMOracle"]

LIPSCHITZ = 0.25  # of the logistic function


@dataclass(frozen=True)
class GLMOracle(Oracle):
    """w <- w - eta (sigmoid(w'phi) - loss) phi, without the derivative of the link.

    Parameters
    ----------
    features
        `Cosine`, `Polynomial`, `Items`, or any function ``phi(context, action)``.
    norm
        Bound W on the comparator's norm.
    radius
        Bound X on |phi|; with `Cosine` or `Polynomial` features that is at most the length of
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

    features: Any = field(default_factory=Cosine)
    norm: float = 1.0
    radius: float = 1.0
    rounds: int | None = None

    def __post_init__(self) -> None:
        check_positive("norm", self.norm)
        check_positive("radius", self.radius)
        if self.rounds is not None:
            check_count("rounds", self.rounds)

    @property
    def compilable(self) -> bool:  # type: ignore[override]
        """A user's function only runs in Python."""
        return not callable(self.features)

    def build(self, space: Space, width: int, seed: int) -> GLMState:
        """Start from zero: every loss predicted 1/2."""
        basis = joint_basis(self.features, space)
        candidates, spacing = space.candidates()
        return GLMState(
            parameters=np.zeros(joint_width(basis, space, width)),
            setting=np.array([self.rate or 0.0, 0.0, self.norm, self.radius]),
            basis=basis,
            candidates=candidates,
            spacing=spacing,
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
