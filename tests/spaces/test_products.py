"""Decisions on a number and a category: pairs, from `act` to logs, saves and traces."""

import dataclasses
import json
import math
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from smoothbandits import (
    Anytime,
    Bandit,
    Catalog,
    Decision,
    EpsilonGreedy,
    FunctionEnvironment,
    HarmonicOracle,
    Interval,
    Product,
    SmoothIGW,
    load,
    simulate,
)
from smoothbandits.errors import AlreadyLearned, InvalidAction, InvalidContext, InvalidParameter
from smoothbandits.interpreted.generics import sample
from smoothbandits.interpreted.philox import decision_key
from smoothbandits.measures import LogUniform
from smoothbandits.oracles import BoostedOracle
from smoothbandits.spaces import Space
from tests.facade import plain_fields, same_play, snapshot

OFFERS = Product(Interval(5.0, 50.0, LogUniform()), Catalog(4, weights=[0, 3, 1, 4]))
CONTEXT = [0.25, -0.75]
X = np.random.default_rng(3).uniform(-1.0, 1.0, (40, 2))
LOSSES = np.random.default_rng(4).random(40)


class MeanPerCategory:
    """A user's oracle on pairs: `predict` gets an array with two fields, `learn` a pair."""

    def __init__(self) -> None:
        self.totals, self.counts = np.full(4, 0.5), np.ones(4)

    def predict(self, context: Any, actions: Any, weight: float = 1.0) -> Any:
        slope = 0.1 * (actions["number"] - 5.0) / 45.0
        return 0.9 * self.totals[actions["category"]] / self.counts[actions["category"]] + slope

    def learn(self, context: Any, action: Any, loss: float, weight: float = 1.0) -> None:
        assert type(action) is tuple and (type(action[0]), type(action[1])) == (float, int)
        self.totals[action[1]] += weight * loss
        self.counts[action[1]] += weight

    def state_dict(self) -> dict[str, np.ndarray]:
        return {"totals": self.totals, "counts": self.counts}

    def load_state_dict(self, arrays: dict[str, np.ndarray]) -> None:
        self.totals, self.counts = arrays["totals"].copy(), arrays["counts"].copy()


MAKERS = {
    "compiled": lambda: Bandit(OFFERS, policy="fast", context_size=2, seed=1),
    "own": lambda: Bandit(
        OFFERS, oracle=MeanPerCategory(), explorer=EpsilonGreedy(0.5), context_size=2, seed=1
    ),
}
makers = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)


def is_pair(action: Any) -> bool:
    return type(action) is tuple and [type(half) for half in action] == [float, int]


def through_json(decision: Decision) -> Decision:
    return Decision.from_dict(json.loads(json.dumps(decision.to_dict(), allow_nan=False)))


# ----------------------------------------------------------------------------------- act and learn


@makers
def test_decisions_are_pairs(make: Any) -> None:
    bandit = make()
    for context, loss in zip(X, LOSSES, strict=True):
        decision = bandit.act(context)
        assert is_pair(decision.action) and is_pair(decision.greedy_action)
        assert OFFERS.contains(decision.action) and decision.action[1] != 0
        assert len(decision.point) == 2 and decision.point[1] == decision.action[1]
        assert OFFERS.to_user(np.array(decision.point)) == decision.action
        bandit.learn(decision, loss=loss)
    assert bandit.learned == 40
    greedy = bandit.act(CONTEXT, explore=False)
    assert greedy.action == greedy.greedy_action == bandit.oracle.best(CONTEXT)[0]
    assert greedy.propensity == (0.0, 1.0, 0.0)


@makers
def test_blocks_are_loops(make: Any) -> None:
    one_by_one, blocks = make(), make()
    for start in (0, 20):
        rows, losses = X[start : start + 20], LOSSES[start : start + 20]
        singles, block = [one_by_one.act(row) for row in rows], blocks.act_many(rows)
        assert block.actions.dtype.names == block.greedy_actions.dtype.names
        assert block.actions.dtype.names == ("number", "category")
        assert all(same_play(a, b) for a, b in zip(singles, block, strict=True))
        assert all(is_pair(d.action) and is_pair(d.greedy_action) for d in block)
        for decision, loss in zip(singles, losses, strict=True):
            one_by_one.learn(decision, loss=loss)
        blocks.learn_many(block, losses=losses)
    assert snapshot(one_by_one)["arrays"] == snapshot(blocks)["arrays"]


