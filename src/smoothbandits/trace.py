"""What happened in a simulation."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import polars

__all__ = ["Trace"]


@dataclass(frozen=True, eq=False)
class Trace:
    """Losses, actions and bases of a simulation, one entry per round.

    Attributes
    ----------
    losses
        Realised losses in [0, 1].
    expected_losses
        Expected losses of the played actions where the environment knows them, else the
        realised ones.
    best_losses
        Least (expected) loss of each round; nan where unknown.
    actions
        In the user's units.
    bases
        Which base the master invoked.
    explored
        Whether the draw from mu was played.
    benchmark
        What the regret is measured against.
    engine
        "compiled", "stepped" (compiled steps around a Python environment) or "python".
    seconds
        Time of the loop; where it is compiled, from after compiling.
    first
        Number of the environment's round that the trace begins with.
    """

    losses: NDArray[np.float64]
    expected_losses: NDArray[np.float64]
    best_losses: NDArray[np.float64]
    actions: NDArray[Any]
    bases: NDArray[np.int64]
    explored: NDArray[np.bool_]
    benchmark: str
    engine: str
    seconds: float
    first: int = 0

    def __len__(self) -> int:
        return len(self.losses)

    @property
    def mean_loss(self) -> float:
        """Progressive loss: average over all rounds."""
        return float(self.losses.mean())

    @property
    def exploration_rate(self) -> float:
        """Share of rounds that explored."""
        return float(self.explored.mean())

    @property
    def progressive_losses(self) -> NDArray[np.float64]:
        """Average loss up to each round."""
        return np.cumsum(self.losses) / np.arange(1, len(self) + 1)

    @property
    def regrets(self) -> NDArray[np.float64]:
        """Cumulative regret against `benchmark`; nan where the best loss is unknown."""
        return np.cumsum(self.expected_losses - self.best_losses)

    def to_frame(self) -> "polars.DataFrame":
        """A table with one row per round; knobs of a box become columns of their own."""
        import polars

        columns: dict[str, Any] = {"round": self.first + np.arange(len(self))}
        if self.actions.ndim == 2:
            for i in range(self.actions.shape[1]):
                columns[f"action_{i}"] = self.actions[:, i]
        else:
            columns["action"] = self.actions
        columns |= {
            "loss": self.losses,
            "expected_loss": self.expected_losses,
            "best_loss": self.best_losses,
            "base": self.bases,
            "explored": self.explored,
        }
        return polars.DataFrame(columns)

    def __repr__(self) -> str:
        return (
            f"<Trace of {len(self):,} rounds ({self.engine}): mean loss {self.mean_loss:.4f}, "
            f"{self.exploration_rate:.1%} explored, {len(self) / max(self.seconds, 1e-9):,.0f} "
            "rounds/s>"
        )
