import dataclasses
import json
import math
import pickle
from typing import Any

import numpy as np
import pytest

from smoothbandits import (
    Bandit,
    Box,
    Catalog,
    Decision,
    HarmonicOracle,
    Interval,
    Propensity,
    TableOracle,
)
from smoothbandits.bandit.decision import Decisions, decision_id
from smoothbandits.errors import InvalidParameter
from tests.facade import GridOracle, plain_fields, same_play, snapshot
from tests.interpreted import InterpretedBandit, InterpretedCorralBandit

CONTEXT = [0.25, -0.75]
MAKERS = {
    "interval": lambda: InterpretedBandit(
        Interval(5.0, 50.0), policy="fast", context_size=2, seed=1
    ),
    "box": lambda: InterpretedBandit(Box([0, 0], [1, 9]), oracle=HarmonicOracle(), context_size=2),
    "catalog": lambda: InterpretedBandit(Catalog(9), seed=1),
    "own": lambda: Bandit(Interval(0, 1), oracle=GridOracle(), context_size=2, seed=1),
    "corral": lambda: InterpretedCorralBandit(Catalog(4), oracle=TableOracle(), rounds=16, seed=1),
}


def decide(bandit: Bandit, n: int) -> list[Decision]:
    return [bandit.act(CONTEXT if bandit.context_size else None) for _ in range(n)]


makers = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS.keys())


@makers
def test_a_decision_survives_json(make: Any) -> None:
    for decision in decide(make(), 5):
        text = json.dumps(decision.to_dict(), allow_nan=False)
        back = Decision.from_dict(json.loads(text))
        assert plain_fields(back) == plain_fields(decision)
        for name, one, other in zip(Decision._fields, decision, back, strict=True):
            assert type(one) is type(other), name
            if isinstance(one, np.ndarray):
                assert one.dtype == other.dtype and one.tobytes() == other.tobytes()
        assert plain_fields(pickle.loads(pickle.dumps(decision))) == plain_fields(decision)


@makers
def test_learning_from_json_is_learning_from_the_decision(make: Any) -> None:
    direct, logged = make(), make()
    for i in range(4):
        one, other = decide(direct, 1)[0], decide(logged, 1)[0]
        assert same_play(one, other)
        direct.learn(one, loss=(i % 4) / 4)
        logged.learn(Decision.from_dict(json.loads(json.dumps(other.to_dict()))), loss=(i % 4) / 4)
    assert snapshot(direct)["arrays"] == snapshot(logged)["arrays"]
    assert same_play(decide(direct, 1)[0], decide(logged, 1)[0])


def test_fields_say_what_happened() -> None:
    bandit = InterpretedBandit(Catalog(9), seed=1)
    first = bandit.act()
    assert first.id == decision_id(first.bandit, 0) and first.number == first.version == 0
    assert isinstance(first.propensity, Propensity) and first.context is None
    assert type(first.action) is int and first.point == (float(first.action),)
    bandit.learn(first, loss=0.0)
    greedy = bandit.act(explore=False)
    assert (greedy.action, greedy.greedy_action) == (first.action, first.action)
    assert not greedy.explored and greedy.propensity == (0.0, 1.0, 0.0)
    assert (greedy.version, greedy.number, greedy.predicted_loss) == (1, 1, 0.0)


def test_a_decision_keeps_its_own_copy_of_the_context() -> None:
    bandit = InterpretedBandit(Interval(0, 1), policy="fast", context_size=2, seed=1)
    buffer = np.array(CONTEXT)
    decision = bandit.act(buffer)
    block = bandit.act_many(buffer[None])
    buffer[:] = 9.0
    assert decision.context.tolist() == CONTEXT and block.contexts.tolist() == [CONTEXT]


# ------------------------------------------------------------------------------- many as columns


@makers
def test_columns_hold_the_same_decisions(make: Any) -> None:
    one_by_one, block_bandit = make(), make()
    singles = decide(one_by_one, 7)
    rows = [CONTEXT] * 7 if block_bandit.context_size else 7
    block = block_bandit.act_many(rows)
    assert isinstance(block, Decisions) and len(block) == 7 == len(list(block))
    assert all(same_play(a, b) for a, b in zip(singles, block, strict=True))
    assert plain_fields(block[-1]) == plain_fields(block[6])
    assert plain_fields(block[np.int64(2)]) == plain_fields(block[2])
    for decision in block:
        text = json.dumps(decision.to_dict(), allow_nan=False)
        assert plain_fields(Decision.from_dict(json.loads(text))) == plain_fields(decision)


@pytest.mark.parametrize("i", [7, -8, 100])
def test_places_outside_a_block(i: int) -> None:
    block = InterpretedBandit(Catalog(3)).act_many(7)
    with pytest.raises(IndexError, match=f"decision {i} of 7"):
        block[i]


@pytest.mark.parametrize("i", [1.5, "first", slice(0, 2), None])
def test_places_of_other_types(i: object) -> None:
    with pytest.raises(TypeError):
        InterpretedBandit(Catalog(3)).act_many(7)[i]


def test_an_empty_block() -> None:
    bandit = InterpretedBandit(Interval(0, 1), policy="fast", context_size=2)
    block = bandit.act_many(np.empty((0, 2)))
    assert len(block) == 0 and list(block) == []
    bandit.learn_many(block, losses=[])
    assert bandit.rounds == bandit.learned == 0


@pytest.mark.parametrize(
    ("column", "value", "says"),
    [
        ("points", 1e9, "points of decision 1 is"),
        ("points", 0.5, "points of decision 1 is"),
        ("bases", 99, "bases of decision 1 is 99"),
        ("base_probabilities", 0.0, "base_probabilities of decision 1 is 0.0"),
        ("weights", math.nan, "weights of decision 1 is nan"),
    ],
)
def test_columns_that_were_edited_are_refused(column: str, value: float, says: str) -> None:
    bandit = Bandit(Catalog(10), seed=1)
    decisions = bandit.act_many(4)
    getattr(decisions, column)[1] = value
    with pytest.raises(InvalidParameter, match=says):
        bandit.learn_many(decisions, losses=[0.5] * 4)
    assert bandit.learned == 0


def test_a_column_that_was_cut_is_refused() -> None:
    bandit = Bandit(Catalog(10), seed=1)
    decisions = bandit.act_many(4)
    cut = dataclasses.replace(decisions, points=decisions.points[:2])
    with pytest.raises(InvalidParameter, match=r"points is float64 of shape \(2, 1\)"):
        bandit.learn_many(cut, losses=[0.5] * 4)
