import math

import numpy as np
import pytest

from smoothbandits import (
    Anytime,
    Bandit,
    Catalog,
    Interval,
    SmoothIGW,
    from_bytes,
    payoffs,
    simulate,
)
from smoothbandits.bandit.sound_states import refuse_unsound
from smoothbandits.bandit.storage import flatten
from smoothbandits.environments import FlipEnvironment, RegressionEnvironment
from smoothbandits.errors import CorruptSave, InvalidParameter
from smoothbandits.oracles import (
    AdditiveOracle,
    BoostedOracle,
    BoostedOutcomeOracle,
    Change,
    CurveOracle,
    ForgettingOracle,
    HarmonicOracle,
    OutcomeOracle,
    ScaledOracle,
    TableOracle,
    WatchedOracle,
)
from tests.facade import FixedOracle
from tests.interpreted import InterpretedBandit
from tests.interpreted import model as interpreted
from tests.reference.evidence import changes as slow_changes
from tests.reference.outcomes import Outcomes

RNG = np.random.default_rng(100)
X = RNG.random((6000, 2))
FLIPPED = FlipEnvironment(
    RegressionEnvironment(X, 0.1 + 0.8 * X[:, 0] + 0.02 * RNG.normal(size=6000)), at=3000
)
UNIT = Interval(0.0, 1.0)


def same(one, other) -> bool:
    flat, again = flatten(one, ""), flatten(other, "")
    return flat.keys() == again.keys() and all(
        np.array_equal(flat[name], again[name], equal_nan=True) for name in flat
    )


@pytest.mark.parametrize("levels", [(0.2, 0.8), (0.2, 0.8, 0.1), (0.4, 0.4)])
def test_changes_are_those_of_the_slow_twin(levels) -> None:
    rng = np.random.default_rng(101)
    losses = np.concatenate([rng.random(2800) < level for level in levels]).astype(float)
    oracle = WatchedOracle(TableOracle(), alpha=0.05)
    model = oracle.bind(Catalog(1))
    for loss in losses:
        model.learn(None, 0, loss)
    found = oracle.changes(model.state)
    assert [change[:2] for change in found] == slow_changes(losses[:, None].tolist(), 0.05)
    assert len(found) == len(levels) - 1 - (levels == (0.4, 0.4))
    for change in found:
        k = change.comparison
        assert change.evidence >= math.log(k * (k + 1) / 0.05)


def test_a_world_that_changed_is_compared_again_after_1_000_examples() -> None:
    oracle = WatchedOracle(TableOracle())
    model = oracle.bind(Catalog(1))
    for loss in [0.1] * 2500 + [0.6] * 1300 + [0.1] * 500:
        model.learn(None, 0, loss)
    first, second = oracle.changes(model.state)
    assert 1000 < second.learned - first.learned < 1800 and second.learned > 3800


def test_changes_of_outcomes_are_those_of_the_slow_twin() -> None:
    """Whatever they pay: only outcomes are compared."""
    rng = np.random.default_rng(105)
    prices = rng.random(2500)
    sold = rng.random(2500) < np.where(np.arange(2500) < 2000, 0.8, 0.3) - 0.2 * prices
    watched = WatchedOracle(OutcomeOracle(-1), alpha=0.05)
    model = watched.bind(UNIT)
    untaught = OutcomeOracle(-1).bind(UNIT)
    for price, outcome in zip(prices, sold, strict=True):
        model.learn(None, price, outcome)

    class Cells(Outcomes):
        """Predicts for the middle of a cell."""

        def __init__(self) -> None:
            super().__init__(untaught.state)

        def predict(self, price):
            return super().predict([], (np.ceil(128 * price) - 0.5) / 128)

        def learn(self, price, outcome):
            super().learn([], price, outcome)

    examples = list(zip(prices.tolist(), sold.tolist(), strict=True))
    (change,) = watched.changes(model.state)
    assert slow_changes(examples, 0.05, Cells) == [change[:2]]
    for payoff in (payoffs.Sale(), payoffs.Sale(cost=0.9)):
        bandit = Bandit(UNIT, payoff=payoff, oracle=watched)
        for price, outcome in zip(prices, sold, strict=True):
            bandit.oracle.learn(None, price, outcome)
        assert bandit.changes == (change,)


def test_after_a_change_it_is_an_oracle_that_has_just_begun() -> None:
    oracle = WatchedOracle(AdditiveOracle(knots=3))
    model = oracle.bind(UNIT, context_size=2)
    rng, examples = np.random.default_rng(102), []
    for t in range(4000):
        x, a = rng.random(2), rng.random()
        target = x[0] if t < 3000 else 1.0 - x[0]
        examples.append((x, a, abs(a - target)))
        model.learn(*examples[-1])
    (change,) = oracle.changes(model.state)
    assert 3000 < change.learned < 3600
    untaught = AdditiveOracle(knots=3).bind(UNIT, context_size=2)
    untaught._examples = change.learned  # the same keys
    for example in examples[change.learned :]:
        untaught.learn(*example)
    assert same(model.state.inner, untaught.state)


