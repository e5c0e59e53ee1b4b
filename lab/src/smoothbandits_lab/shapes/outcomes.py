"""What came of the runs of an oracle on a shape."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits_lab.cells import Result

__all__ = ["Outcome", "Outcomes"]


@dataclass(frozen=True, eq=False)
class Outcome:
    """One oracle on one shape: a row or an entry per run.

    Attributes
    ----------
    regrets
        Pseudo-regret at each checkpoint.
    late
        Regret per round over the last tenth of the rounds.
    learned, greedy
        Predicted losses in the end by run, context and action; the action of the least.
    """

    regrets: Floats
    late: Floats
    learned: Floats
    greedy: Floats

    @classmethod
    def of(cls, results: Sequence[Result]) -> "Outcome":
        """Runs of the same cell but for their seeds."""
        return cls(*(np.array([result[one.name] for result in results]) for one in fields(cls)))


#: by shape and oracle
Outcomes = dict[str, dict[str, Outcome]]
