"""A table as a bandit problem under one of three losses, at several horizons."""

from dataclasses import dataclass
from typing import NamedTuple

from smoothbandits.checks import Floats
from smoothbandits.environments import RegressionEnvironment, SalesEnvironment
from smoothbandits_lab.cells import Cell
from smoothbandits_lab.table_problem import TableProblem, scaled

__all__ = [
    "ALL",
    "HORIZONS",
    "LOSSES",
    "PRICE",
    "SLOPES",
    "Problem",
    "Slopes",
    "horizon_ends",
]

HORIZONS = (500, 2_000, 5_000)
ALL = "all"  # the horizon of all rows


class Slopes(NamedTuple):
    """What a unit below and a unit above the target costs, relative to each other."""

    under: float
    over: float

    @property
    def level(self) -> float:
        """The quantile of the target that costs least."""
        return self.under / (self.under + self.over)


#: |y - a|, and y - a below the target but a third of a - y above it
SLOPES = {"absolute": Slopes(1.0, 1.0), "3:1": Slopes(3.0, 1.0)}
#: the target is what a customer would pay, and a price up to it earns itself
PRICE = "price"
LOSSES = (*SLOPES, PRICE)


@dataclass(frozen=True, eq=False)
class Problem(TableProblem):
    """A table under a loss.

    Attributes
    ----------
    loss
        One of `LOSSES`.
    ends
        Rounds by horizon, in ascending order; the last is the length of the run.
    """

    loss: str
    ends: dict[str, int]

    @classmethod
    def of(cls, cell: Cell) -> "Problem":
        """A run of at most ``rounds``, where "all" rows are ``most`` at the most."""
        given = cell.settings
        table = scaled(cell.dataset, given["most"], given["data_dir"])
        ends = horizon_ends(len(table), given["rounds"], given["most"])
        return cls(table, cell.seed, given["loss"], ends)

    @property
    def slopes(self) -> Slopes:
        """Of the loss, where it is that of a guess."""
        return SLOPES[self.loss]

    @property
    def rounds(self) -> int:
        """Of the whole run."""
        return max(self.ends.values())

    def environment(self) -> RegressionEnvironment | SalesEnvironment:
        """Rows in the order of the seed."""
        if self.loss == PRICE:
            return SalesEnvironment(self.table.X, self.table.y, shuffle=self.seed)
        under, over = self.slopes
        return RegressionEnvironment(
            self.table.X,
            self.table.y,
            loss="absolute" if under == over else "asymmetric",
            under=under,
            over=over,
            shuffle=self.seed,
        )

    def rows(self) -> tuple[Floats, Floats]:
        """Contexts and targets in the order of the seed."""
        order = self.environment().order[: self.rounds]
        return self.table.X[order], self.table.y[order]


def horizon_ends(rows: int, rounds: int, most: int) -> dict[str, int]:
    """The horizons that a run of a table reaches.

    Examples
    --------
    >>> horizon_ends(4_137, 5_000, 100_000)
    {'500': 500, '2000': 2000, 'all': 4137}
    >>> horizon_ends(45_730, 5_000, 100_000)
    {'500': 500, '2000': 2000, '5000': 5000}
    """
    whole = min(rows, most)
    ends = {str(n): n for n in HORIZONS if n <= min(whole, rounds)}
    return {**ends, ALL: whole} if whole <= rounds else ends
