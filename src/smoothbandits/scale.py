"""Losses and rewards in the user's own units."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from smoothbandits.checks import Floats, as_number, as_numbers, check_bounds, check_finite
from smoothbandits.errors import InvalidLoss

__all__ = ["Scale"]


@dataclass(frozen=True)
class Scale:
    """Maps losses and rewards from ``[low, high]`` to ``[0, 1]`` and refuses values outside.

    Parameters
    ----------
    low, high
        The least and the greatest value that can occur, in the user's units.

    Examples
    --------
    >>> euros = Scale(0.0, 40.0)
    >>> euros.loss(reward=30.0)
    0.25
    """

    low: float = 0.0
    high: float = 1.0

    def __post_init__(self) -> None:
        low, high = check_bounds(self.low, self.high)
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)

    def loss(self, *, loss: float | None = None, reward: float | None = None) -> float:
        """Return the loss in [0, 1] for exactly one of ``loss`` and ``reward``."""
        if type(loss) is float and reward is None and self.low == 0.0 and self.high == 1.0:
            if 0.0 <= loss <= 1.0:  # the usual case, kept short
                return loss
        name, given = one_of("loss", loss, "reward", reward)
        value = as_number(given)
        if not self.low <= value <= self.high:
            raise self._outside(name, given)
        unit = (value - self.low) / (self.high - self.low)
        return unit if name == "loss" else 1.0 - unit

    def losses(
        self, *, losses: ArrayLike | None = None, rewards: ArrayLike | None = None
    ) -> Floats:
        """`loss` of many values at once; one that is outside refuses them all."""
        name, given = one_of("losses", losses, "rewards", rewards)
        values = as_numbers(name, given, InvalidLoss)
        if values.ndim != 1:
            raise InvalidLoss(f"{name} has shape {values.shape}; give one number per decision")
        outside = np.flatnonzero(~((values >= self.low) & (values <= self.high)))
        if outside.size:
            place = int(outside[0])
            raise self._outside(f"{name}[{place}]", float(values[place]))
        units = (values - self.low) / (self.high - self.low)
        return units if name == "losses" else 1.0 - units

    def to_user(self, loss: float) -> float:
        """A loss of [0, 1] in the user's units."""
        return self.low + check_finite("loss", loss) * (self.high - self.low)

    def _outside(self, name: str, value: Any) -> InvalidLoss:
        if not np.isfinite(as_number(value)):
            return InvalidLoss(f"{name} is {value!r}; give a finite number")
        remedy = "map own units with Scale" if self == Scale() else "widen the bandit's Scale"
        return InvalidLoss(f"{name} is {value!r}, outside [{self.low}, {self.high}]; {remedy}")


def one_of(first: str, a: Any, second: str, b: Any) -> tuple[str, Any]:
    """Name and value of the one argument that was given."""
    if (a is None) == (b is None):
        given = "both" if a is not None else "neither"
        raise InvalidLoss(f"{given} of {first} and {second} given; give exactly one of them")
    return (first, a) if b is None else (second, b)