def test_what_is_learned_is_what_was_played() -> None:
    """One category is good, at low numbers: that is found."""
    bandit = Bandit(OFFERS, policy="fast", seed=1)
    for _ in range(20):
        block = bandit.act_many(50)
        numbers, categories = block.actions["number"], block.actions["category"]
        far = np.where(categories == 2, 0.3 * (numbers > 15.0), 0.6)
        bandit.learn_many(block, losses=0.1 + far)
    (number, category), loss = bandit.oracle.best()
    assert category == 2 and number < 17.0 and loss < 0.25


@makers
def test_propensity_of_a_pair(make: Any) -> None:
    bandit, twin = make(), make()
    for context, loss in zip(X[:10], LOSSES, strict=False):
        decision = bandit.act(context)
        stated = twin.propensity(context, decision.action)
        assert np.allclose(decision.propensity, stated, rtol=0.0, atol=1e-12, equal_nan=True)
        bandit.learn(decision, loss=loss)
        twin.learn(twin.act(context), loss=loss)
    density, atom, _ = bandit.propensity(CONTEXT, bandit.oracle.best(CONTEXT)[0])
    assert density > 0.0 and 0.0 < atom < 1.0
    assert bandit.propensity(CONTEXT, np.array((20.0, 3), dtype=OFFERS.sample(0, 1).dtype)[()])
    for bad in ((20.0, 4), (20.0, 1.5), (51.0, 1), (math.nan, 1), 20.0, (20.0, 1, 0), None):
        with pytest.raises(InvalidAction):
            bandit.propensity(CONTEXT, bad)


def test_an_explored_pair_cannot_have_category_zero_mass() -> None:
    bandit = MAKERS["own"]()
    block = bandit.act_many(np.tile(CONTEXT, (500, 1)))
    assert set(block.actions["category"][block.explored].tolist()) == {1, 2, 3}
    assert block.greedy_actions["category"].min() > 0


# ------------------------------------------------------------------------------------------- logs


@makers
def test_pairs_survive_json(make: Any) -> None:
    direct, logged = make(), make()
    for context, loss in zip(X[:6], LOSSES, strict=False):
        one, other = direct.act(context), logged.act(context)
        back = through_json(other)
        assert plain_fields(back) == plain_fields(other)
        assert is_pair(back.action) and is_pair(back.greedy_action)
        direct.learn(one, loss=loss)
        logged.learn(back, loss=loss)
    assert snapshot(direct)["arrays"] == snapshot(logged)["arrays"]


@makers
def test_a_log_replays_the_whole_run(make: Any) -> None:
    bandit, again, log = make(), make(), []
    for context in X:
        log.append(json.dumps(bandit.act(context).to_dict()))
        if len(log) > 3:  # losses come three late
            late = Decision.from_dict(json.loads(log[-4]))
            bandit.learn(late, loss=LOSSES[late.number])
    logged = [Decision.from_dict(json.loads(text)) for text in log]
    for i, decision in enumerate(logged):
        assert decision.key == decision_key(bandit.seed, decision.number)
        draw = np.empty(2)
        sample(OFFERS.state, decision.key, draw)
        assert not decision.explored or tuple(draw) == decision.point
        assert same_play(again.act(decision.context), decision)
        if i >= 3:
            again.learn(logged[i - 3]._replace(bandit=again.name), loss=LOSSES[i - 3])
    assert any(d.explored for d in logged) and not all(d.explored for d in logged)
    assert snapshot(bandit)["arrays"] == snapshot(again)["arrays"]


