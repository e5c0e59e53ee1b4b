"""Oracles and environments that a user writes: any object with the right verbs plays."""

import math
from typing import Any

import numpy as np
import pytest

from smoothbandits import (
    Bandit,
    Box,
    Catalog,
    EpsilonGreedy,
    FunctionEnvironment,
    Interval,
    Product,
    SmoothIGW,
    simulate,
)
from smoothbandits.environments import Environment
from smoothbandits.errors import InvalidContext
from tests.facade import GridOracle, snapshot
from tests.interpreted import InterpretedBandit

BOX = Box([0.0, -1.0], [1.0, 1.0])
OFFERS = Product(Interval(0.0, 1.0), Catalog(4, [1.0, 1.0, 0.0, 2.0]))


class Means:
    """A user's oracle for any space: one mean per rounded action."""

    def __init__(self) -> None:
        self.table: dict[Any, list[float]] = {}

    def cell(self, action: Any) -> Any:
        if isinstance(action, np.void):
            action = action.item()
        return tuple(np.round(np.atleast_1d(action), 1).tolist())

    def predict(self, context: Any, actions: Any, weight: float = 1.0) -> list[float]:
        sums = [self.table.get(self.cell(action), [0.5, 1.0]) for action in actions]
        return [total / count for total, count in sums]

    def learn(self, context: Any, action: Any, loss: float, weight: float = 1.0) -> None:
        sums = self.table.setdefault(self.cell(action), [0.5, 1.0])
        sums[0] += weight * loss
        sums[1] += weight


class MeansWithBest(Means):
    def __init__(self, first: Any) -> None:
        super().__init__()
        self.first = first

    def best(self, context: Any, weight: float = 1.0) -> tuple[Any, float]:
        means = {cell: total / count for cell, (total, count) in self.table.items()}
        cell = min(means, key=means.__getitem__, default=None)
        if cell is None or means[cell] > 0.5:
            return self.first, self.predict(context, [self.first])[0]
        return (cell if len(cell) > 1 else cell[0]), means[cell]


USERS = [
    (Interval(0.0, 1.0), 0.5, lambda context, a: abs(a - 0.3)),
    (BOX, [0.5, 0.0], lambda context, a: 0.5 * abs(a[0] - 0.3) + 0.25 * abs(a[1] - 0.4)),
    (Catalog(12), 0, lambda context, a: abs(a - 3) / 12),
    (OFFERS, (0.5, 0), lambda context, a: 0.5 * abs(a[0] - 0.8) + 0.15 * abs(a[1] - 3)),
]


@pytest.mark.parametrize(
    ("space", "first", "loss"), USERS, ids=["interval", "box", "catalog", "product"]
)
@pytest.mark.parametrize("with_best", [False, True])
def test_any_object_with_predict_and_learn_plays(
    space: Any, first: Any, loss: Any, with_best: bool
) -> None:
    oracle = MeansWithBest(first) if with_best else Means()
    bandit = Bandit(space, oracle=oracle, explorer=EpsilonGreedy(0.3), seed=5)
    rounds = 12 if space is BOX and not with_best else 200
    trace = simulate(bandit, FunctionEnvironment(loss), rounds=rounds)
    assert trace.engine == "python" and len(oracle.table) > 0
    assert all(space.contains(action) for action in trace.actions)
    if rounds == 200:
        assert trace.losses[-100:].mean() < trace.losses[:20].mean()
    decision = bandit.act()
    bandit.learn(decision, reward=0.25)
    assert 0.0 <= decision.propensity.density <= 1.0 and 0.0 <= decision.propensity.atom <= 1.0


class Valleys:
    """One valley per category; notes what it is given."""

    def __init__(self) -> None:
        self.calls: list[Any] = []
        self.learned: list[Any] = []

    def predict(self, context: Any, actions: Any, weight: float = 1.0) -> Any:
        self.calls.append(actions)
        return 0.2 * actions["category"] + 0.3 * np.abs(actions["number"] - 0.5)

    def learn(self, context: Any, action: Any, loss: float, weight: float = 1.0) -> None:
        self.learned.append(action)


def test_an_own_oracle_on_a_product_gets_fields_in_few_calls() -> None:
    oracle = Valleys()
    bandit = Bandit(OFFERS, oracle=oracle, explorer=SmoothIGW(h=0.5, gamma=40.0), seed=3)
    best, value = bandit.oracle.best()
    assert best == pytest.approx((0.5, 0), abs=1e-6) and value == pytest.approx(0.0, abs=1e-6)
    oracle.calls.clear()
    mass, error = bandit.oracle.mass(None, rate=20.0)
    # the best, then the integral: one call per grid for all categories together
    assert sum(len(call) > 100 for call in oracle.calls) <= 8
    assert set(oracle.calls[-1]["category"]) == {0, 1, 3}
    # log(1 + 20 (floor + 0.15)) - log(1 + 20 floor) over 3, each half of the valley alike
    floors, shares = np.array([0.0, 0.2, 0.6]), np.array([0.25, 0.25, 0.5])
    exact = shares @ (np.log((1.0 + 20.0 * (floors + 0.15)) / (1.0 + 20.0 * floors)) / 3.0)
    assert mass == pytest.approx(exact, abs=max(error, 1e-9)) and error < 1e-6
    decision = bandit.act()
    bandit.learn(decision, loss=0.5)
    assert oracle.learned == [decision.action] and isinstance(decision.action, tuple)


