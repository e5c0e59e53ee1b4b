"""A price that is paid or not, from a word such as ``sale`` or ``sale:12``."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from smoothbandits.apps.own_table.currency import Money
from smoothbandits.checks import Floats
from smoothbandits.environments import SalesEnvironment
from smoothbandits.errors import InvalidParameter, InvalidTable
from smoothbandits.payoffs import Sale
from smoothbandits.spaces import Interval

if TYPE_CHECKING:
    import polars

__all__ = ["TableSale", "check_worths", "parse_payoff"]

LOGGED = "sold"  # a column of this name says that prices were asked, not what would be paid


@dataclass(frozen=True)
class TableSale:
    """The target is what a customer would have paid; a price up to it is paid.

    Attributes
    ----------
    text
        As it was asked for.
    cost
        Taken off every sale.
    """

    text: str
    cost: float = 0.0

    option = "payoff"  # of the command line

    def environment(self, X: Floats, y: Floats) -> SalesEnvironment:
        """The table as a problem, rows in order."""
        return SalesEnvironment(X, y, cost=self.cost)

    def currency(self, environment: SalesEnvironment, space: Interval) -> Money:
        """What reports count in."""
        return Money(environment.scale(space))

    @property
    def payoff(self) -> Sale:
        """What bandits are told beforehand."""
        return Sale(cost=self.cost)

    @property
    def formula(self) -> str:
        """Python for the revenue of price a where y would have been paid."""
        return f"a - {self.cost:g} if sold else 0.0" if self.cost else "a if sold else 0.0"

    def task(self, low: float, high: float) -> str:
        """What a policy does in a round."""
        return (
            f"asks a price between {low:g} and {high:g}, and is told nothing but whether it sold: "
            f"it earns {self.meaning}."
        )

    def lesson(self, target: str, *, told: bool) -> str:
        """Python that teaches a decision, for a bandit that was told the payoff or was not."""
        given = "outcome=sold" if told else f"reward={self.formula}"
        return f"sold = ...  # True or False, once it is known\nbandit.learn(decision, {given})\n"

    @property
    def meaning(self) -> str:
        """What a round earns, in words, for a report."""
        less = f" less {self.cost:g}" if self.cost else ""
        return f"the price{less} where it sells, else nothing"


def parse_payoff(text: str) -> TableSale:
    """Read a payoff from the command line.

    Parameters
    ----------
    text
        ``sale``, or ``sale:COST`` with what each sale costs.

    Examples
    --------
    >>> parse_payoff("sale:12").formula
    'a - 12 if sold else 0.0'
    """
    kind, colon, rest = text.strip().partition(":")
    try:
        cost = float(rest) if colon else 0.0
    except ValueError:
        cost = np.nan
    if kind != "sale" or not np.isfinite(cost):
        raise InvalidParameter(f"payoff is {text!r}; give sale, or sale:12 with a cost per sale")
    return TableSale(text.strip(), cost)


def check_worths(frame: "polars.DataFrame", target: str, ignored: tuple[str, ...]) -> None:
    """Refuse a log of prices that were asked: it does not tell what others would have earned."""
    values = set(frame[target].drop_nulls().unique().to_list()) if target in frame.columns else {2}
    if values <= {0, 1}:
        raise InvalidTable(
            f"the target {target!r} holds only 0 and 1, as a log does that says what sold at the "
            "price that was asked; a log cannot be replayed, as it does not tell what other "
            "prices would have earned; give the column with the most that each customer would "
            "have paid"
        )
    logged = [
        name
        for name in frame.columns
        if name.strip().lower() == LOGGED and name not in (target, *ignored)
    ]
    if logged:
        raise InvalidTable(
            f"the table has a column {logged[0]!r} beside {target!r}, as a log has of prices that "
            "were asked; a log cannot be replayed, as it does not tell what other prices would "
            f"have earned; if {target!r} is the most that each customer would have paid, "
            f"--ignore {logged[0]}; a log is taught with --action {target} --outcome {logged[0]}"
        )
