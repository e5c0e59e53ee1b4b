"""What evaluation reads of a log: some rounds as columns."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from smoothbandits.checks import Floats

__all__ = ["Rows", "chosen"]


@dataclass(frozen=True, eq=False)
class Rows:
    """Rounds of a log, one entry each.

    Attributes
    ----------
    numbers
        Which rows of the log they are.
    points
        What was played, in unit coordinates.
    density, atom
        How likely that was: density relative to mu, point mass; nan where there is no atom.
    explored
        Whether the draw from mu was played.
    losses
        In [0, 1].
    floors
        Less than this no density of the round could have been; nan where that is unknown.
    greedy
        The greedy actions in unit coordinates, where the log has them.
    entries
        The contexts as numbers, where the log has them.
    given
        The context of a round as a policy is asked with it.
    lows, highs
        The range of each coordinate that the round could use, one row where it is all rounds'.
    share
        mu's mass of the values and items that the round could use.
    """

    numbers: NDArray[np.int64]
    points: Floats
    density: Floats
    atom: Floats
    explored: NDArray[np.bool_]
    losses: Floats
    floors: Floats
    greedy: Floats | None
    entries: Floats | None
    given: Callable[[int], Any]
    lows: Floats
    highs: Floats
    share: Floats

    def __len__(self) -> int:
        return len(self.losses)


EACH = ("numbers", "points", "density", "atom", "explored", "losses", "floors")
PERHAPS = ("greedy", "entries")
SHARED = ("lows", "highs", "share")


def chosen(rows: Rows, places: NDArray[np.int64]) -> Rows:
    """Some of the rounds."""
    given = rows.given
    parts: dict[str, Any] = {name: getattr(rows, name)[places] for name in EACH}
    for name in PERHAPS:
        value = getattr(rows, name)
        parts[name] = None if value is None else value[places]
    for name in SHARED:
        value = getattr(rows, name)
        parts[name] = value if len(value) == 1 else value[places]
    return replace(rows, **parts, given=lambda i: given(int(places[i])))
