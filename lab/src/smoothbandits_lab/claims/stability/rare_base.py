"""A base that is invoked ever more rarely, and has something new to learn each time."""

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from smoothbandits.checks import Floats
from smoothbandits.explorers import StableBase, StableCorral
from smoothbandits.kernels.states import MIXED, RUNNING, StableCorralState
from smoothbandits.oracles import FiniteClassOracle, Model
from smoothbandits_lab.claims.plateaus import stairs

__all__ = ["ALONE", "CHASE", "EVEN", "PHASES", "RULES", "STABLE", "UNWEIGHTED", "Game", "Run"]

KERNELS: Any = import_module("smoothbandits.interpreted.steps")
ACCEPTING: Any = import_module("smoothbandits.interpreted.explorers.accepting")
stable_turn, acceptance = KERNELS.turn, ACCEPTING.acceptance

H, CHOICES, CONTEXTS = 1.0 / 8.0, 4, 3
LOW, MIDDLE, HIGH = 0.1, 0.5, 0.9
VISITS = 2_000  # times that the base is invoked in each phase, on average
LEARNED = 20  # plays of the best piece in a row

PHASES, CHASE = "in phases", "chasing"
STABLE, ALONE = "Algorithm 3", "Algorithm 1"
UNWEIGHTED, EVEN = "weights without 1/q", "all weights 1"
PLACE = round(-math.log2(H)) - 1  # of the base at h = H among 1/2, 1/4, ...
#: what the rules beside it do at (rho, q): their gamma, and the weight of the example
RULES: dict[str, Callable[[StableBase, float, float], tuple[float, float]]] = {
    UNWEIGHTED: lambda base, rho, q: (base.gamma(rho), base.gamma(rho)),
    EVEN: lambda base, rho, q: (base.gamma(rho), 1.0),
    ALONE: lambda base, rho, q: (base.gamma(1.0), 1.0),
}


class Shipped:
    """The base of the library's own explorer, with the game in the place of its master."""

    def __init__(self, rounds: int, model: Model) -> None:
        self.state: StableCorralState = StableCorral(rounds=rounds).build(model)
        self.state.corral.rows[RUNNING] = 1.0  # no base was invoked rarely yet

    def turn(self, q: float) -> tuple[float, float]:
        """gamma and the weight of the example, invoked with probability q."""
        rows = self.state.corral.rows
        rows[MIXED, PLACE] = q
        rows[RUNNING, PLACE] = max(rows[RUNNING, PLACE], 1.0 / q)
        gamma, weight, _ = stable_turn(self.state, 0, PLACE, q)
        return gamma, weight


@dataclass(frozen=True, eq=False)
class Run:
    """What happened whenever the base was invoked, one entry each."""

    probabilities: Floats
    gammas: Floats
    weights: Floats
    regrets: Floats  # of the action, before it is divided by the probability

    @property
    def importance_weighted(self) -> float:
        """The paper's Reg_Imp: sum over invocations of regret/q."""
        return float((self.regrets / self.probabilities).sum())

    @property
    def rhos(self) -> Floats:
        """The running maximum of 1/q, from the probabilities alone."""
        largest: Floats = np.maximum.accumulate(1.0 / self.probabilities)
        return largest


@dataclass(frozen=True, eq=False)
class Game:
    """Contexts 0, 1, 2, each with `stairs` of its own, at probabilities 1, 1/sqrt(rho), 1/rho.

    Every context comes when the base has become rarer, so that each mistake made in learning it
    counts more.  In phases: a context lasts until the base was invoked as often as in the others,
    in expectation.  Chasing: the next context and the next probability come as soon as the base
    plays the best piece 20 times in a row; the last context lasts to the end.

    Examples
    --------
    >>> game = Game(rho=16.0, adversary=PHASES)
    >>> game.levels, game.rounds
    ([1.0, 0.25, 0.0625], 42000)
    """

    rho: float
    adversary: str

    @property
    def levels(self) -> list[float]:
        """Probabilities of being invoked."""
        return [self.rho ** (-k / (CONTEXTS - 1)) for k in range(CONTEXTS)]

    @property
    def ends(self) -> list[int]:
        """Last round of each phase."""
        return [round(end) for end in itertools.accumulate(VISITS / q for q in self.levels)]

    @property
    def rounds(self) -> int:
        """T, most of it at the smallest probability."""
        return self.ends[-1]

    @property
    def bound(self) -> float:
        """Reg_Sq: any combination of stairs may be the truth."""
        return CONTEXTS * math.log(CHOICES) / 2.0

    @property
    def base(self) -> StableBase:
        """Algorithm 3 for this game."""
        return StableBase(h=H, rounds=self.rounds, bound=self.bound)

    def play(self, rule: str, seed: int) -> Run:
        """Draw when the base is invoked, and let it act and learn; nothing else happens."""
        generator = np.random.default_rng([7, seed])
        pieces = stairs(H, functions=CHOICES, low=LOW, middle=MIDDLE, high=HIGH)
        values = np.array(
            [pieces.values[list(c)] for c in itertools.product(range(CHOICES), repeat=CONTEXTS)]
        )
        truth = values[generator.integers(len(values))]
        model = FiniteClassOracle(values).bind(pieces.space, context_size=1)
        base, shipped = self.base, Shipped(self.rounds, model)
        shares = np.cumsum(pieces.masses)
        levels, ends, chasing = self.levels, self.ends, self.adversary == CHASE
        t, phase, streak, rho = 0, 0, 0, 1.0
        log: list[tuple[float, float, float, float]] = []
        while True:
            q = levels[phase]
            t += int(generator.geometric(q))  # rounds until it is invoked again
            end = self.rounds if chasing else ends[phase]
            if t > end:
                if end == self.rounds:
                    break
                t, phase = end, phase + 1
                continue
            rho = max(rho, 1.0 / q)
            gamma, weight = shipped.turn(q) if rule == STABLE else RULES[rule](base, rho, q)
            draw, coin, noise = generator.random(3)
            context = [float(phase)]
            action, best = model.best(context, weight)
            piece = int(np.searchsorted(shares[:-1], draw, side="right"))
            gap = max(0.0, float(model.predict(context, [piece], weight)[0]) - best)
            if coin < acceptance(shipped.state, H * gamma, gap, best):  # Algorithm 2
                action = piece
            loss = float(truth[phase, action])
            model.learn(context, action, float(noise < loss), weight)
            log.append((q, gamma, weight, loss - LOW))
            streak = streak + 1 if loss == LOW else 0
            if chasing and streak >= LEARNED and phase < CONTEXTS - 1:
                phase, streak = phase + 1, 0
        return Run(*np.array(log).T)
