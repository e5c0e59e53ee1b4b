"""What evaluation found: values of policies, with intervals and what they rest on."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from smoothbandits.drawing.html import rows_of
from smoothbandits.extras import require_extra

if TYPE_CHECKING:
    import polars
    from matplotlib.figure import Figure

__all__ = ["Evaluation", "Look", "PolicyValue"]

FEW = 30.0  # effective rounds below which an answer rests on too little
HEAVY = 0.1  # of all weight on one round


@dataclass(frozen=True)
class Look:
    """What was known after so many rounds: an estimate, and the interval for all times."""

    rounds: int
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class PolicyValue:
    """The value of one policy, in the user's units.

    Attributes
    ----------
    policy
        Its name.
    value, low, high
        Estimate and interval.
    method, interval, level
        How both were found, and how often such intervals are to hold.
    always_low, always_high
        The interval that holds at all looks at once, by importance sampling.
    rounds, counted
        Rounds of the log; of them with a weight above 0.
    effective
        How many rounds of equal weight would tell as much.
    largest
        The largest weight.
    mean_weight
        It should be near 1.
    bandwidth
        Half the width of the kernel that smoothed the policy, as a share of mu; 0 if none did.
    bias
        What smoothing seems to add to the value; nan where that is unknown.
    hidden
        How much it may hide, with a margin for chance; 0 where nothing was smoothed.
    remarks
        Sentences: what the answer rests on.
    looks
        How it came about.
    """

    policy: str
    value: float
    low: float
    high: float
    method: str
    interval: str
    level: float
    always_low: float
    always_high: float
    rounds: int
    counted: int
    effective: float
    largest: float
    mean_weight: float
    bandwidth: float = 0.0
    bias: float = 0.0
    hidden: float = 0.0
    remarks: tuple[str, ...] = ()
    looks: tuple[Look, ...] = field(default=(), repr=False)

    @property
    def trusted(self) -> bool:
        """Whether enough rounds are behind the answer."""
        share = self.largest / (self.mean_weight * self.rounds) if self.mean_weight else 1.0
        return self.effective >= FEW and share <= HEAVY

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON: None for what is unknown."""
        found = {
            name: getattr(self, name) for name in self.__dataclass_fields__ if name != "looks"
        }
        found["trusted"] = self.trusted
        return {name: plain(value) for name, value in found.items()}

    def sentence(self, unit: str) -> str:
        """The answer in a line."""
        words = (
            f"{self.policy}: {unit} {self.value:.4g}, {self.level:.0%} interval "
            f"{self.low:.4g} to {self.high:.4g} ({self.method}, {self.interval})"
        )
        return words if self.trusted else f"rests on too little: {words}"


@dataclass(frozen=True)
class Evaluation:
    """What a log says of some policies; ``evaluation["name"]`` is one of them.

    Attributes
    ----------
    values
        One for each policy, in the order that they were given.
    unit
        "loss" or "reward".
    logged
        What was really had, on average over the rounds.
    rounds, waiting, certain
        Rounds that were used; left out because no loss had come; left out because nothing was
        left to chance in them.
    mean_weight
        Of playing mu, which has to be near 1.
    method
        Which method, and why.
    """

    values: tuple[PolicyValue, ...]
    unit: str
    logged: float
    rounds: int
    waiting: int
    certain: int
    mean_weight: float
    method: str

    def __getitem__(self, policy: str) -> PolicyValue:
        for one in self.values:
            if one.policy == policy:
                return one
        raise KeyError(f"{policy!r}; there are {', '.join(one.policy for one in self.values)}")

    def __iter__(self) -> Iterator[PolicyValue]:
        return iter(self.values)

    def __len__(self) -> int:
        return len(self.values)

    @property
    def _only(self) -> PolicyValue:
        if len(self.values) != 1:
            names = ", ".join(one.policy for one in self.values)
            raise AttributeError(f"there are {len(self.values)} values; choose one of {names}")
        return self.values[0]

    @property
    def value(self) -> float:
        """The estimate, where there is one policy."""
        return self._only.value

    @property
    def low(self) -> float:
        """The lower end of the interval, where there is one policy."""
        return self._only.low

    @property
    def high(self) -> float:
        """The upper end of the interval, where there is one policy."""
        return self._only.high

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        found = {name: getattr(self, name) for name in self.__dataclass_fields__}
        found["values"] = [one.to_dict() for one in self.values]
        return {name: plain(value) for name, value in found.items()}

    def to_frame(self) -> "polars.DataFrame":
        """A table with a row for each policy."""
        require_extra("tables", "polars")
        import polars

        rows = [one.to_dict() for one in self.values]
        return polars.DataFrame([{**row, "remarks": " ".join(row["remarks"])} for row in rows])

    @property
    def lines(self) -> tuple[str, ...]:
        """The sentences of the answer: first the values, then what they rest on."""
        found = [one.sentence(self.unit) for one in self.values]
        found.sort(key=lambda line: not line.startswith("rests on"))
        found.append(
            f"The log: {self.rounds:,} rounds, mean {self.unit} {self.logged:.4g}, mean weight "
            f"{self.mean_weight:.3g}. {self.method}"
        )
        if self.waiting:
            found.append(
                f"{self.waiting:,} rounds without a loss were left out; if losses that come late "
                "are not like those that come early, so is the answer not."
            )
        if self.certain:
            found.append(
                f"{self.certain:,} rounds were left out in which nothing was left to chance."
            )
        for one in self.values:
            found += [f"{one.policy}: {remark}" for remark in one.remarks]
        return tuple(found)

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def __repr__(self) -> str:
        return f"<Evaluation\n{self}>"

    def _repr_html_(self) -> str:
        headers = (
            "policy", self.unit, "low", "high", "at all times", "effective rounds",
            "largest weight", "smoothed by", "hides",
        )  # fmt: skip
        rows = [
            (
                one.policy if one.trusted else f"{one.policy} (rests on too little)",
                f"{one.value:.4g}",
                f"{one.low:.4g}",
                f"{one.high:.4g}",
                f"{one.always_low:.4g} to {one.always_high:.4g}",
                f"{one.effective:,.0f} of {one.rounds:,}",
                f"{one.largest:,.4g}",
                f"{one.bandwidth:.3g}" if one.bandwidth else "",
                "" if not one.bandwidth else f"{one.hidden:.2g}" if known(one.hidden) else "?",
            )
            for one in self.values
        ]
        return rows_of(f"{self.unit.capitalize()} of {len(rows)} policies", headers, rows)

    def plot(self, *, dark: bool = False) -> "Figure":
        """Draw the intervals of all policies, and how they narrowed.

        Parameters
        ----------
        dark
            For dark pages.
        """
        require_extra("plots", "matplotlib")
        from smoothbandits.evaluation.pictures import plot

        return plot(self, dark=dark)


def known(number: float) -> bool:
    """Whether there is a number."""
    return not math.isnan(number)


def plain(value: Any) -> Any:
    """A value for JSON."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return list(value) if isinstance(value, Sequence) and not isinstance(value, str) else value
