"""What reports count in: losses and costs, or money."""

from dataclasses import dataclass
from typing import Protocol

from smoothbandits.checks import Floats
from smoothbandits.experiments.bootstrap import Estimate, RunningMeans
from smoothbandits.scale import Scale

__all__ = ["Cost", "Measure", "Money", "amount"]


class Measure(Protocol):
    """How losses in [0, 1] are shown.

    Attributes
    ----------
    noun
        What is shown of a round.
    headers
        Of the cells of one policy.
    note
        What they are.
    """

    noun: str
    headers: tuple[str, str, str]
    note: str

    def shown(self, losses: Floats) -> Floats:
        """Of losses in [0, 1], or of their means."""

    def estimate(self, loss: Estimate) -> Estimate:
        """Of a mean loss."""

    def difference(self, losses: Estimate) -> Estimate:
        """Of a difference of two."""

    def curve(self, means: RunningMeans) -> RunningMeans:
        """Of means so far."""

    def total(self, regret: RunningMeans) -> RunningMeans:
        """Of the sums of differences from the best constant."""

    def cells(self, loss: Estimate, sold: float | None) -> list[str]:
        """Of a mean loss, and the share sold where that is known."""

    def gap_cells(self, losses: Estimate, sold: float | None) -> list[str]:
        """Of a difference of two."""

    def each(self, loss: float) -> str:
        """A mean of rounds as text."""

    def words(self, loss: float) -> str:
        """The same with its noun."""


@dataclass(frozen=True)
class Cost:
    """Losses, and what they cost in units of the target; ``unit`` is what a loss of 1 costs."""

    unit: float
    noun = "loss"
    headers = ("loss", "95 % interval", "cost")
    note = (
        "Loss: mean over all rounds, learning included (progressive loss), in [0, 1]. {} Cost: "
        "the same in units of the target."
    )

    def shown(self, losses: Floats) -> Floats:
        """As they are."""
        return losses

    def estimate(self, loss: Estimate) -> Estimate:
        """As it is."""
        return loss

    def difference(self, losses: Estimate) -> Estimate:
        """As it is."""
        return losses

    def curve(self, means: RunningMeans) -> RunningMeans:
        """As they are."""
        return means

    def total(self, regret: RunningMeans) -> RunningMeans:
        """As they are."""
        return regret

    def cells(self, loss: Estimate, sold: float | None) -> list[str]:
        """Loss, interval and cost."""
        low, high = f"{loss.low:.4f}", f"{loss.high:.4f}"
        return [f"{loss.mean:.4f}", f"{low}–{high}", amount(loss.mean * self.unit)]

    def gap_cells(self, losses: Estimate, sold: float | None) -> list[str]:
        """The same with signs."""
        low, high = f"{losses.low:+.4f}", f"{losses.high:+.4f}"
        cost = amount(losses.mean * self.unit, signed=True)
        return [f"{losses.mean:+.4f}", f"{low} to {high}", cost]

    def each(self, loss: float) -> str:
        """Four digits."""
        return f"{loss:.4f}"

    def words(self, loss: float) -> str:
        """Such as "loss 0.1234"."""
        return f"{self.noun} {self.each(loss)}"


@dataclass(frozen=True)
class Money:
    """Revenue per round; a loss of 0 is the most that a round can earn, 1 the least."""

    scale: Scale
    noun = "revenue"
    headers = ("revenue", "95 % interval", "sold")
    note = (
        "Revenue: mean over all rounds, learning included, in units of the target; more is "
        "better. {} Sold: the share of rounds whose price was paid."
    )

    @property
    def width(self) -> float:
        """What lies between the least and the most."""
        return self.scale.high - self.scale.low

    def shown(self, losses: Floats) -> Floats:
        """What was earned."""
        return self.scale.high - self.width * losses

    def estimate(self, loss: Estimate) -> Estimate:
        """Ends change places."""
        mean, low, high = (self.scale.high - self.width * value for value in loss)
        return Estimate(mean, high, low)

    def difference(self, losses: Estimate) -> Estimate:
        """What was earned more."""
        mean, low, high = (-self.width * value for value in losses)
        return Estimate(mean, high, low)

    def curve(self, means: RunningMeans) -> RunningMeans:
        """Bands turned over."""
        mean, low, high = map(self.shown, means[1:])
        return RunningMeans(means.rounds, mean, high, low)

    def total(self, regret: RunningMeans) -> RunningMeans:
        """What was earned more than by the best constant, in all."""
        mean, low, high = (-self.width * part for part in regret[1:])
        return RunningMeans(regret.rounds, mean, high, low)

    def cells(self, loss: Estimate, sold: float | None) -> list[str]:
        """Revenue, interval and share sold."""
        mean, low, high = map(amount, self.estimate(loss))
        return [mean, f"{low}–{high}", "–" if sold is None else f"{sold:.1%}"]

    def gap_cells(self, losses: Estimate, sold: float | None) -> list[str]:
        """The same with signs."""
        mean, low, high = (amount(value, signed=True) for value in self.difference(losses))
        return [mean, f"{low} to {high}", "–" if sold is None else f"{100 * sold:+.1f} points"]

    def each(self, loss: float) -> str:
        """About four digits."""
        return amount(self.scale.high - self.width * loss)

    def words(self, loss: float) -> str:
        """Such as "revenue 12.34"."""
        return f"{self.noun} {self.each(loss)}"


def amount(value: float, *, signed: bool = False) -> str:
    """A cost or a revenue with about four digits.

    Examples
    --------
    >>> amount(14049.6), amount(5.58812, signed=True)
    ('14,050', '+5.588')
    """
    sign = "+" if signed else ""
    return f"{value:{sign},.0f}" if abs(value) >= 1000.0 else f"{value:{sign}.4g}"
