"""A dataset as the paper plays it: columns and target scaled to [0, 1], rows in random order."""

import functools
from dataclasses import dataclass
from typing import Any

from smoothbandits.datasets import Dataset, load
from smoothbandits.environments import RegressionEnvironment
from smoothbandits.spaces import Interval

__all__ = ["Problem"]

SPACE = Interval(0.0, 1.0)


@dataclass(frozen=True, eq=False)
class Problem:
    """What a policy plays.

    Attributes
    ----------
    name
        Of the dataset.
    table
        Scaled.
    seed
        Of the policy and of the order of the rows.
    settings
        Of the policy, from its cell.
    """

    name: str
    table: Dataset
    seed: int
    settings: dict[str, Any]

    @classmethod
    def load(
        cls,
        name: str,
        *,
        rows: int | None,
        data_dir: str | None,
        seed: int,
        settings: dict[str, Any],
    ) -> "Problem":
        """The scaled table, which stays in memory until another is asked for."""
        return cls(name, scaled(name, rows, data_dir), seed, settings)

    @property
    def context_size(self) -> int:
        """Number of columns."""
        return len(self.table.columns)

    def environment(self) -> RegressionEnvironment:
        """Rows in the order of the seed, with the absolute loss."""
        return RegressionEnvironment(self.table.X, self.table.y, shuffle=self.seed)


@functools.lru_cache(maxsize=1)
def scaled(name: str, rows: int | None, data_dir: str | None) -> Dataset:
    """The last table that was asked for."""
    return load(name, rows=rows, data_dir=data_dir).scaled()
