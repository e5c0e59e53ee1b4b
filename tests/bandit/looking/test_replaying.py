"""A decision is made again from its key and the model as it was, to the bit."""

import json

import numpy as np
import pytest

from smoothbandits import Catalog, Decision, Interval, SmoothIGW
from smoothbandits.bandit.looking.recalling import Recalled
from smoothbandits.bandit.looking.replaying import looked_back, same
from smoothbandits.errors import ForeignDecision, InvalidParameter, ModelMovedOn
from smoothbandits.explorers import Greedy
from tests.facade import GridOracle, snapshot
from tests.inside import put, states_of
from tests.interpreted import InterpretedBandit
from tests.kinds import KINDS, contexts_of, taught


def replayed_run(kind: str, engine: str) -> list[Decision]:
    """Decisions of a run in which each was made again before it was learned."""
    bandit = taught(kind, engine=engine, rounds=30)
    contexts, rng, made = contexts_of(bandit), np.random.default_rng(8), []
    for i in range(15):
        context = next(contexts) if bandit.context_size else None
        decision = bandit.act(context, explore=i % 5 != 4)
        logged = Decision.from_dict(json.loads(json.dumps(decision._replace(id=i).to_dict())))
        again = bandit.replay(logged)
        assert again.explored == decision.explored
        assert np.array_equal(again.action, decision.action)
        assert again.predicted_loss == decision.predicted_loss
        assert repr(again.draws) == repr(bandit.replay(logged, draws_only=True))
        if decision.explored and bandit.explorer.has_atom:
            assert np.array_equal(again.draws.proposal, decision.action)
            assert again.draws.acceptance < again.acceptance_probability
        made.append(decision)
        if bandit.payoff is not None:
            bandit.learn(decision, outcome=rng.random())
        else:
            bandit.learn(decision, loss=rng.uniform(bandit.scale.low, bandit.scale.high))
    return made


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_bandit_decides_again_alike(kind: str) -> None:
    replayed_run(kind, "python")


@pytest.mark.parametrize("kind", ["additive", "table", "corral"])
def test_so_does_the_compiled_engine(kind: str) -> None:
    assert any(decision.explored for decision in replayed_run(kind, "compiled"))


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*{*KINDS} - {"additive", "table", "corral"}])
def test_so_does_every_kind_on_the_compiled_engine(kind: str) -> None:
    replayed_run(kind, "compiled")


def test_the_numbers_on_the_way_are_those_of_the_algorithm() -> None:
    explorer = SmoothIGW(h=0.25, gamma=80.0)
    bandit = InterpretedBandit(Interval(0.0, 1.0), oracle=GridOracle(), explorer=explorer, seed=4)
    for _ in range(20):
        decision = bandit.act()
        again = bandit.replay(decision)
        assert (again.base, again.gamma, again.rate) == (0, 80.0, 20.0)
        predicted = bandit.oracle.predict(None, [again.draws.proposal])[0]
        assert again.proposal_loss == predicted
        assert again.gap == predicted - again.greedy_loss
        assert again.acceptance_probability == 1.0 / (1.0 + 20.0 * again.gap)
        assert again.explored == (again.draws.acceptance < again.acceptance_probability)
        bandit.learn(decision, loss=abs(decision.action - 0.4))


def test_nothing_changes() -> None:
    bandit = taught("boosted", engine="python")
    decision = bandit.act([0.0, 1.0])
    before = snapshot(bandit)
    bandit.replay(decision)
    bandit.replay(decision, draws_only=True)
    assert snapshot(bandit) == before


def test_draws_stay_when_the_model_moves_on() -> None:
    bandit = InterpretedBandit(Catalog(50), seed=2)
    decision = bandit.act()
    before = bandit.replay(decision).draws
    bandit.learn(decision, loss=0.1)
    with pytest.raises(ModelMovedOn, match="after 0 losses, and 1 are learned"):
        bandit.replay(decision)
    assert bandit.replay(decision, draws_only=True) == before
    assert 0 <= before.proposal < 50 and 0.0 <= before.acceptance < 1.0


