"""A regression table as a bandit problem: the action is a guess of the target."""

from collections.abc import Callable
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.checks import (
    Floats,
    as_number,
    check_fraction,
    check_positive,
)
from smoothbandits.environments.base import check_round, check_rounds
from smoothbandits.environments.rows import TableEnvironment
from smoothbandits.errors import InvalidLoss, InvalidParameter
from smoothbandits.kernels.states import OwnEnvironmentState, RegressionState
from smoothbandits.measures import Uniform
from smoothbandits.spaces import Action, Space
from smoothbandits.spaces.base import check_space, require_number
from smoothbandits.theory.closed_forms import absolute_smooth_value, squared_smooth_value

__all__ = ["RegressionEnvironment"]

LOSSES = ("absolute", "squared", "pinball", "asymmetric")

Loss = Literal["absolute", "squared", "pinball", "asymmetric"] | Callable[[float, float], float]


class RegressionEnvironment(TableEnvironment):
    """Rows (x, y) in order; playing a costs the loss between y and a.

    Losses are divided by the width of the range that holds all targets and actions, so that
    they lie in [0, 1].  The regret of a trace is against the realised y, which no policy can
    reach where y is noisy.

    Parameters
    ----------
    X, y
        Contexts and targets, the targets in the units of the action; nan in a context is a missing
        entry, for bandits that take them.
    loss
        "absolute", "squared", "pinball", "asymmetric", or a function ``loss(y, a)`` with values
        in [0, 1] (which runs outside the compiled loop).
    tau
        Quantile of the pinball loss.
    under, over
        What the asymmetric loss costs per unit of an action below and above the target; both
        are divided by the greater of the two, so that losses stay in [0, 1].
    shuffle
        Seed of a random order of the rows; in file order if left out.

    Examples
    --------
    >>> RegressionEnvironment([[0.0], [1.0]], [0.2, 0.8]).length
    2
    """

    benchmark = "the realised target of each round"

    def __init__(
        self,
        X: ArrayLike,
        y: ArrayLike,
        *,
        loss: Loss = "absolute",
        tau: float = 0.5,
        under: float = 1.0,
        over: float = 1.0,
        shuffle: int | None = None,
    ) -> None:
        super().__init__(X, y, shuffle=shuffle)
        if not (callable(loss) or (isinstance(loss, str) and loss in LOSSES)):
            raise InvalidParameter(
                f"loss is {loss!r}; give 'absolute', 'squared', 'pinball', 'asymmetric' or a "
                "function"
            )
        self.loss = loss
        self.tau = check_fraction("tau", tau)
        self.under, self.over = check_positive("under", under), check_positive("over", over)
        self.compilable = not callable(loss)

    def smooth_losses(self, first: int, n: int, space: Space, h: float) -> Floats | None:
        """Closed forms of the absolute and the squared loss under a uniform measure."""
        formulas = {"absolute": (absolute_smooth_value, 1), "squared": (squared_smooth_value, 2)}
        number = check_space(space).parts.only_number
        uniform = number is not None and isinstance(number.measure, Uniform)
        if callable(self.loss) or self.loss not in formulas or not uniform:
            return None
        formula, power = formulas[self.loss]
        (low, high), (least, greatest) = _support(space), self._range(space)
        values = np.asarray(formula((self.targets(first, n) - low) / (high - low), h))
        return values * ((high - low) / (greatest - least)) ** power

    def best_losses(self, first: int, n: int, space: Space) -> Floats:
        """Zero: the best action is the target itself (0 unless the space leaves it out)."""
        if callable(self.loss):
            return np.full(check_rounds(first, n)[1], np.nan)
        low, high = self._range(space)
        targets = self.targets(first, n)
        reach = np.abs(targets - np.clip(targets, *_support(space))) / (high - low)
        if self.loss == "squared":
            return reach**2
        under, over = self._slopes()
        return np.where(targets > _support(space)[1], under, over) * reach

    def _slopes(self) -> tuple[float, float]:
        """Loss per unit of the range, of actions below and above the target."""
        if self.loss == "pinball":
            return self.tau, 1.0 - self.tau
        if self.loss == "asymmetric":
            greater = max(self.under, self.over)
            return self.under / greater, self.over / greater
        return 1.0, 1.0

    def _range(self, space: Space) -> tuple[float, float]:
        low, high = _support(space)
        return min(low, float(self.y.min())), max(high, float(self.y.max()))

    def state(self, space: Space) -> Any:
        """Targets in their order, and how a distance becomes a loss."""
        if callable(self.loss):
            return OwnEnvironmentState(self, space)
        low, high = self._range(space)
        squared = self.loss == "squared"
        return RegressionState(self.y, self.order, squared, high - low, *self._slopes())

    def realised(self, number: int, action: Action) -> float:
        """What the user's loss function answers."""
        if not callable(self.loss):
            return super().realised(number, action)
        y = float(self.y[self.order[check_round(number) % self.length]])
        found = self.loss(y, action)
        loss = as_number(found)
        if not 0.0 <= loss <= 1.0:
            raise InvalidLoss(
                f"the loss function gave {found!r} for y = {y} and action {action!r}; "
                "it must give losses in [0, 1]"
            )
        return loss


def _support(space: Space) -> tuple[float, float]:
    """The range of an interval."""
    return require_number(space, "RegressionEnvironment").support
