import importlib
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest

from smoothbandits.errors import InvalidParameter
from smoothbandits.explorers import (
    AdaptiveIGW,
    Anytime,
    EpsilonGreedy,
    Explorer,
    Greedy,
    RandomPlay,
    SmoothIGW,
    Theorem,
)
from smoothbandits.measures import Custom, Empirical, LogUniform
from smoothbandits.oracles import (
    DispersionOracle,
    FiniteClassOracle,
    HarmonicOracle,
    TableOracle,
    WeightedOracle,
)
from smoothbandits.spaces import Box, Catalog, Interval
from smoothbandits.testing import ConformanceError, check_explorer
from tests.facade import GridOracleWithBest

SOUND = {
    "smooth": SmoothIGW(h=0.1, gamma=200.0),
    "smooth, anytime": SmoothIGW(h=0.25, gamma=Anytime(constant=3.0)),
    "smooth, anytime by the bound": SmoothIGW(h=0.2),
    "adaptive": AdaptiveIGW(),
    "adaptive, relative, mixed": AdaptiveIGW(bases=3, relative=True, mixing=0.1, shift=1.0),
    "epsilon": EpsilonGreedy(0.2),
    "epsilon 0": EpsilonGreedy(0.0),
    "greedy": Greedy(),
    "random": RandomPlay(),
}


@pytest.mark.parametrize("explorer", SOUND.values(), ids=SOUND)
def test_built_in_explorers_pass(explorer: Explorer) -> None:
    check_explorer(explorer, engine="python")


VALUES = np.random.default_rng(0).random((6, 4))
FOUR = Catalog(4, [1, 2, 3, 4])
TRIANGLE = Custom(lambda rng: rng.triangular(0, 1, 1), lambda a: 2.0 * a)


class Bowl:
    """A user's oracle on a box, its predictions in one batch."""

    def __init__(self) -> None:
        self.height = 0.0

    def predict(self, context: Any, actions: Any, weight: float = 1.0) -> Any:
        return self.height + 0.01 * np.abs(np.asarray(actions) - [0.5, 3.0]).sum(axis=1)

    def best(self, context: Any, weight: float = 1.0) -> tuple[Any, float]:
        return np.array([0.5, 3.0]), self.height

    def learn(self, context: Any, action: Any, loss: float, weight: float = 1.0) -> None:
        self.height += 0.1 * (0.5 * loss - self.height)


# rounds are few where each one integrates in plain Python
PROBLEMS = {
    "contexts, log-uniform": (Interval(1e-2, 1e2, LogUniform()), DispersionOracle(), 2, 4000),
    "empirical": (Interval(0.0, 9.0, Empirical([0.0, 1.0, 1.5, 9.0])), None, 0, 2000),
    "far from 0": (Interval(1e6, 1e6 + 1.0), None, 0, 2000),
    "own mu": (Interval(0.0, 1.0, TRIANGLE), None, 0, 100),
    "box": (Box([0, 1], [1, 9]), Bowl(), 0, 100),
    "cells of an interval": (Interval(0.0, 1.0), FiniteClassOracle(VALUES), 0, 2000),
    "finite class": (FOUR, FiniteClassOracle(VALUES), 0, 4000),
    "weighted oracle": (FOUR, WeightedOracle(TableOracle(), "B"), 0, 4000),
    "own oracle": (Interval(0.0, 1.0), GridOracleWithBest(4), 0, 150),
}


@pytest.mark.parametrize(
    ("space", "oracle", "context_size", "decisions"), PROBLEMS.values(), ids=PROBLEMS
)
def test_on_other_spaces_and_oracles(
    space: Any, oracle: Any, context_size: int, decisions: int
) -> None:
    check_explorer(
        AdaptiveIGW(bases=2, highest=100.0),
        space=space,
        oracle=oracle,
        context_size=context_size,
        decisions=decisions,
        rounds=10,
        engine="python",
    )


