"""Online Newton step on joint features."""

import math
from dataclasses import dataclass

import numpy as np

from smoothbandits.checks import check_positive
from smoothbandits.kernels.states import NewtonState
from smoothbandits.oracles.base import check_horizon
from smoothbandits.oracles.joint import JointOracle
from smoothbandits.spaces import Space

__all__ = ["NewtonOracle"]


@dataclass(frozen=True)
class NewtonOracle(JointOracle):
    """Linear predictions with a comparator in a ball, for exp-concave losses.

    Parameters
    ----------
    features
        `Cosine`, `Polynomial`, `Items`, or any function ``phi(context, action)``.
    norm
        Radius of the ball of parameters.
    radius
        Bound on ``|phi|``; with `Cosine` or `Polynomial` features that is at most the length of
        ``(context, 1)``.

    Examples
    --------
    >>> from smoothbandits.spaces import Interval
    >>> model = NewtonOracle(lambda context, a: [1.0, a], norm=2.0).bind(Interval(0, 1))
    >>> model.learn(None, 1.0, loss=1.0)
    >>> model.best()[0]
    0.0
    """

    norm: float = 1.0
    radius: float = 1.0

    def __post_init__(self) -> None:
        check_positive("norm", self.norm)
        check_positive("radius", self.radius)

    @property
    def constants(self) -> tuple[float, float, float]:
        """alpha (exp-concavity), G (gradient) and D (diameter)."""
        largest = 1.0 + self.norm * self.radius  # of |prediction - loss|
        return 1.0 / (2.0 * largest**2), 2.0 * largest * self.radius, 2.0 * self.norm

    def build(self, space: Space, width: int, seed: int) -> NewtonState:
        """Start in the middle of the ball."""
        size = self.size(space, width)
        alpha, gradient, diameter = self.constants
        gamma = 0.5 * min(1.0 / (4.0 * gradient * diameter), alpha)
        epsilon = 1.0 / (gamma * diameter) ** 2
        return NewtonState(
            parameters=np.zeros(size),
            inverse=np.eye(size) / epsilon,
            matrix=epsilon * np.eye(size),
            setting=np.array([gamma, self.norm]),
            **self.search(space),
        )

    def regret_bound(self, rounds: int, space: Space, context_size: int) -> float | None:
        """5 (1/alpha + G D) d ln T."""
        rounds, space, context_size = check_horizon(rounds, space, context_size)
        size = self.size(space, context_size)
        alpha, gradient, diameter = self.constants
        return 5.0 * (1.0 / alpha + gradient * diameter) * size * math.log(max(rounds, 2))
