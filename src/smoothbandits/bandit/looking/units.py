"""Predicted losses in the units that a user knows."""

from typing import TYPE_CHECKING, Any, NamedTuple

from smoothbandits.checks import check_flag
from smoothbandits.spaces import Action

if TYPE_CHECKING:
    from smoothbandits.bandit.facade import Bandit

__all__ = ["Units", "predicted"]


class Units(NamedTuple):
    """Losses of [0, 1] as losses or rewards of the bandit's scale.

    Attributes
    ----------
    noun
        "loss" or "reward".
    start, slope
        Of the line from one to the other.

    Examples
    --------
    >>> Units("reward", 40.0, -40.0).shown(0.25)
    30.0
    """

    noun: str
    start: float
    slope: float

    @classmethod
    def of(cls, bandit: "Bandit", reward: bool | None = None) -> "Units":
        """Rewards where they are asked for or a payoff is known, else losses."""
        low, high = bandit.scale.low, bandit.scale.high
        is_reward = bandit.payoff is not None if reward is None else check_flag("reward", reward)
        return cls("reward", high, low - high) if is_reward else cls("loss", low, high - low)

    def shown(self, loss: Any) -> Any:
        """Losses of [0, 1], one or many, in these units."""
        return self.start + self.slope * loss


def predicted(bandit: "Bandit", context: Any, action: Action, *, reward: bool) -> float:
    """What `Bandit.predicted_loss` and `Bandit.predicted_reward` return."""
    with bandit._lock:
        bandit._learner.settle()
        bandit._learner.refit_if_due("deciding")  # as `act` would
        (loss,) = bandit.oracle.predict(context, [action])
    return float(Units.of(bandit, reward).shown(float(loss)))
