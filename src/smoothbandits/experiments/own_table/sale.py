"""A price that is paid or not, from a word such as ``sale`` or ``sale:12``."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.environments import SalesEnvironment
from smoothbandits.errors import InvalidParameter, InvalidTable
from smoothbandits.payoffs import Sale

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

    def environment(self, X: Floats, y: Floats) -> SalesEnvironment:
        """The table as a problem, rows in order."""
        return SalesEnvironment(X, y, cost=self.cost)

    @property
    def payoff(self) -> Sale:
        """What bandits are told."""
        return Sale(cost=self.cost)

    @property
    def formula(self) -> str:
        """Python for the revenue of price a where y would have been paid."""
        return f"a - {self.cost:g} if sold else 0.0" if self.cost else "a if sold else 0.0"

    @property
    def meaning(self) -> str:
        """In words."""
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
    """Refuse a log of prices that were asked: what others would have earned is not in it."""
    values = set(frame[target].drop_nulls().unique().to_list()) if target in frame.columns else {2}
    if values <= {0, 1}:
        raise InvalidTable(
            f"the target {target!r} holds only 0 and 1: that is whether something sold at the "
            "price that was asked, a log, which cannot be replayed, as nobody knows what other "
            "prices would have done; give the column with the most that each customer would "
            "have paid"
        )
    logged = [
        name
        for name in frame.columns
        if name.strip().lower() == LOGGED and name not in (target, *ignored)
    ]
    if logged:
        raise InvalidTable(
            f"the table has a column {logged[0]!r} beside {target!r}: a log of prices that were "
            "asked, which cannot be replayed, as nobody knows what other prices would have done; "
            f"if {target!r} is the most that each customer would have paid, --ignore {logged[0]}"
        )
