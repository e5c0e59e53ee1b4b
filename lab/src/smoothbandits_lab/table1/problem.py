"""A dataset as the paper plays it, with the absolute loss."""

import functools
from dataclasses import dataclass
from typing import Any

from smoothbandits.datasets import Dataset, load
from smoothbandits.environments import RegressionEnvironment
from smoothbandits_lab.cells import Cell
from smoothbandits_lab.table_problem import TableProblem

__all__ = ["Problem"]


@dataclass(frozen=True, eq=False)
class Problem(TableProblem):
    """A dataset, and how it is played.

    Attributes
    ----------
    settings
        Of the policy, from its cell.
    """

    settings: dict[str, Any]

    @classmethod
    def of(cls, cell: Cell) -> "Problem":
        """The scaled table, which stays in memory until another is asked for."""
        given = cell.settings
        table = scaled(cell.dataset, given["rows"], given["data_dir"])
        return cls(table, cell.seed, given["policy"])

    def environment(self) -> RegressionEnvironment:
        """Rows in the order of the seed, with the absolute loss."""
        return RegressionEnvironment(self.table.X, self.table.y, shuffle=self.seed)


@functools.lru_cache(maxsize=1)
def scaled(name: str, rows: int | None, data_dir: str | None) -> Dataset:
    """The last table that was asked for."""
    return load(name, rows=rows, data_dir=data_dir).scaled()
