"""Losses that are constant on pieces, where Smooth_h is known exactly and never easy to beat.

On losses that vary smoothly the greedy action beats every kernel that must spread out, so that
smooth regret is negative and has no exponent.  On a plateau of mu-mass exactly h it cannot.
"""

from dataclasses import dataclass

import numpy as np

from smoothbandits.bandit.facade import Bandit
from smoothbandits.checks import Floats, check_count, check_fraction
from smoothbandits.environments import BernoulliEnvironment
from smoothbandits.errors import InvalidParameter
from smoothbandits.oracles import FiniteClassOracle
from smoothbandits.simulation.play import simulate
from smoothbandits.spaces import Catalog
from smoothbandits.theory import smooth_value

__all__ = ["Pieces", "plateaus", "stairs"]


@dataclass(frozen=True, eq=False)
class Pieces:
    """A class of loss functions on pieces of the action space; any of them may be the truth.

    Actions of one piece are alike for every function, so a piece is one item of a catalogue,
    which mu draws with the piece's mass.

    Attributes
    ----------
    values
        Expected losses, shape (functions, pieces).
    masses
        mu of each piece.
    h
        Mass of the best piece.
    """

    values: Floats
    masses: Floats
    h: float

    @property
    def space(self) -> Catalog:
        """One item per piece."""
        return Catalog(self.masses.size, self.masses)

    @property
    def oracle(self) -> FiniteClassOracle:
        """Vovk's aggregation over the class: Reg_Sq is ln(functions)/2."""
        return FiniteClassOracle(self.values)

    def truth(self, seed: int) -> Floats:
        """The true losses of a run: each function in turn."""
        losses: Floats = self.values[seed % len(self.values)]
        return losses

    def regret(self, bandit: Bandit, rounds: int, seed: int) -> float:
        """Smooth regret, at the level of the best piece, of a bandit that plays from the start."""
        truth = self.truth(seed)
        problem = BernoulliEnvironment(1.0 - truth, seed=1_000_003 + seed)
        trace = simulate(bandit, problem, rounds=rounds, progress=False)
        benchmark = float(smooth_value(truth, self.h, self.masses))
        return float(trace.expected_losses.sum() - rounds * benchmark)


def plateaus(h: float, *, functions: int = 8, low: float = 0.25, gap: float = 0.5) -> Pieces:
    """Each function is low on a piece of its own, of mass h, and worse by the gap elsewhere.

    Once the truth is found, SmoothIGW's regret is exactly T gap (1 - h)/(1 + h gamma gap).

    Examples
    --------
    >>> plateaus(0.25, functions=2).values
    array([[0.25, 0.75, 0.75],
           [0.75, 0.25, 0.75]])
    """
    own, rest = own_pieces(h, functions, 1.0)
    values = np.full((functions, own.size + rest.size), low + gap)
    np.fill_diagonal(values, low)
    return Pieces(values, np.concatenate([own, rest]), h)


def stairs(
    h: float,
    *,
    functions: int = 4,
    low: float = 0.1,
    middle: float = 0.4,
    high: float = 0.8,
) -> Pieces:
    """A wide stair that every function has, and a lower one of mass h that has to be found.

    Half of mu is worth ``middle``, whatever the truth.  Playing there teaches nothing, and an
    oracle that trusts all functions alike prefers it: who explores too little stays there, who
    explores too much pays ``high``.  So there is a right h, and it is the width of the low stair.

    Examples
    --------
    >>> stairs(0.25, functions=2).values
    array([[0.1, 0.8, 0.4],
           [0.8, 0.1, 0.4]])
    """
    if not low < middle < high - (high - low) / functions:
        raise InvalidParameter(
            f"middle is {middle!r}; between {low!r} and {high - (high - low) / functions!r} it is "
            "a trap that must be left"
        )
    own, rest = own_pieces(h, functions, 0.5)
    values = np.full((functions, own.size + 1 + rest.size), high)
    np.fill_diagonal(values, low)
    values[:, own.size] = middle
    return Pieces(values, np.concatenate([own, [0.5], rest]), h)


def own_pieces(h: float, functions: int, room: float) -> tuple[Floats, Floats]:
    """Masses of a piece for each function, and of what is left, if anything is."""
    check_fraction("h", h)
    check_count("functions", functions, least=2)
    left = room - functions * h
    if left < -1e-12:
        raise InvalidParameter(
            f"{functions} pieces of mass {h!r} do not fit into {room!r}; take fewer functions"
        )
    return np.full(functions, h), np.full(1 if left > 1e-12 else 0, left)