def test_after_a_change_a_table_has_just_begun() -> None:
    oracle = WatchedOracle(TableOracle())
    watched = interpreted(oracle, Catalog(2))
    losses = [0.1] * 2200 + [0.9] * 800
    for t, loss in enumerate(losses):
        watched.learn(None, t % 2, loss)
        if oracle.changes(watched.state):
            break
    assert not watched.state.inner.counts.any() and not watched.state.before.counts.any()
    assert watched.predict(None, [0, 1]).tolist() == [1.0, 1.0]
    assert 2200 < t < 2600


def test_both_engines_notice_the_same() -> None:
    given = {"policy": "fast", "context_size": 2, "seed": 3, "drift": "watch"}
    compiled, python = Bandit(UNIT, **given), InterpretedBandit(UNIT, **given)
    fast = simulate(compiled, FLIPPED, rounds=3700)
    slow = simulate(python, FLIPPED, rounds=3700, engine="python")
    assert fast.engine == "compiled" and len(compiled.changes) == 1
    assert compiled.changes == python.changes and (fast.losses == slow.losses).all()
    assert same(compiled.oracle.state, python.oracle.state)


def test_exploration_begins_again_and_decisions_say_so() -> None:
    oracle, explorer = WatchedOracle(TableOracle()), SmoothIGW(h=1.0, gamma=Anytime(2.0))
    bandit = Bandit(Catalog(3), oracle=oracle, explorer=explorer, seed=1)
    for t in range(2700):
        decision = bandit.act()
        assert bandit.changes or decision.gamma == 2.0 * math.sqrt(t + 1)
        if bandit.changes:
            learned = bandit.changes[0].learned
            assert decision.version >= learned
            assert decision.gamma == 2.0 * math.sqrt(t - learned + 1)
            assert bandit.propensity(None, 0).density <= 1.0
        bandit.learn(decision, loss=0.1 if t < 2300 else 0.9)
    assert len(bandit.changes) == 1 and isinstance(bandit.changes[0], Change)


def test_a_save_in_the_middle_of_a_comparison_goes_on_bit_for_bit() -> None:
    given = {"policy": "fast", "context_size": 2, "seed": 3, "drift": "watch"}
    bandit = Bandit(UNIT, **given)
    simulate(bandit, FLIPPED, rounds=3130)
    assert bandit.oracle.state.watch.capital.any()
    again = from_bytes(bandit.to_bytes())
    one, other = (simulate(each, FLIPPED, rounds=1500) for each in (bandit, again))
    assert (one.losses == other.losses).all() and bandit.changes == again.changes != ()
    assert from_bytes(again.to_bytes()).changes == again.changes


def test_the_last_64_changes_are_kept() -> None:
    oracle = WatchedOracle(TableOracle())
    model = oracle.bind(Catalog(1))
    watch = model.state.watch
    watch.changes[:, 0] = np.roll(np.arange(7, 71), 6)  # 7, 8, ... 70, the first at place 6
    watch.clock[5] = 70
    assert [change.learned for change in oracle.changes(model.state)] == list(range(7, 71))


def boosted(**given) -> BoostedOracle:
    return BoostedOracle(first=50, trees=8, background=False, watch=True, **given)


def test_trees_begin_anew_and_a_live_bandit_does_as_a_simulation() -> None:
    given = {"oracle": boosted(), "context_size": 2, "seed": 5}
    played, live = Bandit(UNIT, **given), Bandit(UNIT, **given)
    trace = simulate(played, FLIPPED, rounds=3800)
    (change,) = played.changes
    assert 3000 < change.learned < 3400
    state = played.oracle.state
    assert state.kept.tolist() == [3800 - change.learned, 3800] and not state.watch.clock[6]
    assert state.active[0] != 0  # there are trees again
    for x, y, action in zip(X, FLIPPED.y, trace.actions, strict=False):
        if live.rounds == 3800:
            break
        decision = live.act(x)
        assert decision.action == action
        live.learn(decision, loss=trace.losses[decision.number])
        if live.rounds == 3010:
            live = from_bytes(live.to_bytes())
        assert 0.0 <= y <= 1.0
    assert live.changes == played.changes and same(live.oracle.state, played.oracle.state)
    assert trace.losses[-300:].mean() < 0.5 * trace.losses[3000 : change.learned].mean()


def test_both_engines_grow_the_same_trees_after_a_change() -> None:
    given = {"oracle": boosted(), "context_size": 2, "seed": 5}
    compiled, python = Bandit(UNIT, **given), InterpretedBandit(UNIT, **given)
    fast = simulate(compiled, FLIPPED, rounds=3400)
    slow = simulate(python, FLIPPED, rounds=3400, engine="python")
    assert len(compiled.changes) == 1 and compiled.changes == python.changes
    assert (fast.losses == slow.losses).all()