def test_with_the_gamma_of_the_theorem() -> None:
    explorer = SmoothIGW(h=0.3, gamma=Theorem(1000))
    check_explorer(explorer, space=FOUR, oracle=FiniteClassOracle(VALUES), engine="python")


def test_on_the_compiled_engine() -> None:
    check_explorer(AdaptiveIGW(), space=Catalog(6))


def test_an_oracle_needs_its_space() -> None:
    with pytest.raises(InvalidParameter, match="without a space"):
        check_explorer(Greedy(), oracle=HarmonicOracle())


# ------------------------------------------------------- explorers of a third party's own


class OwnState(NamedTuple):
    """Plays the draw with probability ``played`` and states the probability ``stated``."""

    played: float
    stated: float
    tires: float  # what each decision adds to both
    asked: Any


kernels = importlib.import_module("smoothbandits.interpreted.explorers.accepting")
generics = importlib.import_module("smoothbandits.interpreted.generics")


@generics.pick.register(OwnState)
def pick_only(explorer: OwnState, uniform: float, explore: bool) -> tuple[int, float]:
    return 0, 1.0


@generics.turn.register(OwnState)
def own_turn(
    explorer: OwnState, number: int, base: int, probability: float
) -> tuple[float, float, float]:
    return 0.0, 1.0, explorer.stated


@generics.acceptance.register(OwnState)
def own_acceptance(explorer: OwnState, rate: float, gap: float, best: float) -> float:
    explorer.asked[0] += 1.0
    if explorer.tires < 0.0:
        return float(np.random.default_rng().random())
    return explorer.played + explorer.tires * explorer.asked[0]


@generics.spread.register(OwnState)
def own_spread(explorer: OwnState, number: int, rate: float, best: float) -> tuple[Any, Any]:
    tired = max(0.0, explorer.tires) * explorer.asked[0]
    return np.full(1, explorer.stated + tired), np.zeros(1)


@generics.credit.register(OwnState)
def no_credit(explorer: OwnState, base: int, probability: float, loss: float) -> None:
    pass


@generics.rebalance.register(OwnState)
def no_rebalance(explorer: OwnState) -> None:
    pass


@dataclass(frozen=True)
class Own(Explorer):
    played: float
    stated: float
    tires: float = 0.0

    def build(self, model: Any) -> OwnState:
        return OwnState(self.played, self.stated, self.tires, np.zeros(1))


@dataclass(frozen=True)
class Unbuilt(Explorer):
    def build(self, model: Any) -> Any:
        raise ZeroDivisionError("no model")


def test_a_sound_one_passes() -> None:
    check_explorer(Own(0.4, 0.4), engine="python")


@pytest.mark.parametrize("space", [FOUR, Interval(0.0, 1.0)], ids=["catalogue", "interval"])
@pytest.mark.parametrize(
    ("explorer", "complaint"),
    [
        (Own(played=0.4, stated=0.3), "do not follow the propensities: chi-square"),
        (Own(played=0.4, stated=1.5), r"the propensities sum to 1\.\d*, not 1"),
        (Own(played=0.4, stated=0.4, tires=1e-3), "logs .* stated .* before"),
        (Own(played=0.4, stated=0.4, tires=-1.0), "two bandits taught the same differ"),
        (Unbuilt(), "build raised ZeroDivisionError: no model"),
        ("a list", "is no Explorer"),
    ],
    ids=["another rate", "too much mass", "tires", "forgets its seed", "cannot build", "none"],
)
def test_broken_explorers_are_rejected(explorer: Any, complaint: str, space: Any) -> None:
    with pytest.raises(ConformanceError, match=complaint):
        check_explorer(explorer, space=space, engine="python")


def test_a_broken_kernel_of_a_built_in_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "acceptance", lambda explorer, rate, gap, best: 0.7)
    with pytest.raises(ConformanceError, match="do not follow the propensities"):
        check_explorer(SmoothIGW(h=0.1, gamma=200.0), engine="python")
