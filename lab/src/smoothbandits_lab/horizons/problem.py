"""A table as a bandit problem: columns and target scaled to [0, 1], rows in random order."""

from dataclasses import dataclass
from typing import NamedTuple

from smoothbandits.checks import Floats
from smoothbandits.datasets import Dataset
from smoothbandits.environments import RegressionEnvironment, SalesEnvironment
from smoothbandits.spaces import Interval
from smoothbandits_lab.tables_at_hand import scaled

__all__ = [
    "ALL",
    "HORIZONS",
    "LOSSES",
    "PRICE",
    "SLOPES",
    "SPACE",
    "Problem",
    "Slopes",
    "horizon_ends",
]

SPACE = Interval(0.0, 1.0)
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
class Problem:
    """What a policy plays.

    Attributes
    ----------
    table
        Scaled.
    loss
        One of `LOSSES`.
    seed
        Of the policy and of the order of the rows.
    ends
        Rounds by horizon, in ascending order; the last is the length of the run.
    """

    table: Dataset
    loss: str
    seed: int
    ends: dict[str, int]

    @classmethod
    def load(
        cls, name: str, *, loss: str, seed: int, rounds: int, most: int, data_dir: str | None
    ) -> "Problem":
        """A run of at most so many rounds, where "all" rows are ``most`` at the most."""
        table = scaled(name, most, data_dir)
        return cls(table, loss, seed, horizon_ends(len(table), rounds, most))

    @property
    def slopes(self) -> Slopes:
        """Of the loss, where it is that of a guess."""
        return SLOPES[self.loss]

    @property
    def context_size(self) -> int:
        """Number of columns."""
        return len(self.table.columns)

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
