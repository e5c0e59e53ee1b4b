"""Why a decision was made: from the model, from a snapshot, from the record alone."""

import json
import math

import numpy as np
import pytest

from smoothbandits import (
    AdaptiveIGW,
    Bandit,
    Catalog,
    Decision,
    EpsilonGreedy,
    Interval,
    SmoothIGW,
)
from smoothbandits.bandit.looking.explanation import Explanation
from smoothbandits.errors import ForeignDecision, InvalidContext, InvalidParameter, ModelMovedOn
from tests.facade import GridOracle, snapshot
from tests.interpreted import InterpretedBandit
from tests.kinds import KINDS, contexts_of, taught


def learn(bandit: Bandit, decision: Decision) -> None:
    if bandit.payoff is not None:
        bandit.learn(decision, outcome=0.5)
    else:
        bandit.learn(decision, loss=bandit.scale.low)


def next_decision(bandit: Bandit, *, explored: bool | None = None) -> Decision:
    """The next decision that explored, or did not; those between are left alone."""
    contexts = contexts_of(bandit)
    while True:
        decision = bandit.act(next(contexts) if bandit.context_size else None)
        if explored is None or decision.explored == explored:
            return decision


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_bandit_explains_itself(kind: str) -> None:
    bandit = taught(kind, engine="python", rounds=40)
    decision = next_decision(bandit)
    before = snapshot(bandit)
    found = bandit.explain(decision)
    assert snapshot(bandit) == before
    assert found.source == "model" and found.replay is not None
    low, high = bandit.scale.low, bandit.scale.high
    loss = low + decision.predicted_loss * (high - low)
    expected = low + high - loss if bandit.payoff is not None else loss
    assert found.predicted == pytest.approx(expected)
    assert found.noun == ("reward" if bandit.payoff is not None else "loss")
    if found.contributions is not None:
        total = found.contributions.average + sum(p.amount for p in found.contributions.parts)
        assert total == pytest.approx(found.predicted, abs=1e-9)
    if found.best_action_contributions is not None:
        parts = found.best_action_contributions.parts
        total = found.best_action_contributions.average + sum(p.amount for p in parts)
        assert total == pytest.approx(decision.greedy_action, abs=1e-9)
    assert json.loads(found.to_json())["decision"] == json.loads(json.dumps(decision.to_dict()))
    assert str(decision.id) in str(found) and found.why in str(found)
    learn(bandit, decision)
    assert bandit.explain(decision).source == "record"


@pytest.mark.parametrize("explored", [True, False])
def test_why_it_explored_or_not(explored: bool) -> None:
    bandit, decision = taught("additive", engine="python"), None
    while decision is None or decision.explored != explored:
        best, _ = bandit.oracle.best([0.0, 1.0])
        greedy = bandit.propensity([0.0, 1.0], best)  # in this round: exploration grows greedier
        decision = bandit.act([0.0, 1.0])
    found = bandit.explain(decision)
    again = found.replay
    assert again.explored == explored
    low, high = found.acceptance
    assert low == high == again.acceptance_probability
    assert (found.draws.acceptance < low) == explored
    assert found.why.startswith("it explored" if explored else "it played its best guess")
    assert found.propensity == decision.propensity
    assert found.greedy_propensity.atom == pytest.approx(greedy.atom)
    assert found.greedy_propensity.density == pytest.approx(greedy.density)
    (panel,) = found.choice.panels
    assert (panel.played is not None) == explored
    if explored:
        assert panel.played.place == pytest.approx(decision.action)
        assert panel.played.predicted == pytest.approx(found.predicted)


def test_a_decision_that_was_told_not_to_explore() -> None:
    bandit = InterpretedBandit(Catalog(9))
    decision = bandit.act(explore=False)
    for found in (bandit.explain(decision), after(bandit, decision)):
        assert "explore=False" in found.why and found.acceptance == (0.0, 0.0)
    assert found.source == "record"


def after(bandit: Bandit, decision: Decision) -> Explanation:
    """The explanation once the decision is learned."""
    learn(bandit, decision)
    return bandit.explain(decision)


@pytest.mark.parametrize(
    ("explorer", "exact"),
    [(SmoothIGW(h=0.5, gamma=9.0), True), (EpsilonGreedy(0.4), True), (AdaptiveIGW(), False)],
)
@pytest.mark.parametrize("explored", [True, False])
def test_the_record_says_the_truth_about_the_acceptance(explorer, exact, explored) -> None:
    bandit = InterpretedBandit(Interval(0.0, 1.0), oracle=GridOracle(), explorer=explorer, seed=6)
    for loss in (0.9, 0.2, 0.4):
        bandit.learn(bandit.act(), loss=loss)
    decision = next_decision(bandit, explored=explored)
    true = bandit.explain(decision).acceptance[0]
    found = after(bandit, decision)
    low, high = found.acceptance
    assert low - 1e-12 <= true <= high + 1e-12
    assert (low == high) == (exact and explored)
    assert found.draws == bandit.replay(decision, draws_only=True)


