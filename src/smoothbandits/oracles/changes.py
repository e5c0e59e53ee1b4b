"""What is written down when a challenger takes over."""

from typing import NamedTuple

from smoothbandits.checks import Floats

__all__ = ["MOST_CHANGES", "Change", "read_changes"]

MOST_CHANGES = 64  # the last ones are kept


class Change(NamedTuple):
    """The world had moved: a challenger beat the model in use on rounds that came later.

    Attributes
    ----------
    learned
        Losses learned when it took over; `Decision.version` of the decisions before is less.
    comparison
        Which comparison it was, counted from 1.
    evidence
        Natural logarithm of the evidence for it; at least log(k (k + 1) / alpha) in the k-th.
    examples
        How many examples the challenger had learned.
    """

    learned: int
    comparison: int
    evidence: float
    examples: int


def read_changes(rows: Floats, count: int) -> tuple[Change, ...]:
    """Records in the order in which they were written; the last ones where they are many.

    Examples
    --------
    >>> import numpy as np
    >>> read_changes(np.array([[9.0, 3.0, 7.5, 2.0], [8.0, 2.0, 6.5, 2.0]]), 3)
    (Change(learned=8, ...), Change(learned=9, ...))
    """
    first = max(0, count - len(rows))
    found = []
    for number in range(first, count):
        learned, comparison, evidence, examples = rows[number % len(rows)].tolist()
        found.append(Change(int(learned), int(comparison), evidence, int(examples)))
    return tuple(found)