def test_a_fit_moves_the_model_on() -> None:
    bandit = taught("boosted", engine="python", rounds=40)
    early = bandit.act([0.0, 0.0])
    ended = bandit.swaps[-1].decided
    assert bandit.replay(early).action == early.action
    as_if = early._replace(number=ended - 1)
    with pytest.raises(ModelMovedOn, match=f"a fit ended after {ended} decisions"):
        bandit.replay(as_if)


def test_a_model_that_was_changed_otherwise_is_noticed() -> None:
    bandit = InterpretedBandit(Interval(0.0, 1.0), policy="fast", seed=3)
    for loss in (0.9, 0.1, 0.4):
        bandit.learn(bandit.act(), loss=loss)
    decision = bandit.act()
    bandit.oracle.learn(None, 0.9, 0.0)  # counts no decision
    with pytest.raises(ModelMovedOn, match="other things have changed its model"):
        bandit.replay(decision)


@pytest.mark.parametrize("field", ["predicted_loss", "base_probability", "gamma", "weight"])
def test_an_edited_record_is_noticed(field: str) -> None:
    bandit = taught("additive", engine="python")
    decision = bandit.act([0.0, 1.0])
    made = looked_back(bandit, decision, Recalled(None))
    assert same(*made, decision)
    edited = decision._replace(**{field: getattr(decision, field) * (1.0 + 1e-9)})
    assert not same(*made, edited)
    with pytest.raises(ModelMovedOn):
        bandit.replay(edited)


def test_another_state_in_place_is_noticed() -> None:
    bandit, other = (taught("additive", engine="python", rounds=n) for n in (50, 60))
    decision = bandit.act([0.0, 1.0])
    put(bandit, states_of(other).oracle)
    with pytest.raises(ModelMovedOn):
        bandit.replay(decision)


def test_a_copy_makes_the_same_decision(tmp_path) -> None:
    from smoothbandits import load

    bandit = taught("additive", engine="python")
    bandit.save(tmp_path / "then")
    decision = bandit.act([1.0, 1.0])
    bandit.learn(decision, loss=0.0)
    assert load(tmp_path / "then", engine="python").replay(decision).action == decision.action


def test_a_replica_that_draws_otherwise_replays_too(tmp_path) -> None:
    from smoothbandits import load

    bandit = taught("additive", engine="python")
    bandit.save(tmp_path / "then")
    replica = load(tmp_path / "then", replica=3, engine="python")
    decision = replica.act([1.0, 1.0])
    assert decision.key != bandit.act([1.0, 1.0]).key
    assert replica.replay(decision).action == decision.action
    assert bandit.replay(decision).action == decision.action  # its model is the same still


def test_greedy_play_replays() -> None:
    bandit = InterpretedBandit(Catalog(5), explorer=Greedy())
    decision = bandit.act()
    again = bandit.replay(decision)
    assert not again.explored and again.acceptance_probability == 0.0
    assert bandit.replay(bandit.act(explore=False)).action == decision.action


@pytest.mark.parametrize("decision", [None, 7, "3f2a", {"action": 1.0}])
def test_what_is_no_decision_is_refused(decision) -> None:
    for draws_only in (False, True):
        with pytest.raises(InvalidParameter, match="decision is "):
            InterpretedBandit(Catalog(5)).replay(decision, draws_only=draws_only)


def test_decisions_of_others_are_refused() -> None:
    bandit, other = InterpretedBandit(Catalog(5)), InterpretedBandit(Catalog(5))
    with pytest.raises(ForeignDecision, match="made by another bandit"):
        bandit.replay(other.act())
    with pytest.raises(InvalidParameter, match="draws_only is 1"):
        bandit.replay(bandit.act(), draws_only=1)