EDITS = {
    "category out of range": ({"action": (20.0, 4)}, r"action is \(20.0, 4\); give .*, 0 to 3"),
    "fractional category": ({"action": (20.0, 1.5)}, r"action is \(20.0, 1.5\)"),
    "number out of range": (
        {"action": (500.0, 1)},
        r"action is \(500.0, 1\); give .* of \[5",
    ),
    "no pair": ({"action": 20.0}, r"action is 20.0; give \(number, category\)"),
    "point of no category": ({"point": (0.5, 4.0)}, r"point is \[0.5, 4.0\], outside"),
    "point between categories": ({"point": (0.5, 1.5)}, r"point is \[0.5, 1.5\], outside"),
    "point outside the cube": ({"point": (1.5, 1.0)}, r"point is \[1.5, 1.0\], outside"),
    "point that is nan": ({"point": (math.nan, 1.0)}, "point is"),
    "short point": ({"point": (0.5,)}, r"point is \[0.5\], outside"),
}


@makers
@pytest.mark.parametrize(("edit", "says"), EDITS.values(), ids=EDITS)
def test_edited_decisions_are_refused(make: Any, edit: dict[str, Any], says: str) -> None:
    bandit = make()
    decision = through_json(bandit.act(CONTEXT))
    before = snapshot(bandit)
    with pytest.raises((InvalidAction, InvalidParameter), match=says):
        bandit.learn(decision._replace(**edit), loss=0.5)
    assert snapshot(bandit) == before
    bandit.learn(decision, loss=0.5)


@makers
def test_a_category_swapped_for_another_is_refused(make: Any) -> None:
    bandit = make()
    decision = through_json(bandit.act(CONTEXT))
    number, category = decision.action
    with pytest.raises(InvalidAction, match="but the decision was for"):
        bandit.learn(decision._replace(action=(number, (category + 1) % 4)), loss=0.5)
    with pytest.raises(InvalidAction, match="but the decision was for"):
        bandit.learn(decision._replace(point=(decision.point[0], 0.0)), loss=0.5)


@pytest.mark.parametrize("point", [[0.5, 4.0], [0.5, 1.5], [0.5, -1.0], [1.5, 1.0], [math.nan, 1]])
def test_edited_columns_are_refused(point: list[float]) -> None:
    bandit = MAKERS["compiled"]()
    decisions = bandit.act_many(X[:4])
    decisions.points[1] = point
    with pytest.raises(InvalidParameter, match="points of decision 1 is"):
        bandit.learn_many(decisions, losses=[0.5] * 4)
    assert bandit.learned == 0
    cut = dataclasses.replace(decisions, points=decisions.points[:, :1])
    with pytest.raises(InvalidParameter, match=r"points has shape \(4, 1\), not \(4, 2\)"):
        bandit.learn_many(cut, losses=[0.5] * 4)


@makers
def test_a_context_damaged_in_a_block_is_refused(make: Any) -> None:
    refuse_damaged_context(make(), math.inf)


def test_a_missing_entry_in_a_block_is_refused_where_the_oracle_cannot_take_it() -> None:
    refuse_damaged_context(Bandit(OFFERS, oracle=HarmonicOracle(), context_size=2), math.nan)


def refuse_damaged_context(bandit: Bandit, bad: float) -> None:
    """Columns are checked at once, decisions one by one."""
    decisions = bandit.act_many(X[:4])
    before = snapshot(bandit)
    decisions.contexts[2, 1] = bad
    with pytest.raises((InvalidParameter, InvalidContext), match=str(bad)):
        bandit.learn_many(decisions, losses=[0.5] * 4)
    assert snapshot(bandit) == before


def test_a_missing_entry_in_a_block_is_learned_where_the_oracle_takes_it() -> None:
    pytest.importorskip("lightgbm")
    explorer = SmoothIGW(h=1.0, gamma=Anytime(4.0))
    oracle = BoostedOracle(first=100, trees=5, background=False)
    bandit = Bandit(OFFERS, oracle=oracle, explorer=explorer, context_size=2, seed=1)
    decisions = bandit.act_many(X[:4])
    decisions.contexts[2, 1] = math.nan
    bandit.learn_many(decisions, losses=[0.5] * 4)
    assert bandit.learned == 4
    decisions = bandit.act_many(X[:4])
    decisions.contexts[2, 1] = math.inf
    with pytest.raises(InvalidParameter, match="contexts of decision 2 is .*inf"):
        bandit.learn_many(decisions, losses=[0.5] * 4)


