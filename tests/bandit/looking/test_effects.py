"""What fields do to the best action: means over contexts, by brute force."""

import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits import Box, Catalog, Interval, Product, Scale
from smoothbandits.bandit.looking.effects import MOST_CONTEXTS, effects_of
from smoothbandits.errors import InvalidContext, InvalidParameter
from tests.interpreted import InterpretedBandit
from tests.kinds import taught

ROWS = np.random.default_rng(2).uniform(0.0, 1.0, (90, 2)).round(3)


class Told:
    """An oracle whose best action and its loss are told by a function of the context."""

    def __init__(self, best) -> None:
        self.best_of = best

    def predict(self, context, actions, weight=1.0):
        return np.full(len(actions), 1.0)

    def best(self, context, weight=1.0):
        return self.best_of(context)

    def learn(self, context, action, loss, weight=1.0) -> None:
        pass


def told(space, best, **options):
    return InterpretedBandit(space, oracle=Told(best), context_size=2, **options)


def test_the_best_number_and_what_is_predicted_of_it() -> None:
    def best(x):
        return 10.0 * x[0] * x[1], 0.5 * x[1]

    bandit = told(Interval(0.0, 10.0), best, scale=Scale(0.0, 4.0))
    found = effects_of(bandit, ROWS, reward=None)
    rows = ROWS[np.linspace(0, 89, MOST_CONTEXTS).round().astype(int)]
    assert (found.contexts, found.given, found.fields, found.noun) == (32, True, 2, "loss")
    first, second = found.effects
    assert (first.field, second.field) == ("entry 0", "entry 1")
    assert len(first.values) == 16 and (np.diff(first.values) > 0.0).all()
    (track,) = first.best
    assert track.mean == pytest.approx(10.0 * first.values * rows[:, 1].mean())
    low, high = np.quantile(10.0 * first.values[3] * rows[:, 1], [0.1, 0.9])
    assert (track.low[3], track.high[3]) == pytest.approx((low, high))
    assert first.predicted.mean == pytest.approx(np.full(16, 2.0 * rows[:, 1].mean()))
    assert second.predicted.mean == pytest.approx(2.0 * second.values)
    rewards = effects_of(bandit, ROWS, reward=True)
    assert rewards.effects[1].predicted.mean == pytest.approx(4.0 - 2.0 * second.values)


def test_values_that_occur_are_all_tried() -> None:
    bandit = told(Interval(0.0, 1.0), lambda x: (x[0], 0.0))
    found = effects_of(bandit, [[0.0, 5.0], [1.0, 5.0], [0.0, 7.0]], reward=None)
    assert [effect.values.tolist() for effect in found.effects] == [[0.0, 1.0], [5.0, 7.0]]


def test_categories_are_shares() -> None:
    space = Product(Interval(0.0, 1.0), Catalog(3))
    bandit = told(space, lambda x: ((0.5, 2 if x[0] > x[1] else 0), 0.1))
    found = effects_of(bandit, ROWS, reward=None)
    rows = ROWS[np.linspace(0, 89, MOST_CONTEXTS).round().astype(int)]
    number, *shares = found.effects[0].best
    assert number.mean == pytest.approx(np.full(16, 0.5))
    named = {track.name: track for track in shares}
    assert set(named) == {"category 0", "category 2"} and named["category 2"].is_share
    expected = [(value > rows[:, 1]).mean() for value in found.effects[0].values]
    assert named["category 2"].mean == pytest.approx(expected)


def test_knobs_are_compared_by_mass() -> None:
    bandit = told(Box([0.0, 100.0], [1.0, 300.0]), lambda x: ([x[0], 200.0], 0.0))
    found = effects_of(bandit, ROWS, reward=None)
    first, second = found.effects[0].best
    assert first.mean == pytest.approx(found.effects[0].values)
    assert second.mean == pytest.approx(np.full(16, 0.5))


def test_of_many_fields_those_that_do_most_are_drawn() -> None:
    class Third(Told):
        pass

    bandit = InterpretedBandit(
        Interval(0.0, 1.0),
        oracle=Third(lambda x: (0.5 + 0.4 * np.tanh(x[7]), 0.1)),
        context_size=40,
    )
    rows = np.random.default_rng(3).normal(size=(50, 40))
    found = effects_of(bandit, rows, reward=None)
    assert len(found.effects) == 6 and found.fields == 40
    assert "entry 7" in [effect.field for effect in found.effects]


def test_missing_entries_stay_missing_elsewhere() -> None:
    bandit = taught("boosted", engine="python")
    rows = [[np.nan, 0.0], [1.0, 1.0], [0.0, np.nan], [np.nan, 1.0]]
    found = effects_of(bandit, rows, reward=None)
    assert [effect.values.tolist() for effect in found.effects] == [[0.0, 1.0]] * 2
    nothing = effects_of(bandit, [[np.nan, 1.0]], reward=None)
    assert np.isfinite(nothing.effects[0].predicted.mean).all()


def test_kept_contexts_are_used_where_none_are_given() -> None:
    found = effects_of(taught("additive", engine="python"), None, reward=None)
    assert not found.given and found.contexts == 32


def test_without_contexts_nothing_can_have_an_effect() -> None:
    with pytest.raises(InvalidParameter, match="has no contexts"):
        effects_of(taught("table", engine="python"), None, reward=None)
    with pytest.raises(InvalidParameter, match="HarmonicOracle keeps none"):
        effects_of(taught("harmonic", engine="python"), None, reward=None)
    with pytest.raises(InvalidContext):
        effects_of(taught("harmonic", engine="python"), [[1.0, 2.0]], reward=None)


def test_levels_of_a_category_are_settings_with_their_names():
    bandit = sb.Bandit(
        sb.Interval(0, 100),
        context={"plan": "category", "age": "number"},
        policy="fast",
        engine="python",
        seed=1,
    )
    rng = np.random.default_rng(1)
    for _ in range(300):
        given = {"plan": str(rng.choice(["gold", "basic"])), "age": rng.random()}
        decision = bandit.act(given)
        right = 70.0 if given["plan"] == "gold" else 30.0
        bandit.learn(decision, loss=abs(decision.action - right) / 100)
    days = [{"plan": plan, "age": 0.5} for plan in ("gold", "basic")]
    found = {effect.field: effect for effect in effects_of(bandit, days, reward=None).effects}
    plan = found["plan"]
    best = dict(zip(plan.labels, plan.best[0].mean, strict=True))
    assert best.keys() == {"gold", "basic"} and best["gold"] > best["basic"] + 20.0
    assert found["age"].labels == ()
    axes = bandit.plot_effects(days).axes
    assert {label.get_text() for one in axes for label in one.get_xticklabels()} >= set(
        plan.labels
    )
