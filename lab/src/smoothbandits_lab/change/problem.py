"""A table as a world that changes: its targets are moved by round."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.environments import (
    DriftEnvironment,
    FlipEnvironment,
    JumpEnvironment,
    RegressionEnvironment,
    SeasonsEnvironment,
)
from smoothbandits_lab.cells import Cell
from smoothbandits_lab.table_problem import TableProblem, scaled

__all__ = ["WORLDS", "Problem", "World", "window_means"]

WINDOWS = 24  # of a run, for the figure


@dataclass(frozen=True)
class World:
    """How a table changes, and that in words; ``make`` takes the table, when, and all rounds."""

    make: Callable[[RegressionEnvironment, int, int], RegressionEnvironment]
    meaning: str


WORLDS = {
    "jump": World(
        lambda table, at, rounds: JumpEnvironment(table, at=at, rounds=rounds),
        "from one round on targets lie elsewhere, by 0.4 of their range",
    ),
    "flip": World(
        lambda table, at, rounds: FlipEnvironment(table, at=at, rounds=rounds),
        "from one round on y is 1 - y",
    ),
    "drift": World(
        lambda table, at, rounds: DriftEnvironment(table, rounds=rounds),
        "targets move at a constant pace, by their whole range over the run",
    ),
    "seasons": World(
        lambda table, at, rounds: SeasonsEnvironment(table, period=at // 2, rounds=rounds),
        "targets swing by a quarter of their range; a year is half the time until the others "
        "change",
    ),
    "none": World(lambda table, at, rounds: table, "nothing ever changes"),
}


@dataclass(frozen=True, eq=False)
class Problem(TableProblem):
    """A table in a world.

    Attributes
    ----------
    world
        One of `WORLDS`.
    rounds, at, last
        Length of the run; the first round after the change; how many rounds count in the end.
    """

    world: str
    rounds: int
    at: int
    last: int

    @classmethod
    def of(cls, cell: Cell) -> "Problem":
        """Rows of a table at hand; of what is generated only as many as are played."""
        given = cell.settings
        table = scaled(cell.dataset, given["rounds"], given["data_dir"])
        return cls(table, cell.seed, given["world"], given["rounds"], given["at"], given["last"])

    def environment(self, first: int = 0) -> RegressionEnvironment:
        """The rounds from ``first`` on, as one who begins there meets them."""
        table = RegressionEnvironment(self.table.X, self.table.y, shuffle=self.seed)
        moved = WORLDS[self.world].make(table, self.at, self.rounds)
        X, y = moved.contexts(0, self.rounds), moved.targets(0, self.rounds)
        return RegressionEnvironment(X[first:], y[first:])


def window_means(losses: Floats) -> list[float]:
    """Mean losses of consecutive windows, as many in a whole run.

    Examples
    --------
    >>> window_means(np.repeat([0.5, 0.25], 120))[10:14]
    [0.5, 0.5, 0.25, 0.25]
    """
    return [float(part.mean()) for part in np.array_split(losses, WINDOWS)]