# ------------------------------------------------------------------------- saves, traces, threads


@makers
def test_a_save_midway_goes_on_bit_for_bit(make: Any, tmp_path: Path) -> None:
    bandit = make()
    for context, loss in zip(X[:20], LOSSES, strict=False):
        bandit.learn(bandit.act(context), loss=loss)
    waiting = bandit.act(CONTEXT, id="waits")
    bandit.save(tmp_path / "midway.bandit")
    own = {} if bandit.oracle.engine == "compiled" else {"oracle": MeanPerCategory()}
    copy = load(tmp_path / "midway.bandit", **own)
    assert snapshot(copy) == snapshot(bandit)
    assert isinstance(copy.space, Product) and copy.space.number == OFFERS.number
    assert copy.space.category.masses.tobytes() == OFFERS.category.masses.tobytes()
    bandit.learn(waiting, loss=0.3)
    copy.learn("waits", loss=0.3)
    for context, loss in zip(X[20:], LOSSES[20:], strict=True):
        mine, theirs = bandit.act(context), copy.act(context)
        assert same_play(mine, theirs) and is_pair(theirs.action)
        bandit.learn(mine, loss=loss)
        copy.learn(through_json(theirs), loss=loss)
    assert snapshot(copy) == snapshot(bandit)


def test_a_trace_has_a_column_for_each_half() -> None:
    seen = []

    def loss(context: Any, action: Any) -> float:
        seen.append(action)
        number, category = action
        return 0.2 * category + 0.001 * number

    bandit = MAKERS["own"]()
    trace = simulate(bandit, FunctionEnvironment(loss, context_size=2, seed=2), rounds=30)
    assert all(is_pair(action) for action in seen)
    frame = trace.to_frame()
    names = [name for name in frame.columns if name.startswith("action")]
    assert names == ["action_number", "action_category"]
    assert frame["action_number"].to_list() == trace.actions["number"].tolist()
    assert frame["action_category"].to_list() == trace.actions["category"].tolist()
    expected = 0.2 * trace.actions["category"] + 0.001 * trace.actions["number"]
    np.testing.assert_allclose(trace.expected_losses, expected)


def test_four_threads() -> None:
    """Every decision is learned once, and pairs do not mix."""
    bandit, numbers, failures = MAKERS["compiled"](), [], []

    def work(me: int) -> None:
        try:
            for i in range(40):
                decision = bandit.act(X[i])
                numbers.append(decision.number)
                assert OFFERS.to_user(np.array(decision.point)) == decision.action
                bandit.learn(decision.id if me % 2 else decision, loss=0.25)
                with pytest.raises(AlreadyLearned):
                    bandit.learn(decision, loss=0.25)
                block = bandit.act_many(X[:3])
                numbers.extend(range(block.first, block.first + 3))
                bandit.learn_many(block, losses=[0.25] * 3)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(me,)) for me in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60.0)
    assert failures == [] and sorted(numbers) == list(range(640))
    assert bandit.rounds == bandit.learned == 640 and bandit.mean_loss == 0.25


@pytest.mark.parametrize("space", [Interval(0, 1), OFFERS, Catalog(3)], ids=repr)
def test_predictions_of_no_action_and_of_what_is_no_list(space: Space) -> None:
    model = Bandit(space, policy="fast").oracle
    assert model.predict(None, []).shape == (0,)
    with pytest.raises(InvalidAction, match="give a list of actions"):
        model.predict(None, 0.5)


def test_without_atoms_a_record_is_valid_json() -> None:
    bandit = Bandit(
        OFFERS, policy="fast", context_size=2, explorer=SmoothIGW(h=1.0, gamma=1e6), atoms=False
    )
    decision = bandit.act(CONTEXT)
    text = json.dumps(decision.to_dict(), allow_nan=False)
    again = Decision.from_dict(json.loads(text))
    np.testing.assert_array_equal(again.propensity, decision.propensity)
    assert again.action == decision.action
