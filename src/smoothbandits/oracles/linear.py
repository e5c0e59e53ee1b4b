"""Vovk-Azoury-Warmuth least squares on joint features."""

import math
from dataclasses import dataclass

import numpy as np

from smoothbandits.checks import check_finite, check_positive
from smoothbandits.kernels.states import LeastSquaresState
from smoothbandits.oracles.base import check_horizon
from smoothbandits.oracles.joint import JointOracle
from smoothbandits.spaces import Space

__all__ = ["LinearOracle"]


@dataclass(frozen=True)
class LinearOracle(JointOracle):
    """Online least squares with logarithmic regret, O(D^2) per example.

    Predicts phi' A^-1 b with the query itself in A, clipped to [0, 1].

    Parameters
    ----------
    features
        `Cosine`, `Polynomial`, `Items`, or any function ``phi(context, action)`` that
        returns a vector (which runs on the python engine).
    ridge
        Regulariser lam.
    norm, radius
        Bounds on the comparator's norm and on ``|phi|``, for the regret bound
        ``lam norm^2 + D ln(1 + T radius^2 / (lam D))``.  With `Cosine` or `Polynomial`
        features ``|phi|`` is at most the length of ``(context, 1)``.

    Examples
    --------
    >>> from smoothbandits.spaces import Interval
    >>> model = LinearOracle(lambda context, a: [1.0, a]).bind(Interval(0, 1))
    >>> for a in (0.0, 0.5, 1.0):
    ...     model.learn(None, a, loss=a)
    >>> model.best()[0]
    0.0
    """

    ridge: float = 1.0
    norm: float = 1.0
    radius: float = 1.0

    takes_weights = True

    def __post_init__(self) -> None:
        for name in ("ridge", "norm", "radius"):
            check_positive(name, getattr(self, name))

    def build(self, space: Space, width: int, seed: int) -> LeastSquaresState:
        """No examples yet."""
        size = self.size(space, width)
        return LeastSquaresState(
            matrix=np.zeros((size, size)),
            inverse=np.zeros((size, size)),
            target=np.zeros(size),
            ridge=np.array([self.ridge, 0.0]),
            **self.search(space),
        )

    def regret_bound(self, rounds: int, space: Space, context_size: int) -> float | None:
        """The log-determinant bound for losses in [0, 1]."""
        rounds, space, context_size = check_horizon(rounds, space, context_size)
        size = self.size(space, context_size)
        growth = math.log(1.0 + rounds * self.radius**2 / (self.ridge * size))
        return self.ridge * self.norm**2 + size * growth

    def weighted_bound(
        self, rounds: int, space: Space, context_size: int, spread: float
    ) -> float | None:
        """The ridge grows with the largest weight, which can cost D ln(spread) more."""
        bound = self.regret_bound(rounds, space, context_size)
        size = self.size(space, context_size)
        return (
            None
            if bound is None
            else bound + size * math.log(max(check_finite("spread", spread), 1.0))
        )
