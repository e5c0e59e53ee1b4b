import math
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

from smoothbandits import (
    Bandit,
    Catalog,
    EpsilonGreedy,
    Greedy,
    Interval,
    RandomPlay,
    Scale,
    SmoothIGW,
    TableOracle,
)
from smoothbandits.bandit import deciding_many
from smoothbandits.errors import ExpiredDecision
from tests.facade import GridOracle, same_play, snapshot
from tests.interpreted import InterpretedBandit, InterpretedCorralBandit

GENERATOR = np.random.default_rng(7)
X = GENERATOR.uniform(-1.0, 1.0, (64, 2))
LOSSES = GENERATOR.random(64)
MAKERS = {
    "dispersion": lambda: InterpretedBandit(
        Interval(5.0, 50.0), policy="fast", context_size=2, seed=1
    ),
    "table": lambda: InterpretedBandit(Catalog(9), seed=1),
    "corral": lambda: InterpretedCorralBandit(Catalog(4), oracle=TableOracle(), rounds=64, seed=1),
    "own": lambda: Bandit(Interval(0.0, 1.0), oracle=GridOracle(), context_size=2, seed=1),
    "compiled": lambda: Bandit(Interval(5.0, 50.0), policy="fast", context_size=2, seed=1),
}
makers = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS.keys())


def context(bandit: Bandit, i: int) -> Any:
    return X[i] if bandit.context_size else None


def rows(bandit: Bandit, n: int) -> Any:
    return X[:n] if bandit.context_size else n


def taught(make: Any, rounds: int = 10) -> Bandit:
    bandit = make()
    for i in range(rounds):
        bandit.learn(bandit.act(context(bandit, i)), loss=LOSSES[i])
    return bandit


def state(bandit: Bandit) -> tuple[Any, ...]:
    found = snapshot(bandit)
    return found["arrays"], found["counters"][1:], found["loss_sum"], found["bits"]


# -------------------------------------------------------------------------------- same decisions


@makers
def test_decisions_depend_on_seed_number_and_history_alone(make: Any) -> None:
    one, other = taught(make), taught(make)
    assert one.name != other.name
    assert all(same_play(one.act(context(one, i)), other.act(context(one, i))) for i in range(9))


def test_another_seed_decides_otherwise() -> None:
    one, other = (InterpretedBandit(Catalog(1000), seed=seed) for seed in (1, 2))
    assert one.act().action != other.act().action


@makers
@pytest.mark.parametrize("explore", [True, False])
def test_act_many_is_a_loop_of_act(make: Any, explore: bool) -> None:
    one, many = taught(make), taught(make)
    singles = [one.act(context(one, i), explore=explore) for i in range(20)]
    block = many.act_many(rows(many, 20), explore=explore)
    assert all(same_play(a, b) for a, b in zip(singles, block, strict=True))
    assert state(one)[:2] == state(many)[:2]


@makers
def test_learn_many_is_a_loop_of_learn(make: Any) -> None:
    one, columns, sequence, ids = (taught(make) for _ in range(4))
    block = one.act_many(rows(one, 20))
    for decision, loss in zip(block, LOSSES, strict=False):
        one.learn(decision, loss=loss)
    columns.learn_many(columns.act_many(rows(one, 20)), losses=LOSSES[:20])
    sequence.learn_many(iter(sequence.act_many(rows(one, 20))), losses=LOSSES[:20])
    waiting = [ids.act(context(ids, i)).id for i in range(20)]
    ids.learn_many(waiting, losses=LOSSES[:20])
    assert state(one) == state(columns) == state(sequence) == state(ids)


@makers
def test_rewards_are_losses_from_above(make: Any) -> None:
    by_loss, by_reward, many = taught(make), taught(make), taught(make)
    values = [0.0, 0.25, 0.5, 1.0]
    for i, value in enumerate(values):
        by_loss.learn(by_loss.act(context(by_loss, i)), loss=value)
        by_reward.learn(by_reward.act(context(by_loss, i)), reward=1.0 - value)
    assert state(by_loss) == state(by_reward)
    many.learn_many(many.act_many(rows(many, 4)), rewards=[1.0 - value for value in values])
    assert many.mean_loss == pytest.approx(by_loss.mean_loss)


def test_long_blocks_on_several_cores_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    alone, parallel = taught(MAKERS["compiled"]), taught(MAKERS["compiled"])
    one = alone.act_many(np.tile(X, (4, 1)))
    monkeypatch.setattr(deciding_many, "PARALLEL_ROWS", 10)
    monkeypatch.setattr(deciding_many.os, "cpu_count", lambda: 3)
    many = parallel.act_many(np.tile(X, (4, 1)))
    for name in ("actions", "densities", "atoms", "keys", "points", "bases"):
        assert getattr(one, name).tobytes() == getattr(many, name).tobytes()


