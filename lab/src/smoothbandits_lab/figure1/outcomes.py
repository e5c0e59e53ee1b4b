"""What Figure 1 found."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits_lab.cells import Result
from smoothbandits_lab.figure1.runs import POLICIES, PUBLISHED_ROUNDS, Published

__all__ = ["Figure1", "Outcome"]


@dataclass(frozen=True, eq=False)
class Outcome:
    """One policy: a row or an entry per run.

    Attributes
    ----------
    curves
        Pseudo-regret at each checkpoint.
    realised
        Regret at the end with the rewards as they were drawn.
    lost
        Runs that played no best arm in the last tenth of the rounds.
    seconds
        Time of the simulation loops, all runs together.
    """

    curves: Floats
    realised: Floats
    lost: int
    seconds: float

    @classmethod
    def of(cls, results: Sequence[Result]) -> "Outcome":
        """Runs of one policy."""
        return cls(
            curves=np.array([result["regrets"] for result in results]),
            realised=np.array([result["realised"] for result in results]),
            lost=sum(result["lost"] for result in results),
            seconds=sum(result["seconds"] for result in results),
        )

    @property
    def final(self) -> Floats:
        """Pseudo-regret at the end."""
        return self.curves[:, -1]

    def sd(self) -> Floats:
        """Standard deviation of one run at each checkpoint; 0 where there is one run."""
        if len(self.curves) < 2:
            return np.zeros(self.curves.shape[1])
        found: Floats = self.curves.std(axis=0, ddof=1)
        return found

    def numbers(self) -> dict[str, Any]:
        """Summary and curves as plain numbers."""
        sd, runs = float(self.sd()[-1]), len(self.final)
        return {
            "mean": float(self.final.mean()),
            "median": float(np.median(self.final)),
            "sd": sd,
            "se": sd / runs**0.5,
            "runs": runs,
            "lost": self.lost,
            "realised_mean": float(self.realised.mean()),
            "final": self.final.tolist(),
            "curve_mean": self.curves.mean(axis=0).tolist(),
            "curve_sd": self.sd().tolist(),
            "seconds": self.seconds,
        }


@dataclass(frozen=True, eq=False)
class Figure1:
    """All that the report needs."""

    dataset: str
    note: str  # what must be said about the dataset
    arms: int
    best_arms: int
    rounds: int
    seeds: list[int]
    outcomes: dict[str, Outcome]

    @property
    def comparable(self) -> bool:
        """Whether published figures belong beside these: the same arms and rounds."""
        return self.dataset == "caption-652" and self.rounds == PUBLISHED_ROUNDS

    def published(self, policy: str) -> Published | None:
        """The published figure for the same problem, if there is one."""
        return POLICIES[policy].published if self.comparable else None

    def ranking(self) -> list[str]:
        """Policies by mean regret, the least first."""
        return sorted(self.outcomes, key=lambda name: float(self.outcomes[name].final.mean()))
