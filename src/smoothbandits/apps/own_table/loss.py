"""What a wrong action costs, from a word such as ``pinball:0.9``."""

from dataclasses import dataclass
from typing import Any, Literal

from smoothbandits.apps.own_table.currency import Cost
from smoothbandits.checks import Floats
from smoothbandits.environments import RegressionEnvironment
from smoothbandits.errors import InvalidParameter
from smoothbandits.scale import Scale
from smoothbandits.spaces import Interval

__all__ = ["TableLoss", "parse_loss"]

Kind = Literal["absolute", "squared", "pinball", "asymmetric"]
PARAMETERS: dict[Kind, tuple[str, ...]] = {
    "absolute": (),
    "squared": (),
    "pinball": ("tau",),
    "asymmetric": ("under", "over"),
}
EXAMPLES = "absolute, squared, pinball:0.9 or asymmetric:3,1"


@dataclass(frozen=True)
class TableLoss:
    """The action should meet the target; what a miss costs is a loss of `RegressionEnvironment`.

    Attributes
    ----------
    text
        As it was asked for.
    kind, parameters
        As the environment takes them.
    """

    text: str
    kind: Kind
    parameters: tuple[float, ...] = ()

    payoff = None  # what bandits are told beforehand
    option = "loss"  # of the command line

    @property
    def options(self) -> dict[str, Any]:
        """Arguments of the environment."""
        named = zip(PARAMETERS[self.kind], self.parameters, strict=True)
        return {"loss": self.kind, **dict(named)}

    def environment(self, X: Floats, y: Floats) -> RegressionEnvironment:
        """The table as a problem, rows in order."""
        return RegressionEnvironment(X, y, **self.options)

    def currency(self, environment: RegressionEnvironment, space: Interval) -> Cost:
        """What reports count in; a loss of 1 costs `unit`."""
        return Cost(Scale(0.0, self.unit(float(environment.state(space).width))))

    def unit(self, width: float) -> float:
        """What a loss of 1 costs in the target's units, for a range of this width."""
        if self.kind == "squared":
            return width**2
        return width * max(self.parameters) if self.kind == "asymmetric" else width

    @property
    def formula(self) -> str:
        """Python for the cost of action a where y came true, in the target's units."""
        if self.kind == "absolute":
            return "abs(y - a)"
        if self.kind == "squared":
            return "(y - a) ** 2"
        under, over = self.parameters if self.kind == "asymmetric" else self._pinball()
        return f"max({under:g} * (y - a), {over:g} * (a - y))"

    def _pinball(self) -> tuple[float, float]:
        return self.parameters[0], round(1.0 - self.parameters[0], 12)

    def task(self, low: float, high: float) -> str:
        """What a policy does in a round."""
        return (
            f"names a value between {low:g} and {high:g}, and is told nothing but its cost: "
            f"{self.meaning}, as a share of the worst that can happen."
        )

    def lesson(self, target: str, *, told: bool) -> str:
        """Python that teaches a decision."""
        return (
            f"y = ...  # {target}, once it is known\n"
            f"cost = {self.formula}\n"
            "bandit.learn(decision, loss=min(cost, bandit.scale.high))  # y may leave the range\n"
        )

    @property
    def meaning(self) -> str:
        """The loss in words, for a report."""
        if self.kind == "pinball":
            return f"pinball loss, which aims at the {self.parameters[0]:.0%} quantile"
        if self.kind == "asymmetric":
            under, over = self.parameters
            return f"{under:g} per unit below the target, {over:g} per unit above it"
        return {"absolute": "absolute error", "squared": "squared error"}[self.kind]


def parse_loss(text: str) -> TableLoss:
    """Read a loss from the command line.

    Parameters
    ----------
    text
        ``absolute``, ``squared``, ``pinball:QUANTILE``, or ``asymmetric:UNDER,OVER``, the costs
        per unit of an action below and above the target.

    Examples
    --------
    >>> parse_loss("asymmetric:3,1").formula
    'max(3 * (y - a), 1 * (a - y))'
    """
    kind, _, rest = text.strip().partition(":")
    expected = next((names for name, names in PARAMETERS.items() if name == kind), None)
    try:
        numbers = tuple(float(part) for part in rest.split(",")) if rest else ()
    except ValueError:
        numbers = (float("nan"),)
    if expected is None or len(numbers) != len(expected):
        raise InvalidParameter(f"loss is {text!r}; give {EXAMPLES}")
    if kind == "pinball" and not 0.0 < numbers[0] < 1.0:
        raise InvalidParameter(f"loss is {text!r}; the quantile must be between 0 and 1")
    if kind == "asymmetric" and not all(0.0 < number < 1e300 for number in numbers):
        raise InvalidParameter(f"loss is {text!r}; both costs must be above 0")
    return TableLoss(text.strip(), kind, numbers)  # type: ignore[arg-type]