# -------------------------------------------------------------------------- any order, any delay


@pytest.mark.parametrize("kind", ["table", "own"])
@given(order=st.permutations(range(12)), by_id=st.lists(st.booleans(), min_size=12, max_size=12))
@settings(max_examples=25, deadline=None)
def test_means_do_not_depend_on_the_order(kind: str, order: list[int], by_id: list[bool]) -> None:
    """Exactly so with losses that add without rounding."""
    bandits = [MAKERS[kind](), MAKERS[kind]()]
    decisions = [[b.act(context(b, i)) for i in range(12)] for b in bandits]
    for i in range(12):
        bandits[0].learn(decisions[0][i], loss=(i % 3) / 2)
    for i in order:
        decision = decisions[1][i]
        bandits[1].learn(decision.id if by_id[i] else decision, loss=(i % 3) / 2)
    for name in ("totals", "counts"):
        one, other = (
            [v for k, v in snapshot(b)["arrays"].items() if k.endswith(name)] for b in bandits
        )
        assert one == other
    assert not bandits[1].waiting
    assert bandits[1].learned == 12


def test_a_late_loss_is_that_of_its_own_action() -> None:
    """Nothing is learned of another action, though many were decided since."""
    bandit = InterpretedBandit(Catalog(5), oracle=TableOracle(), explorer=RandomPlay(), seed=2)
    decisions = [bandit.act() for _ in range(12)]
    actions = [decision.action for decision in decisions]
    assert len(set(actions)) > 2
    losses = np.arange(12) / 16  # which add without rounding
    for i in reversed(range(12)):
        bandit.learn(decisions[i], loss=losses[i])
    arrays = bandit.state_arrays()
    assert (arrays["oracle.totals"] == np.bincount(actions, losses, minlength=5)).all()
    assert (arrays["oracle.counts"] == np.bincount(actions, minlength=5)).all()


def test_a_late_loss_counts_with_the_weight_of_its_moment() -> None:
    """Algorithm 3 weighs by gamma and probability as they were when deciding."""
    bandit = InterpretedCorralBandit(Catalog(4), oracle=TableOracle(), rounds=64, seed=1)
    late = bandit.act()
    for i in range(20):
        bandit.learn(bandit.act(), loss=LOSSES[i])
    counts = f"oracle.{late.base}.counts"
    before = bandit.state_arrays()[counts][late.action]
    bandit.learn(late, loss=0.5)
    assert bandit.state_arrays()[counts][late.action] == before + late.weight


def test_ids() -> None:
    bandit = InterpretedBandit(Catalog(3), seed=1)
    for id in ("order 17", 17, np.int64(18), ""):
        decision = bandit.act(id=id)
        assert decision.id == id and type(decision.id) in (str, int)
        bandit.learn(id, loss=0.5)
    decision = bandit.act()
    bandit.learn(decision.id, reward=0.5)
    assert bandit.learned == 5
    assert bandit.act(id=17).number == 5  # an id that was learned may come again


@pytest.mark.parametrize("pending", [1, 5])
def test_ids_expire_at_the_stated_bound_and_objects_never(pending: int) -> None:
    bandit = InterpretedBandit(Catalog(3), seed=1, pending=pending)
    decisions = [bandit.act() for _ in range(8)]
    for decision in decisions[: 8 - pending]:
        with pytest.raises(ExpiredDecision, match=f"last {pending}"):
            bandit.learn(decision.id, loss=0.5)
    for decision in decisions[8 - pending :]:
        bandit.learn(decision.id, loss=0.5)
    for decision in decisions[: 8 - pending]:
        bandit.learn(decision, loss=0.5)
    assert bandit.learned == 8


def test_learned_decisions_make_room_for_waiting_ones() -> None:
    bandit = InterpretedBandit(Catalog(3), seed=1, pending=2)
    waits = bandit.act()
    for _ in range(50):
        bandit.learn(bandit.act().id, loss=0.5)
    bandit.learn(waits.id, loss=0.5)
    assert bandit.learned == 51


# -------------------------------------------------------------------------------------- questions


@pytest.mark.parametrize("kind", ["dispersion", "table"])
def test_the_propensity_of_a_decision_is_what_one_would_have_been_told(kind: str) -> None:
    bandit = taught(MAKERS[kind])
    for i in range(20):
        twin = taught(MAKERS[kind])
        twin.act_many(rows(twin, i))  # as far in the schedule
        decision = bandit.act(context(bandit, 5))
        told = twin.propensity(context(twin, 5), decision.action)
        assert told.density == pytest.approx(decision.propensity.density, rel=1e-9)
        assert told.atom == pytest.approx(decision.propensity.atom, abs=1e-8)


