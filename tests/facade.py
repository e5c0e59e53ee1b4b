"""What the tests of the facade share: snapshots, comparisons and oracles that a user may write."""

from typing import Any

import numpy as np

from smoothbandits.bandit.decision import Decision
from smoothbandits.bandit.facade import Bandit
from smoothbandits.kernels.states import OwnState
from tests.inside import counts_of, ledger_of, settled


class GridOracle:
    """A user's oracle: means on a grid of the interval, no ``best``; can be saved."""

    def __init__(self, cells: int = 8, low: float = 0.0, high: float = 1.0) -> None:
        self.low, self.width = low, (high - low) / cells
        self.totals, self.counts = np.zeros(cells), np.zeros(cells)

    def cells_of(self, actions: Any) -> np.ndarray:
        places = (np.asarray(actions, dtype=float) - self.low) / self.width
        return np.clip(places.astype(int), 0, self.totals.size - 1)

    def predict(self, context: Any, actions: Any, weight: float = 1.0) -> np.ndarray:
        cells = self.cells_of(actions)
        return (0.5 + self.totals[cells]) / (1.0 + self.counts[cells])

    def learn(self, context: Any, action: Any, loss: float, weight: float = 1.0) -> None:
        cell = self.cells_of(action)
        self.totals[cell] += weight * loss
        self.counts[cell] += weight

    def state_dict(self) -> dict[str, np.ndarray]:
        return {"totals": self.totals, "counts": self.counts}

    def load_state_dict(self, arrays: dict[str, np.ndarray]) -> None:
        self.totals, self.counts = arrays["totals"].copy(), arrays["counts"].copy()


class GridOracleWithBest(GridOracle):
    """The same with its own argmin."""

    def best(self, context: Any, weight: float = 1.0) -> tuple[float, float]:
        means = (0.5 + self.totals) / (1.0 + self.counts)
        cell = int(np.argmin(means))
        return self.low + (cell + 0.5) * self.width, float(means[cell])


class FixedOracle:
    """Predicts one number for everything, whatever it is."""

    def __init__(self, prediction: float) -> None:
        self.prediction = prediction

    def predict(self, context: Any, actions: Any, weight: float = 1.0) -> np.ndarray:
        return np.full(len(actions), self.prediction)

    def learn(self, context: Any, action: Any, loss: float, weight: float = 1.0) -> None:
        pass


def state_arrays(bandit: Bandit) -> dict[str, np.ndarray]:
    """Every array that the bandit's oracles and explorer hold."""
    arrays = bandit.state_arrays()
    if isinstance(bandit.oracle.state, OwnState):
        for name, value in vars(bandit.oracle.oracle).items():
            arrays[f"own.{name}"] = np.asarray(value)
    return arrays


def snapshot(bandit: Bandit) -> dict[str, Any]:
    """Everything that acting or learning may change, bit for bit."""
    ledger, counts = ledger_of(settled(bandit)), counts_of(bandit)
    return {
        "arrays": {name: array.tobytes() for name, array in state_arrays(bandit).items()},
        "counters": (ledger.lineage, counts.decided, counts.learned, counts.explored),
        "loss_sum": counts.loss_sum.hex(),
        "bits": (ledger.own.window.start, bytes(ledger.own.window.bits).rstrip(b"\0")),
        "waiting": [plain_fields(decision) for decision in ledger.pending.values()],
        "gone": list(ledger.gone.items()),
    }


def plain_fields(decision: Decision, *, without: tuple[str, ...] = ()) -> dict[str, Any]:
    """The fields of a decision as plain values that compare with ``==``."""
    return {name: value for name, value in decision.to_dict().items() if name not in without}


def same_play(one: Decision, other: Decision) -> bool:
    """Whether two bandits decided alike: all fields but those that name the bandit."""
    names = ("id", "bandit")
    return plain_fields(one, without=names) == plain_fields(other, without=names)


def same_trace(one: Any, other: Any) -> bool:
    """Whether two traces agree in every bit."""
    names = ("losses", "expected_losses", "best_losses", "actions", "bases", "explored")
    return all(getattr(one, n).tobytes() == getattr(other, n).tobytes() for n in names)
