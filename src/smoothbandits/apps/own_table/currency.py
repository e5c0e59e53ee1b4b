"""What reports count in: losses and what they cost, or money."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from smoothbandits.apps.statistics import Estimate, RunningMeans
from smoothbandits.scale import Scale

__all__ = ["Cost", "Currency", "Money", "amount"]


@dataclass(frozen=True)
class Currency(ABC):
    """How losses in [0, 1] are shown, and the words of sentences about them.

    Parameters
    ----------
    scale
        What losses of 0 and 1 are in units of the target.
    """

    scale: Scale

    #: what is shown of a round, and of many
    noun: ClassVar[str]
    nouns: ClassVar[str]
    #: "NAME cost 3 % less", "NAME cost 3 % more", "what would have cost least"
    verb: ClassVar[str]
    better: ClassVar[str]
    worse: ClassVar[str]
    most: ClassVar[str]
    #: what a policy chooses, what it cannot know, and when the choice was right
    choice: ClassVar[str]
    hidden: ClassVar[str]
    right: ClassVar[str]
    #: "NAME has the least loss: 0.12", "NAME earned most: 12 per round"
    leads: ClassVar[str]
    each_round: ClassVar[str]
    #: the sum of differences from the best constant
    gap: ClassVar[str]
    #: headings of the cells of one policy; what they are, with {} for a word about intervals
    headers: ClassVar[tuple[str, str, str]]
    note: ClassVar[str]
    #: figures leave out who loses more than this many times the least
    far: ClassVar[float]
    #: and their axis ends at so many times what the best one has
    headroom: ClassVar[float]

    @property
    @abstractmethod
    def line(self) -> tuple[float, float]:
        """What is shown of a loss of 0, and the slope from there."""

    @abstractmethod
    def text(self, value: float, *, signed: bool = False) -> str:
        """A number of this currency."""

    @abstractmethod
    def third_cell(self, mean: float, sold: float | None, *, signed: bool = False) -> str:
        """The cell behind a mean and its interval; of a difference it is signed."""

    @property
    def falls(self) -> bool:
        """Whether less is better."""
        return self.line[1] > 0.0

    def shown(self, losses: Any) -> Any:
        """Losses in [0, 1], or means of them, in this currency."""
        start, slope = self.line
        return start + slope * losses

    def estimate(self, loss: Estimate) -> Estimate:
        """A mean loss with its interval, in this currency."""
        return Estimate(*self._ordered(self.line[0], *loss))

    def difference(self, losses: Estimate) -> Estimate:
        """A difference of two mean losses with its interval, in this currency."""
        return Estimate(*self._ordered(0.0, *losses))

    def curve(self, means: RunningMeans) -> RunningMeans:
        """Mean losses so far with their band, in this currency."""
        return RunningMeans(means.rounds, *self._ordered(self.line[0], *means[1:]))

    def total(self, regret: RunningMeans) -> RunningMeans:
        """Sums of differences from the best constant with their band, in this currency."""
        return RunningMeans(regret.rounds, *self._ordered(0.0, *regret[1:]))

    def _ordered(self, start: float, mean: Any, low: Any, high: Any) -> tuple[Any, Any, Any]:
        slope = self.line[1]
        ends = start + slope * low, start + slope * high
        return (start + slope * mean, *(ends if self.falls else ends[::-1]))

    def gain(self, difference: float, reference: float) -> float:
        """By how many percent of a reference a policy is better, from losses in [0, 1]."""
        slope = self.line[1]
        shown: float = abs(self.shown(reference))
        return -100.0 * abs(slope) * difference / max(shown, 1e-300)

    def cells(self, loss: Estimate, sold: float | None) -> list[str]:
        """Mean, interval and a third cell; ``sold`` is the share of prices that were paid."""
        found = self.estimate(loss)
        mean, low, high = map(self.text, found)
        return [mean, f"{low}–{high}", self.third_cell(found.mean, sold)]

    def gap_cells(self, losses: Estimate, sold: float | None) -> list[str]:
        """Mean, interval and a third cell of a difference, with signs."""
        found = self.difference(losses)
        mean, low, high = (self.text(value, signed=True) for value in found)
        return [mean, f"{low} to {high}", self.third_cell(found.mean, sold, signed=True)]

    def each(self, loss: float) -> str:
        """A loss as text of this currency."""
        return self.text(self.shown(loss))

    def words(self, loss: float) -> str:
        """The same with its noun, such as "loss 0.1234"."""
        return f"{self.noun} {self.each(loss)}"


class Cost(Currency):
    """Losses as they are, and what they cost in units of the target."""

    noun, nouns = "loss", "losses"
    verb, better, worse, most = "cost", "less", "more", "least"
    choice, hidden = "action", "the target"
    right = "came true. On the line it met its target"
    leads, each_round = "has the least loss", ""
    gap = "regret against the best constant"
    headers = ("loss", "95 % interval", "cost")
    note = (
        "Loss: mean over all rounds, learning included (progressive loss), in [0, 1]. {} Cost: "
        "the same in units of the target."
    )
    far, headroom = 2.5, 1.25 * 2.5

    @property
    def line(self) -> tuple[float, float]:
        """Losses as they are."""
        return 0.0, 1.0

    def text(self, value: float, *, signed: bool = False) -> str:
        """A loss with four digits."""
        return f"{value:+.4f}" if signed else f"{value:.4f}"

    def third_cell(self, mean: float, sold: float | None, *, signed: bool = False) -> str:
        """The cost."""
        return amount(mean * self.scale.high, signed=signed)


class Money(Currency):
    """Revenue per round; a loss of 0 is the most that a round can earn, 1 the least."""

    noun, nouns = "revenue", "revenues"
    verb, better, worse, most = "earned", "more", "less", "most"
    choice, hidden = "price", "what customers pay"
    right = "would have been paid. Up to the line the price sold"
    leads, each_round = "earned most", " per round"
    gap = "revenue more than the best constant's"
    headers = ("revenue", "95 % interval", "sold")
    note = (
        "Revenue: mean over all rounds, learning included, in units of the target; more is "
        "better. {} Sold: the share of rounds whose price was paid."
    )
    far, headroom = float("inf"), 1.6

    @property
    def line(self) -> tuple[float, float]:
        """From the most that a round can earn down to the least."""
        return self.scale.high, self.scale.low - self.scale.high

    def text(self, value: float, *, signed: bool = False) -> str:
        """About four digits."""
        return amount(value, signed=signed)

    def third_cell(self, mean: float, sold: float | None, *, signed: bool = False) -> str:
        """The share sold."""
        if sold is None:
            return "–"
        return f"{100 * sold:+.1f} points" if signed else f"{sold:.1%}"


def amount(value: float, *, signed: bool = False) -> str:
    """A cost or a revenue with about four digits.

    Examples
    --------
    >>> amount(14049.6), amount(5.58812, signed=True)
    ('14,050', '+5.588')
    """
    sign = "+" if signed else ""
    return f"{value:{sign},.0f}" if abs(value) >= 1000.0 else f"{value:{sign}.4g}"