@pytest.mark.parametrize(
    "explorer", [SmoothIGW(h=0.5, gamma=20.0), EpsilonGreedy(0.1), Greedy(), RandomPlay(), None]
)
def test_propensities_of_a_catalogue_sum_to_one(explorer: Any) -> None:
    space = Catalog(6, weights=[1, 2, 3, 1, 1, 4])
    bandit = InterpretedBandit(space, policy="fast", explorer=explorer, seed=1)
    for i in range(30):
        bandit.learn(bandit.act(), loss=LOSSES[i])
    total = 0.0
    for item in range(6):
        density, atom, _ = bandit.propensity(None, item)
        total += space.masses[item] * density + atom
    assert total == pytest.approx(1.0, abs=1e-12)


@makers
def test_questions_change_nothing(make: Any) -> None:
    bandit = taught(make)
    before = snapshot(bandit)
    action = bandit.space.sample(0, 1)[0]
    bandit.propensity(context(bandit, 0), action)
    bandit.oracle.predict(context(bandit, 0), [action])
    bandit.oracle.best(context(bandit, 0))
    repr(bandit), bandit.mean_loss, bandit.rounds, bandit.exploration_rate
    assert snapshot(bandit) == before


def test_repr_says_what_it_is_and_how_it_is_doing() -> None:
    bandit = InterpretedBandit(
        Interval(5, 50), policy="fast", context_size=2, scale=Scale(0, 40), seed=1
    )
    assert repr(bandit) == (
        "<Bandit on Interval(low=5.0, high=50.0, measure=Uniform()): "
        f"{bandit.oracle.oracle!r}, {bandit.explorer!r}, 2 context features; no decisions yet>"
    )
    decision = bandit.act([0.1, 0.2])
    assert repr(bandit).endswith(" context features; 1 decisions, 100.0% explored>") or repr(
        bandit
    ).endswith(" context features; 1 decisions, 0.0% explored>")
    bandit.learn(decision, loss=10.0)
    assert repr(bandit).endswith(" explored, 1 learned, mean loss 10>")


def test_summaries_in_the_users_units() -> None:
    bandit = InterpretedBandit(Catalog(3), scale=Scale(-10.0, 30.0), seed=1)
    assert math.isnan(bandit.mean_loss) and math.isnan(bandit.exploration_rate)
    bandit.learn_many(bandit.act_many(4), losses=[-10.0, 0.0, 20.0, 30.0])
    assert bandit.mean_loss == pytest.approx(10.0)
    assert bandit.rounds == 4 and 0.0 <= bandit.exploration_rate <= 1.0


def test_it_learns() -> None:
    """A price with one best value: play is far better than random in the end."""
    bandit = InterpretedBandit(Interval(0.0, 100.0), policy="fast", seed=1)
    losses = []
    for _ in range(600):
        decision = bandit.act()
        losses.append(abs(decision.action - 85.0) / 85.0)  # 0.44 on average at random
        bandit.learn(decision, loss=losses[-1])
    assert np.mean(losses[-200:]) < 0.2
    assert bandit.act(explore=False).action == pytest.approx(85.0, abs=12.0)


@pytest.mark.parametrize(
    "given", [np.float32(X[0]), np.asfortranarray(X)[0], tuple(X[0]), list(X[0]), X[0].tolist()]
)
def test_contexts_of_many_forms(given: Any) -> None:
    bandit, twin = taught(MAKERS["dispersion"]), taught(MAKERS["dispersion"])
    assert same_play(bandit.act(given), twin.act(np.asarray(given, dtype=float)))


def test_integer_and_read_only_contexts() -> None:
    frozen = np.array([1.0, 0.0])
    frozen.flags.writeable = False
    bandit, twin = taught(MAKERS["dispersion"]), taught(MAKERS["dispersion"])
    decision = bandit.act(frozen)
    assert same_play(decision, twin.act([1, 0]))
    assert bandit.act_many(np.array([[1, 0]])).contexts.flags.writeable


@pytest.mark.parametrize("kind", ["dispersion"])
def test_nobody_can_change_the_context_of_a_decision(kind: str) -> None:
    """The ledger keeps it, and compiled code trusts it."""
    bandit, mine = taught(MAKERS[kind]), np.array([1.0, 0.0])
    for decision in (bandit.act(mine), bandit.act_many([mine])[0]):
        mine[:] = np.nan
        assert decision.context.tolist() == [1.0, 0.0]
        with pytest.raises(ValueError, match="read-only"):
            decision.context[0] = np.nan
        with pytest.raises(ValueError):
            decision.context.resize(1)
        with pytest.raises(ValueError):
            decision.context.setflags(write=True)
        bandit.learn(decision, loss=0.5)
        mine[:] = [1.0, 0.0]
