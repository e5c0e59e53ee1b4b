"""Each loss is learned once, of the decision it belongs to, and counted."""

from typing import Any

import numpy as np
import pytest

from smoothbandits import (
    AdaptiveIGW,
    BernoulliEnvironment,
    Box,
    Catalog,
    Interval,
    LinearOracle,
    RandomPlay,
    TableOracle,
    simulate,
)
from smoothbandits.errors import AlreadyLearned
from smoothbandits.features import Polynomial
from smoothbandits.oracles import bind
from smoothbandits.payoffs import Sale
from tests.facade import snapshot
from tests.inside import counts_of
from tests.interpreted import InterpretedBandit


def test_each_decision_is_learned_once_however_it_is_given() -> None:
    bandit = InterpretedBandit(Catalog(3), seed=1)
    object_, id, listed = (bandit.act() for _ in range(3))
    bandit.learn(object_, loss=0.5)
    bandit.learn(id.id, loss=0.5)
    bandit.learn_many([listed], losses=[0.5])
    before, waits = snapshot(bandit), bandit.act()
    for decision in (object_, id, listed):
        for again in (decision, decision.id):
            with pytest.raises(AlreadyLearned, match="was learned before"):
                bandit.learn(again, loss=0.5)
            with pytest.raises(AlreadyLearned, match="was learned before"):
                bandit.learn_many([waits, again], losses=[0.5, 0.5])
    for twice in ([waits, waits], [waits, waits.id]):
        with pytest.raises(AlreadyLearned, match="given twice"):
            bandit.learn_many(twice, losses=[0.5, 0.5])
    assert snapshot(bandit)["arrays"] == before["arrays"] and bandit.learned == 3
    bandit.learn(waits, loss=0.5)
    assert bandit.learned == bandit.rounds == 4


@pytest.mark.parametrize("space", [Catalog(9), Box([0.0, 0.0], [1.0, 1.0])], ids=str)
@pytest.mark.parametrize("many", [False, True])
def test_losses_are_credited_to_the_decisions_that_they_are_of(space: Any, many: bool) -> None:
    """Learned in another order than decided, and a while after."""
    oracle = LinearOracle(Polynomial(1)) if isinstance(space, Box) else TableOracle()
    bandit = InterpretedBandit(space, oracle=oracle, explorer=RandomPlay(), seed=3)
    told, untaught = bandit.oracle, bind(oracle, space, engine="python")
    decisions = [bandit.act() for _ in range(12)]
    order = np.random.default_rng(5).permutation(12)
    losses = [int(i) / 16 for i in order]
    if many:
        bandit.learn_many([decisions[i] for i in order], losses=losses)
    else:
        for i, loss in zip(order, losses, strict=True):
            bandit.learn(decisions[i].id, loss=loss)
    for i, loss in zip(order, losses, strict=True):
        untaught.learn(None, decisions[i].action, loss)
    actions = [decision.action for decision in decisions]
    assert len({str(action) for action in actions}) > 4
    assert told.predict(None, actions).tolist() == untaught.predict(None, actions).tolist()


def test_a_master_learns_nothing_from_greedy_play() -> None:
    """Nobody drew the base: its probability would be made up."""

    def rows(explore: bool) -> tuple[Any, Any]:
        explorer = AdaptiveIGW()
        bandit = InterpretedBandit(Catalog(4), oracle=TableOracle(), explorer=explorer, seed=2)
        before = bandit.state_arrays()["explorer.corral.rows"].copy()
        for _ in range(5):
            bandit.learn(bandit.act(explore=explore), loss=0.9)
        assert bandit.state_arrays()["oracle.counts"].sum() == 5.0
        return before, bandit.state_arrays()["explorer.corral.rows"]

    before, after = rows(explore=False)
    np.testing.assert_array_equal(after, before)
    before, after = rows(explore=True)
    assert (after != before).any()


def test_a_sale_pays_what_was_asked() -> None:
    """Whatever the greedy price was; costs and prices in the user's units."""
    prices = Interval(5.0, 50.0)
    given = {"payoff": Sale(cost=7.0), "explorer": RandomPlay(), "policy": "fast", "seed": 1}
    one, many = (InterpretedBandit(prices, **given) for _ in range(2))
    decisions, sold = [one.act() for _ in range(5)], [True, False, True, 0.5, 1]
    for decision, outcome in zip(decisions, sold, strict=True):
        one.learn(decision, outcome=outcome)
    many.learn_many([many.act() for _ in range(5)], outcomes=np.array(sold, dtype=float))
    earned = [
        (d.action - 7.0) * float(outcome) for d, outcome in zip(decisions, sold, strict=True)
    ]
    assert one.mean_reward == pytest.approx(np.mean(earned), rel=1e-12)
    assert one.mean_reward == many.mean_reward
    assert any(decision.action != decision.greedy_action for decision in decisions)


def test_a_simulation_counts_as_playing_by_hand_does() -> None:
    means = [0.3, 0.6, 0.9]
    played, by_hand = (InterpretedBandit(Catalog(3), seed=4) for _ in range(2))
    trace = simulate(played, BernoulliEnvironment(means), rounds=60, engine="python")
    for loss in trace.losses:
        by_hand.learn(by_hand.act(), loss=loss)
    assert 0 < trace.explored.sum() < 60
    assert counts_of(played) == counts_of(by_hand)
    assert played.mean_loss == pytest.approx(trace.losses.mean())
    assert snapshot(played)["arrays"] == snapshot(by_hand)["arrays"]
