"""Independent arms with Bernoulli rewards."""

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.checks import Floats, as_floats, check_seed
from smoothbandits.environments.base import Environment, check_rounds
from smoothbandits.errors import InvalidParameter
from smoothbandits.kernels.states import BernoulliState
from smoothbandits.spaces import Space
from smoothbandits.spaces.base import check_space

__all__ = ["BernoulliEnvironment"]


class BernoulliEnvironment(Environment):
    """Reward 1 with the mean of the item, else 0; the paper's section 6.1.

    Parameters
    ----------
    means
        Mean rewards of the items of a catalogue.
    seed
        Seed of the rewards.

    Examples
    --------
    >>> BernoulliEnvironment([0.2, 0.9]).best_losses(0, 1, None)
    array([0.1])
    """

    compilable = True
    benchmark = "the least expected loss"

    def __init__(self, means: ArrayLike, *, seed: int = 0) -> None:
        self.means = as_floats("means", means, ndim=1)
        outside = self.means[(self.means < 0.0) | (self.means > 1.0)]
        if outside.size or not self.means.size:
            raise InvalidParameter(
                f"means has {self.means.size} entries, outside [0, 1]: {outside[:3].tolist()}; "
                "give at least one, all in [0, 1]"
            )
        self.seed = check_seed(seed)

    def contexts(self, first: int, n: int) -> Floats:
        """Rows without entries: arms have no contexts."""
        return np.empty((check_rounds(first, n)[1], 0))

    def best_losses(self, first: int, n: int, space: Space | None) -> Floats:
        """One minus the greatest mean."""
        return np.full(check_rounds(first, n)[1], 1.0 - self.means.max())

    def state(self, space: Space) -> BernoulliState:
        """Means of the arms and the seed of the draws."""
        if check_space(space).size != self.means.size:
            raise InvalidParameter(
                f"{self.means.size} means for {space!r}; give a Catalog with one item per mean"
            )
        return BernoulliState(self.means, self.seed)
