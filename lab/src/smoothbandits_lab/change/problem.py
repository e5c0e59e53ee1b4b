"""A table as a world that changes: scaled to [0, 1], rows in random order, moved by round."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.datasets import Dataset
from smoothbandits.environments import (
    DriftEnvironment,
    FlipEnvironment,
    JumpEnvironment,
    RegressionEnvironment,
    SeasonsEnvironment,
)
from smoothbandits.spaces import Interval
from smoothbandits_lab.tables_at_hand import scaled

__all__ = ["SPACE", "WORLDS", "Problem", "World", "window_means"]

SPACE = Interval(0.0, 1.0)
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
class Problem:
    """What a policy plays.

    Attributes
    ----------
    table
        Scaled.
    world
        One of `WORLDS`.
    seed
        Of the policy and of the order of the rows.
    rounds, at, last
        Length of the run; the first round after the change; how many rounds count in the end.
    """

    table: Dataset
    world: str
    seed: int
    rounds: int
    at: int
    last: int

    @classmethod
    def load(
        cls,
        name: str,
        *,
        world: str,
        seed: int,
        rounds: int,
        at: int,
        last: int,
        data_dir: str | None,
    ) -> "Problem":
        """Rows of a table at hand; of what is generated only as many as are played."""
        return cls(scaled(name, rounds, data_dir), world, seed, rounds, at, last)

    @property
    def context_size(self) -> int:
        """Number of columns."""
        return len(self.table.columns)

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
