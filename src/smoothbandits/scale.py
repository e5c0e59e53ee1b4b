"""Losses and rewards in the user's own units."""

import math
from dataclasses import dataclass

from smoothbandits.checks import check_bounds
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
        check_bounds(self.low, self.high)

    def loss(self, *, loss: float | None = None, reward: float | None = None) -> float:
        """Return the loss in [0, 1] for exactly one of ``loss`` and ``reward``."""
        if type(loss) is float and reward is None and self.low == 0.0 and self.high == 1.0:
            if 0.0 <= loss <= 1.0:  # the usual case, kept short
                return loss
        if (loss is None) == (reward is None):
            given = "both" if loss is not None else "neither"
            raise InvalidLoss(f"{given} of loss and reward given; give exactly one of them")
        name, given_value = ("loss", loss) if reward is None else ("reward", reward)
        try:
            value = float(given_value)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            value = math.nan
        if not self.low <= value <= self.high:
            remedy = "" if (self.low, self.high) != (0.0, 1.0) else "; map own units with Scale"
            raise InvalidLoss(f"{name} is {given_value!r}, outside [{self.low}, {self.high}]{remedy}")
        unit = (value - self.low) / (self.high - self.low)
        return unit if name == "loss" else 1.0 - unit

    def to_user(self, loss: float) -> float:
        """A loss of [0, 1] in the user's units."""
        return self.low + loss * (self.high - self.low)
