"""The kept examples that are most like a decision, with what came of them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from smoothbandits.checks import Floats
from smoothbandits.oracles.kept import Kept
from smoothbandits.spaces import Action, Space

__all__ = ["Neighbour", "distances", "nearest"]

MOST = 5
UNIFORM_DEVIATION = np.sqrt(1.0 / 12.0)  # standard deviation of a coordinate under mu


class Neighbour(NamedTuple):
    """One example that the oracle keeps.

    Attributes
    ----------
    context
        Its entries, in seven digits.
    action
        What was played, in the user's units.
    loss
        What came of it: the loss, or the reward where the explanation is of rewards.
    outcome
        The outcome, where a payoff says what it pays; else None.
    distance
        From the decision, in standard deviations of contexts and actions.
    fields
        What the context says, by the names of its fields, where it has names.
    """

    context: tuple[float, ...]
    action: Action
    loss: float
    outcome: float | None
    distance: float
    fields: Mapping[str, str] = MappingProxyType({})


def nearest(
    kept: Kept, space: Space, row: Floats, point: Floats
) -> tuple[NDArray[np.int64], Floats]:
    """The nearest examples in order, and how far they are."""
    far = distances(kept, space, row, point)
    order = np.argsort(far, kind="stable")[:MOST]
    order = order[np.isfinite(far[order])]
    return order.astype(np.int64), far[order]


def distances(kept: Kept, space: Space, row: Floats, point: Floats) -> Floats:
    """How unlike a decision each example is; infinite where another category was played.

    Entries count in their standard deviations over the examples, their root mean square is the
    distance of contexts; a missing entry is one deviation from any that is not.  Numbers count by
    the mass of mu between them, in the deviations of draws from mu.

    Examples
    --------
    >>> from smoothbandits.spaces import Interval
    >>> kept = Kept(np.array([[1.0], [3.0]]), np.array([[0.5], [0.5]]), np.zeros(2))
    >>> distances(kept, Interval(0, 1), np.array([1.0]), np.array([0.5]))
    array([0., 2.])
    """
    assert kept.actions is not None
    numbers = len(space.parts.sides)
    total = np.zeros(len(kept.contexts))
    if row.size:
        with np.errstate(all="ignore"):
            spread = np.array([deviation(column) for column in kept.contexts.T])
            steps = (kept.contexts - row) / spread
        missing = np.isnan(kept.contexts), np.isnan(row)[None]
        steps = np.where(missing[0] | missing[1], 1.0, steps)
        steps = np.where(missing[0] & missing[1], 0.0, steps)
        total += (steps**2).mean(axis=1)
    steps = (kept.actions[:, :numbers] - point[:numbers]) / UNIFORM_DEVIATION
    total += (steps**2).sum(axis=1)
    others = (kept.actions[:, numbers:] != point[numbers:]).any(axis=1)
    return np.where(others, np.inf, np.sqrt(total))


def deviation(column: Floats) -> float:
    """Standard deviation of what is there; 1 where all are alike."""
    there = column[np.isfinite(column)]
    found = float(there.std()) if there.size else 0.0
    return found if found > 0.0 and np.isfinite(found) else 1.0
