"""Gradient descent on the square loss, invariant to how an importance weight is split."""

from dataclasses import dataclass

import numpy as np

from smoothbandits.checks import check_positive
from smoothbandits.kernels.states import GradientState
from smoothbandits.oracles.joint import JointOracle
from smoothbandits.spaces import Space

__all__ = ["GradientOracle"]


@dataclass(frozen=True)
class GradientOracle(JointOracle):
    """Linear predictions, O(D) per example, for large feature maps and large weights.

    An example of weight w moves the parameters as the gradient flow does in the time w, so
    that it never overshoots and twice w/2 equals once w.

    Parameters
    ----------
    features
        `Cosine`, `Polynomial`, `Items`, or any function ``phi(context, action)``.
    learning_rate
        Speed of the flow.

    Examples
    --------
    >>> from smoothbandits.spaces import Interval
    >>> model = GradientOracle(lambda context, a: [1.0, a]).bind(Interval(0, 1))
    >>> model.learn(None, 1.0, loss=1.0, weight=1e9)
    >>> model.predict(None, [1.0])
    array([1.])
    """

    learning_rate: float = 0.1

    takes_weights = True

    def __post_init__(self) -> None:
        check_positive("learning_rate", self.learning_rate)

    def build(self, space: Space, width: int, seed: int) -> GradientState:
        """Start from zero."""
        return GradientState(
            parameters=np.zeros(self.size(space, width)),
            setting=np.array([self.learning_rate]),
            **self.search(space),
        )