def test_what_no_comparison_leads_to_is_refused() -> None:
    model = WatchedOracle(TableOracle()).bind(Catalog(2))
    fresh = WatchedOracle(TableOracle()).bind(Catalog(2)).state
    for _ in range(20):
        model.learn(None, 0, 0.5)
    refuse_unsound(model.state, fresh, "oracle")
    for place, value in ((0, -1), (1, 21), (2, 500), (3, 0), (4, 0), (5, 1), (6, 2), (2, -1)):
        kept = model.state.watch.clock[place]
        model.state.watch.clock[place] = value
        with pytest.raises(CorruptSave):
            refuse_unsound(model.state, fresh, "oracle")
        model.state.watch.clock[place] = kept
    model.state.watch.capital[2] = math.nan
    with pytest.raises(CorruptSave):
        refuse_unsound(model.state, fresh, "oracle")


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Bandit(UNIT, drift="look"), "drift is 'look'"),
        (lambda: Bandit(UNIT, drift=True), "drift is True"),
        (lambda: Bandit(UNIT, oracle=FixedOracle(0.5), drift="watch"), "built-in"),
        (lambda: WatchedOracle(BoostedOracle()), "BoostedOracle"),
        (lambda: WatchedOracle(WatchedOracle(TableOracle())), "learns online"),
        (lambda: WatchedOracle(TableOracle(), alpha=0.0), "alpha is 0.0"),
        (lambda: BoostedOracle(watch=1), "watch is 1"),
        (lambda: BoostedOutcomeOracle(watch=1), "watch is 1"),
        (lambda: WatchedOracle(BoostedOutcomeOracle()), "watch=True of one with trees"),
    ],
)
def test_bad_parameters(make, says: str) -> None:
    with pytest.raises(InvalidParameter, match=says):
        make()


def test_drift_stands_around_any_oracle() -> None:
    assert Bandit(Catalog(2), drift="watch").oracle.oracle == WatchedOracle(TableOracle())
    assert Bandit(UNIT, context_size=1, drift="watch").oracle.oracle == BoostedOracle(watch=True)
    own = WatchedOracle(ScaledOracle(HarmonicOracle()), alpha=0.2)
    assert Bandit(UNIT, oracle=own, drift="watch").oracle.oracle is own
    both = Bandit(Catalog(2), drift="watch", forget=9)
    assert both.oracle.oracle == WatchedOracle(ForgettingOracle(TableOracle(), 9))
    assert Bandit(Catalog(2)).changes == () == both.changes
    sale = {"payoff": payoffs.Sale(), "drift": "watch", "context_size": 1}
    fast = Bandit(UNIT, policy="fast", **sale, forget=9).oracle.oracle
    assert fast == WatchedOracle(ForgettingOracle(OutcomeOracle(-1), 9))
    assert Bandit(UNIT, **sale).oracle.oracle == BoostedOutcomeOracle(-1, watch=True)


def test_an_interval_with_contexts_is_watched_where_nothing_else_is_said() -> None:
    def oracle_of(space=UNIT, **given):
        return Bandit(space, **{"policy": "fast", "context_size": 2, **given}).oracle.oracle

    assert oracle_of() == WatchedOracle(AdditiveOracle())
    assert oracle_of(drift=None) == AdditiveOracle() == oracle_of(oracle=AdditiveOracle())
    assert oracle_of(explorer=SmoothIGW(h=1.0, gamma=2.0)) == AdditiveOracle()
    assert oracle_of(forget=9) == ForgettingOracle(AdditiveOracle(), 9)
    assert oracle_of(Catalog(2), context_size=0) == TableOracle()
    assert oracle_of(policy="best") == BoostedOracle(watch=True)
    assert oracle_of(policy="best", drift=None) == BoostedOracle()
    assert oracle_of(policy="best", context_size=0) == CurveOracle()
    assert oracle_of(payoff=payoffs.Sale()) == OutcomeOracle(-1)
    bandit = Bandit(UNIT, policy="fast", context_size=2)
    assert from_bytes(bandit.to_bytes()).oracle.oracle == WatchedOracle(AdditiveOracle())


def stationary(seed: int, rounds: int) -> RegressionEnvironment:
    rng = np.random.default_rng(seed)
    x = rng.random((rounds, 2))
    y = np.clip(0.2 + 0.5 * x[:, 0] * x[:, 1] + 0.1 * rng.normal(size=rounds), 0.0, 1.0)
    return RegressionEnvironment(x, y)


@pytest.mark.slow
def test_false_alarms_of_fast_stay_within_alpha() -> None:
    """1,000 runs at alpha = 0.01: more than 21 alarms have probability below 1e-3."""
    alarms = 0
    for seed in range(1000):
        bandit = Bandit(UNIT, policy="fast", context_size=2, seed=seed, drift="watch")
        simulate(bandit, stationary(seed, 4000))
        alarms += bool(bandit.changes)
    assert alarms <= 21


@pytest.mark.slow
def test_false_alarms_of_best_stay_within_alpha() -> None:
    """100 runs at alpha = 0.01: more than 5 alarms have probability below 1e-3."""
    alarms = 0
    for seed in range(100):
        bandit = Bandit(UNIT, oracle=boosted(), context_size=2, seed=seed)
        simulate(bandit, stationary(seed, 3200))
        alarms += bool(bandit.changes)
    assert alarms <= 5