@pytest.mark.parametrize(("batch", "learned"), [(1, 7), (4, 7), (7, 7), (20, 7)])
def test_an_oracle_that_fails_in_the_middle_leaves_the_counters_true(
    batch: int, learned: int
) -> None:
    class Fragile(GridOracle):
        limit = 7.0

        def learn(self, context: Any, action: Any, loss: float, weight: float = 1.0) -> None:
            if self.counts.sum() >= self.limit:
                raise OSError("the feature store is down")
            super().learn(context, action, loss)

    oracle, environment = Fragile(), FunctionEnvironment(lambda context, a: a)
    bandit = Bandit(Interval(0.0, 1.0), oracle=oracle, seed=1)
    with pytest.raises(OSError, match="feature store"):
        simulate(bandit, environment, rounds=20, batch=batch)
    assert bandit.rounds == bandit.learned == learned == oracle.counts.sum()
    assert bandit.mean_loss * bandit.learned == pytest.approx(oracle.totals.sum())
    assert bandit.act().number == learned
    # what was not learned can be: nothing of the failed batch is marked
    oracle.limit = math.inf
    simulate(bandit, environment, rounds=20 - learned, batch=batch)
    assert bandit.learned == oracle.counts.sum() == 20


def test_a_failed_call_can_be_made_again() -> None:
    class Unreliable(GridOracle):
        up = True

        def check(self) -> None:
            if not self.up:
                raise OSError("the feature store is down")

        def predict(self, context: Any, actions: Any, weight: float = 1.0) -> Any:
            self.check()
            return super().predict(context, actions)

        def learn(self, context: Any, action: Any, loss: float, weight: float = 1.0) -> None:
            self.check()
            super().learn(context, action, loss)

    oracle = Unreliable()
    bandit = Bandit(Interval(0.0, 1.0), oracle=oracle, seed=1)
    decision = bandit.act()
    oracle.up = False
    before = {**snapshot(bandit), "arrays": None}
    for call in (bandit.act, lambda: bandit.act_many(3), lambda: bandit.learn(decision, loss=0.5)):
        with pytest.raises(OSError, match="feature store"):
            call()
        assert {**snapshot(bandit), "arrays": None} == before
    assert oracle.counts.sum() == 0.0
    oracle.up = True
    bandit.learn(decision, loss=0.5)
    assert bandit.act().number == 1 and oracle.counts.sum() == 1.0


def test_a_block_that_fails_in_the_middle_keeps_what_was_learned() -> None:
    class Fragile(GridOracle):
        def learn(self, context: Any, action: Any, loss: float, weight: float = 1.0) -> None:
            if loss == 1.0:
                raise OSError("too bad")
            super().learn(context, action, loss)

    bandit = Bandit(Interval(0.0, 1.0), oracle=Fragile(), seed=1)
    block = bandit.act_many(4)
    with pytest.raises(OSError, match="too bad"):
        bandit.learn_many(block, losses=[0.0, 0.5, 1.0, 0.5])
    assert bandit.learned == bandit.oracle.oracle.counts.sum() == 2
    bandit.learn_many([block[3], block[2]], losses=[0.5, 0.9])
    assert bandit.learned == bandit.oracle.oracle.counts.sum() == 4


def test_an_environment_that_fails_in_the_middle_leaves_the_counters_true() -> None:
    def fails(context: Any, a: float) -> float:
        if bandit.oracle.oracle.counts.sum() >= 6:
            raise OSError("no answer")
        return 0.5

    for batch, learned in ((1, 6), (4, 8)):
        bandit = Bandit(Interval(0.0, 1.0), oracle=GridOracle(), seed=1)
        with pytest.raises(OSError, match="no answer"):
            simulate(bandit, FunctionEnvironment(fails), rounds=20, batch=batch)
        assert bandit.rounds == bandit.learned == bandit.oracle.oracle.counts.sum() == learned


def test_an_own_environment() -> None:
    class Countdown(Environment):
        """Ten rounds with one context feature; the loss is the distance to it."""

        context_size = 1
        length = 10
        benchmark = "zero"

        def contexts(self, first: int, n: int) -> np.ndarray:
            return np.linspace(1.0, 0.1, 10)[first : first + n, None]

        def best_losses(self, first: int, n: int, space: Any) -> np.ndarray:
            return np.zeros(n)

        def realised(self, number: int, action: float) -> float:
            return abs(1.0 - number / 10 - action)

    bandit = InterpretedBandit(Interval(0.0, 1.0), policy="fast", context_size=1, seed=1)
    trace = simulate(bandit, Countdown(), engine="python")
    assert trace.losses == pytest.approx(np.abs(np.linspace(1.0, 0.1, 10) - trace.actions))
    assert trace.regrets[-1] == pytest.approx(trace.losses.sum())
    before = snapshot(bandit)
    with pytest.raises(InvalidContext, match=r"shape \(0, 1\) for 5 rounds"):
        simulate(bandit, Countdown(), rounds=5, engine="python")
    assert snapshot(bandit) == before


def test_an_environment_of_wrong_width_is_refused() -> None:
    class Wide(FunctionEnvironment):
        def contexts(self, first: int, n: int) -> np.ndarray:
            return np.zeros((n, 5))

    bandit = InterpretedBandit(Interval(0.0, 1.0), policy="fast", context_size=2)
    with pytest.raises(InvalidContext, match=r"\(3, 5\)"):
        simulate(bandit, Wide(lambda c, a: 0.5, context_size=2), rounds=3)
