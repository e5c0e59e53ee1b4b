from typing import Any

import numpy as np
import pytest

from smoothbandits.decision import Decision, Decisions, Propensity
from smoothbandits.explorers import EpsilonGreedy
from smoothbandits.features import Polynomial
from smoothbandits.oracles import LinearOracle, TableOracle
from smoothbandits.scale import Scale
from smoothbandits.spaces import Catalog, Interval
from smoothbandits.testing import ConformanceError, check_bandit
from tests.interpreted import InterpretedBandit, InterpretedCorralBandit

FOUR = Catalog(4, [1, 2, 3, 4])


@pytest.mark.parametrize("rounds", [8, 64])
def test_corral_bandits_pass(rounds: int) -> None:
    check_bandit(lambda: InterpretedCorralBandit(FOUR, oracle=TableOracle(), rounds=rounds))


def test_corral_bandits_pass_on_intervals() -> None:
    oracle = LinearOracle(Polynomial(1))
    check_bandit(
        lambda: InterpretedCorralBandit(Interval(0.0, 1.0), oracle=oracle, rounds=8), rounds=10
    )


def test_a_scale_and_contexts_of_ones_own() -> None:
    check_bandit(
        lambda: InterpretedBandit(Interval(0.0, 1.0), context_size=2, scale=Scale(-5.0, 40.0)),
        contexts=[[0.1, 0.2], [0.3, -0.4]],
    )


class Tampers(InterpretedBandit):
    """Epsilon-greedy whose decisions are altered before they are handed out."""

    def __init__(self) -> None:
        super().__init__(FOUR, explorer=EpsilonGreedy(0.5))

    def alter(self, decision: Decision) -> Decision:
        return decision

    def act(self, context: Any = None, *, explore: bool = True, id: Any = None) -> Decision:
        return self.alter(super().act(context, explore=explore, id=id))


class AlwaysExplores(Tampers):
    def act(self, context: Any = None, *, explore: bool = True, id: Any = None) -> Decision:
        return super().act(context, explore=True, id=id)


class PlaysAnother(Tampers):
    def alter(self, decision: Decision) -> Decision:
        if decision.propensity.density > 0.0:
            return decision
        return decision._replace(action=(decision.action + 1) % 4)


class LogsHalf(Tampers):
    def alter(self, decision: Decision) -> Decision:
        density, atom, error = decision.propensity
        return decision._replace(propensity=Propensity(density / 2.0, atom, error))


class OtherKeys(Tampers):
    def alter(self, decision: Decision) -> Decision:
        return decision._replace(key=decision.key + 1)

    def act_many(self, contexts: Any, *, explore: bool = True) -> Decisions:
        decisions = super().act_many(contexts, explore=explore)
        decisions.keys[:] += 1
        return decisions


class OtherBlocks(Tampers):
    def act_many(self, contexts: Any, *, explore: bool = True) -> Decisions:
        self.seed += 1
        return super().act_many(contexts, explore=explore)


class NewSeeds(InterpretedBandit):
    def __init__(self) -> None:
        seed = int(np.random.default_rng().integers(2**32))
        super().__init__(FOUR, explorer=EpsilonGreedy(0.5), seed=seed)


class CannotLearn(Tampers):
    def learn(self, decision: Any, **outcome: Any) -> None:
        raise RuntimeError("not today")


def test_the_untampered_one_passes() -> None:
    check_bandit(Tampers)


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (AlwaysExplores, "explore=False explored, or logs"),
        (PlaysAnother, "explore=False played .* best action is"),
        (LogsHalf, "logs .* stated .* before"),
        (OtherKeys, "the key .* draws"),
        (OtherBlocks, "act and act_many differ in"),
        (NewSeeds, "two bandits taught the same differ"),
        (CannotLearn, "act and learn raised RuntimeError: not today"),
    ],
)
def test_broken_bandits_are_rejected(make: Any, complaint: str) -> None:
    with pytest.raises(ConformanceError, match=complaint):
        check_bandit(make)
