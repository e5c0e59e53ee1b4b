"""What is played in studies on tables: columns and target in [0, 1], rows in random order."""

import functools
from dataclasses import dataclass

from smoothbandits.datasets import Dataset, load
from smoothbandits.datasets.loading import entry_of
from smoothbandits.spaces import Interval

__all__ = ["SPACE", "TableProblem", "scaled"]

SPACE = Interval(0.0, 1.0)
DRAW = 8  # seed of generated tables: settings must not be chosen on the published draw, 1


@dataclass(frozen=True, eq=False)
class TableProblem:
    """What a policy plays.

    Attributes
    ----------
    table
        Scaled.
    seed
        Of the policy and of the order of the rows.
    """

    table: Dataset
    seed: int

    @property
    def context_size(self) -> int:
        """Number of columns."""
        return len(self.table.columns)


@functools.lru_cache(maxsize=1)
def scaled(name: str, most: int, data_dir: str | None) -> Dataset:
    """The last table that was asked for, scaled; of what is generated only so many rows."""
    if entry_of(name).generated:
        return load(name, rows=most, seed=DRAW).scaled()
    return load(name, data_dir=data_dir).scaled()
