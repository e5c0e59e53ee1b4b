"""Which losses, which oracles, and how one run is played."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from smoothbandits.bandit.facade import Bandit
from smoothbandits.checks import Floats
from smoothbandits.environments import (
    DoseEnvironment,
    PiecesEnvironment,
    PriceCliffEnvironment,
    StepEnvironment,
    TwoValleysEnvironment,
)
from smoothbandits.explorers import Anytime, SmoothIGW
from smoothbandits.oracles import (
    AdditiveOracle,
    BoostedOracle,
    DispersionOracle,
    HarmonicOracle,
    Oracle,
)
from smoothbandits.simulation.play import simulate
from smoothbandits_lab.cells import Cell

__all__ = ["CONTEXTS", "ORACLES", "SHAPES", "Shape", "actions", "checkpoints", "play"]

POINTS = 50  # of a curve of regret
ACTIONS = 201  # of a curve of losses
CONTEXTS = ((-0.6, -0.3, 0.0, 0.0), (0.6, 0.3, 0.0, 0.0))  # where learned losses are shown
EXPLORER = SmoothIGW(h=1.0, gamma=Anytime(4.0))  # the same for every oracle


@dataclass(frozen=True)
class Shape:
    """A problem, and its name in figures."""

    environment: type[PiecesEnvironment]
    label: str
    meaning: str


SHAPES: dict[str, Shape] = {
    "price": Shape(
        PriceCliffEnvironment,
        "a price with a cliff",
        "above the reservation price nothing is sold, below it each cent less is lost",
    ),
    "dose": Shape(
        DoseEnvironment,
        "a dose with a cliff",
        "more helps ever less, beyond what is tolerated it harms",
    ),
    "valleys": Shape(
        TwoValleysEnvironment,
        "two valleys",
        "narrow and far apart; the context says which is deeper",
    ),
    "step": Shape(StepEnvironment, "steps", "too little fails, enough works, too much is wasted"),
}

ORACLES: dict[str, Oracle] = {
    "dispersion": DispersionOracle(),
    "additive": AdditiveOracle(),
    "harmonic": HarmonicOracle(),
    "boosted": BoostedOracle(),
}


def checkpoints(rounds: int) -> list[int]:
    """Rounds at which the regret is noted.

    Examples
    --------
    >>> checkpoints(100_000)[:2]
    [2000, 4000]
    """
    return sorted({rounds * i // POINTS for i in range(1, POINTS + 1)} - {0})


def actions() -> Floats:
    """Where curves of losses are drawn."""
    return np.linspace(0.0, 1.0, ACTIONS)


def play(cell: Cell) -> dict[str, Any]:
    """One run: the regret over time, and the losses that the oracle predicts in the end."""
    rounds: int = cell.settings["rounds"]
    environment = SHAPES[cell.dataset].environment(rounds, seed=cell.seed)
    bandit = Bandit(
        environment.space,
        oracle=ORACLES[cell.policy],
        explorer=EXPLORER,
        context_size=environment.context_size,
        seed=cell.seed,
    )
    trace = simulate(bandit, environment, progress=False)
    regrets = trace.regrets[np.array(checkpoints(rounds)) - 1]
    last = max(1, rounds // 10)
    late = trace.expected_losses[-last:] - trace.best_losses[-last:]
    return {
        "regrets": regrets.tolist(),
        "late": float(late.mean()),
        "learned": [bandit.oracle.predict(context, actions()).tolist() for context in CONTEXTS],
        "greedy": [float(bandit.oracle.best(context)[0]) for context in CONTEXTS],
        "seconds": trace.seconds,
    }
