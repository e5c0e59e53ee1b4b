"""The paper's model for intervals: the loss grows with the distance from a learned action."""

from dataclasses import dataclass, field

import numpy as np

from smoothbandits.errors import InvalidParameter
from smoothbandits.features import ContextFeatures, Linear, check_features
from smoothbandits.kernels.states import DispersionState
from smoothbandits.oracles.base import ELSEWHERE, Oracle
from smoothbandits.oracles.optimisers import Adam, Newton, Optimiser, check_optimiser
from smoothbandits.spaces import Space
from smoothbandits.spaces.base import require_number

__all__ = ["DispersionOracle"]

VECTOR = 8  # numbers that one step of a compiled loop takes


@dataclass(frozen=True)
class DispersionOracle(Oracle):
    """``loss(x, a) = sigmoid(|s (ahat(x) - a)| + xi)``, the paper's section 6.2.

    ``ahat(x) = sigmoid(w . features(x) + b)`` is the argmin by construction, and the
    probability of exploring has a closed form.  Fits losses with one valley, symmetric in
    the action; for other shapes take `HarmonicOracle`.

    Parameters
    ----------
    features
        `Linear` or `RandomFourier` features of the context.
    optimiser
        `Adam` as in the paper's experiments, or `Coin`, which has no rate to set.

    Examples
    --------
    >>> from smoothbandits.spaces import Interval
    >>> model = DispersionOracle().bind(Interval(0, 1), context_size=2, seed=1)
    >>> action, loss = model.best([0.3, 0.7])
    >>> bool(loss == model.predict([0.3, 0.7], [action])[0])
    True
    """

    features: ContextFeatures = field(default_factory=Linear)
    optimiser: Optimiser = field(default_factory=Adam)

    takes_weights = True

    def __post_init__(self) -> None:
        check_features(self.features)
        check_optimiser(self.optimiser)
        if isinstance(self.optimiser, Newton):
            raise InvalidParameter(
                f"optimiser is {self.optimiser!r}, which needs a model that is linear in its "
                "parameters before the sigmoid; give Adam or Coin, or take HarmonicOracle"
            )

    @property
    def context_features(self) -> ContextFeatures:  # type: ignore[override]
        """The features asked for."""
        return self.features

    def build(self, space: Space, width: int, seed: int) -> DispersionState:
        """Small random weights, s = xi = 1."""
        require_number(space, "DispersionOracle", ELSEWHERE)
        reach, size = 1.0 / np.sqrt(max(width, 1)), width + 3
        # whole vectors: optimisers would spend more on the rest than on all of them
        parameters = np.zeros(-(-size // VECTOR) * VECTOR)
        parameters[:size] = np.random.default_rng([seed, 2]).uniform(-reach, reach, size)
        parameters[width + 1 : size] = 1.0
        return DispersionState(
            parameters,
            np.zeros(len(parameters) + 1),
            self.optimiser.build(parameters),
        )