def test_what_the_record_does_not_say() -> None:
    bandit = taught("boosted", engine="python")
    decision = next_decision(bandit, explored=True)
    found = after(bandit, decision)
    assert found.choice is found.contributions is found.neighbours is found.replay is None
    assert math.isnan(found.greedy_predicted) and math.isnan(found.greedy_propensity.atom)
    assert "has moved on" in found.notes[0] and "unknown" in str(found)
    assert json.loads(found.to_json())["greedy_predicted"] is None
    with pytest.raises(ModelMovedOn, match="holds no curve"):
        found.plot()


@pytest.mark.parametrize("kind", ["additive", "boosted sale", "table"])
def test_a_snapshot_brings_it_all_back(kind: str, tmp_path) -> None:
    bandit = taught(kind, engine="python")
    bandit.save(tmp_path / "then.bandit")
    decision = next_decision(bandit)
    fresh = bandit.explain(decision)
    learn(bandit, decision)
    for path in (tmp_path / "then.bandit", str(tmp_path / "then.bandit")):
        found = bandit.explain(decision, at=path)
        assert found.source == "snapshot"
        assert found.to_dict() == {**fresh.to_dict(), "source": "snapshot"}


def test_a_snapshot_of_another_time_is_refused(tmp_path) -> None:
    bandit = taught("additive", engine="python")
    bandit.save(tmp_path / "early")
    learn(bandit, bandit.act([0.0, 0.0]))
    decision = bandit.act([0.0, 0.0])
    learn(bandit, decision)
    with pytest.raises(ModelMovedOn, match="not made by the bandit of at: it was made after 51"):
        bandit.explain(decision, at=tmp_path / "early")
    with pytest.raises(ModelMovedOn):
        bandit.explain(decision, at=bandit)
    with pytest.raises(ForeignDecision):
        bandit.explain(decision, at=taught("additive", engine="python"))
    with pytest.raises(InvalidParameter, match="at is 3"):
        bandit.explain(decision, at=3)


def test_what_fields_contribute_is_what_they_do() -> None:
    class Sum:
        def predict(self, context, actions, weight=1.0):
            return np.full(len(actions), 0.2 + 0.1 * context[0] + 0.3 * context[1])

        def learn(self, context, action, loss, weight=1.0) -> None:
            pass

    bandit = InterpretedBandit(Interval(0.0, 1.0), oracle=Sum(), context_size=2)
    decision = bandit.act([1.0, 1.0])
    assert bandit.explain(decision).contributions is None
    assert "Sum keeps no contexts" in bandit.explain(decision).notes[0]
    found = bandit.explain(decision, contexts=[[0.0, 0.0], [1.0, 0.0]]).contributions
    assert found.average == pytest.approx(0.25)
    amounts = {part.field: (part.amount, part.value) for part in found.parts}
    assert amounts == {
        "entry 0": (pytest.approx(0.05), "1"),
        "entry 1": (pytest.approx(0.3), "1"),
    }
    as_reward = bandit.explain(decision, contexts=[[0.0, 0.0]], reward=True)
    assert as_reward.noun == "reward" and as_reward.contributions.average == pytest.approx(0.8)
    with pytest.raises(InvalidContext):
        bandit.explain(decision, contexts=[[1.0]])


def test_examples_say_what_came_of_them() -> None:
    bandit = taught("boosted sale", engine="python")
    found = bandit.explain(next_decision(bandit))
    assert len(found.neighbours) == 5
    for near in found.neighbours:
        assert near.loss == pytest.approx((near.action - 0.1) * near.outcome, abs=1e-6)
    far = [near.distance for near in found.neighbours]
    assert far == sorted(far)


def test_the_same_question_gets_the_same_answer() -> None:
    bandit = taught("additive", engine="python")
    decision = next_decision(bandit)
    assert bandit.explain(decision).to_json() == bandit.explain(decision).to_json()


@pytest.mark.parametrize("kind", ["additive", "table", "boosted"])
def test_both_engines_explain_alike(kind: str) -> None:
    found = []
    for engine in ("python", "compiled"):
        bandit = taught(kind, engine=engine)
        fields = bandit.explain(next_decision(bandit)).to_dict()
        for name in ("id", "bandit"):
            del fields["decision"][name]
        found.append(fields)
    assert found[0] == found[1]


def test_text_of_the_user_is_escaped() -> None:
    bandit = InterpretedBandit(Catalog(5))
    decision = bandit.act(id="<b>id</b>")
    html = bandit.explain(decision)._repr_html_()
    assert "<b>id" not in html and "&lt;b&gt;id" in html
    assert repr(bandit.explain(decision)).startswith("<Explanation of decision '<b>")


def test_predictions_in_the_users_units() -> None:
    from smoothbandits import Scale

    bandit = InterpretedBandit(
        Interval(0.0, 9.0), oracle=GridOracle(high=9.0), scale=Scale(10, 30)
    )
    bandit.learn(bandit.act(explore=False), loss=10.0)
    action = bandit.act(explore=False).action
    assert bandit.predicted_loss(None, action) == pytest.approx(10.0 + 20.0 * 0.25)
    assert bandit.predicted_reward(None, action) == pytest.approx(30.0 - 20.0 * 0.25)
    sale = taught("sale", engine="python")
    price = 0.5
    expected = sale.scale.high - sale.oracle.predict([0.0, 0.0], [price])[0] * (
        sale.scale.high - sale.scale.low
    )
    assert sale.predicted_reward([0.0, 0.0], price) == pytest.approx(expected)
