"""BoostedOutcomeOracle: its typical curve, categories, and files that were damaged."""

import numpy as np
import pytest

from smoothbandits import Interval
from smoothbandits.engines import entries_of
from smoothbandits.errors import CorruptSave, InvalidParameter
from smoothbandits.interpreted.generics import outcomes
from smoothbandits.oracles import BoostedOutcomeOracle
from smoothbandits.oracles.base import bind
from smoothbandits.oracles.trees import boosted_outcome as module
from smoothbandits.oracles.trees import typical
from smoothbandits.oracles.trees.flat import FlatTrees, leaf
from tests.interpreted import model as interpreted_model

entries_of("python")  # registers the kernels
UNIT = Interval(0.0, 1.0)
QUICK = {"first": 200, "trees": 40, "background": False}


def taught(oracle, contexts, turn, rounds=400, noise=0.05, bind=bind):
    """Outcomes are 1 up to where the context turns, or beyond it where they grow."""
    rng = np.random.default_rng(2)
    model = bind(oracle, UNIT, context_size=contexts.shape[1])
    for context in contexts[:rounds]:
        action = rng.random()
        below = action <= turn(context) + noise * rng.normal()
        model.learn(context, action, float(below == (oracle.monotone != 1)))
    return model


def predicted(state, context):
    found = np.empty(128)
    outcomes(state, np.asarray(context, dtype=float), found)
    return found


@pytest.mark.parametrize("monotone", [-1, 1])
def test_the_typical_curve_turns_where_contexts_do(monotone):
    contexts = np.random.default_rng(1).random((600, 3))
    oracle = BoostedOutcomeOracle(monotone, **QUICK)
    model = taught(oracle, contexts, lambda x: 0.2 + 0.6 * (x[0] > 0.5), 600)
    assert model.state.lifted[0]
    flat = FlatTrees.join([leaf(0.0)], 0.0, 4).state(np.arange(1, 128) / 128)
    alone = model.state._replace(shares=np.ones(1), trees=flat)
    for x, place in (([0.1, 0.5, 0.5], 0.2), ([0.9, 0.5, 0.5], 0.8)):
        curve = predicted(alone, x)
        sold = curve if monotone < 0 else 1.0 - curve
        assert abs(sold.mean() - place) < 0.1
        assert sold[int(128 * (place - 0.15))] > 0.7 > 0.3 > sold[int(128 * (place + 0.15))]


def test_nothing_is_typical_without_a_direction_or_without_contexts():
    contexts = np.random.default_rng(1).random((400, 2))
    free = taught(BoostedOutcomeOracle(**QUICK), contexts, lambda x: x[0])
    blind = taught(BoostedOutcomeOracle(-1, **QUICK), contexts[:, :0], lambda x: 0.4)
    for model in (free, blind):
        assert model.state.active[0] == 1
        assert not model.state.lifted[0]


@pytest.mark.parametrize("value", [0.5, np.nan])
def test_contexts_that_never_differ(value):
    model = taught(BoostedOutcomeOracle(-1, **QUICK), np.full((400, 2), value), lambda x: 0.4)
    assert abs(predicted(model.state, [value, value]).mean() - 0.4) < 0.1


@pytest.fixture
def interpreted(monkeypatch):
    """Nothing is compiled."""
    for each in (module, typical):
        monkeypatch.setattr(each, "entries_of", lambda _: entries_of("python"))
    return interpreted_model


def parts_of(state, context):
    """What the online oracle knew at the fit, and what the trees say."""
    return (predicted(state._replace(shares=np.array([share])), context) for share in (0.0, 1.0))


def test_a_share_is_the_weight_of_the_trees(interpreted):
    contexts = np.random.default_rng(1).random((300, 2))
    oracle = BoostedOutcomeOracle(-1, **QUICK)
    state = taught(oracle, contexts, lambda x: x[0], 300, bind=interpreted).state
    for context in contexts[:5]:
        known, grown = parts_of(state, context)
        found = predicted(state._replace(shares=np.array([0.25])), context)
        assert np.abs(grown - known).max() > 0.1
        np.testing.assert_allclose(found, 0.75 * known + 0.25 * grown, atol=1e-12)


def test_shares_are_judged_by_the_log_loss_of_examples_since_the_last_fit(interpreted):
    """The number of an example decides, not its row: of 1,260 examples 260 are kept."""
    contexts = np.random.default_rng(1).random((260, 2))
    oracle = BoostedOutcomeOracle(-1, **QUICK)
    state = taught(oracle, contexts, lambda x: x[0], 260, noise=0.3, bind=interpreted).state
    assert state.kept.tolist() == [260, 260] and state.since.tolist() == [200]
    older = np.linspace(1.0, 2.0, len(module.SHARES))
    expected = module.MEMORY * older
    for row in range(200, 260):
        known, grown = parts_of(state, state.contexts[row])
        cell = min(127, int(128 * state.actions[row, 0]))
        chances = known[cell] + module.SHARES * (grown[cell] - known[cell])
        seen, chances = float(state.losses[row]), np.clip(chances, 1e-3, 1.0 - 1e-3)
        expected -= seen * np.log(chances) + (1.0 - seen) * np.log(1.0 - chances)
    counts = {"kept": state.kept + [0, 1000], "since": state.since + 1000}
    parts = oracle.fitted(state._replace(evidence=older, **counts), 0)
    np.testing.assert_allclose(parts["evidence"], expected, rtol=1e-9)
    assert parts["shares"].tolist() == [module.SHARES[np.argmin(expected)]]
    assert parts["since"].tolist() == [1260]


def test_categories_are_split_by_sets():
    contexts = np.random.default_rng(1).integers(0, 12, (900, 1)).astype(float)

    def turn(x):
        return 0.8 if int(x[0]) % 2 else 0.2

    oracle = BoostedOutcomeOracle(-1, categories=(0,), **QUICK)
    model = taught(oracle, contexts, turn, 900)
    assert model.state.trees.words.any() and model.state.typical.trees.words.any()
    for category in range(12):
        assert abs(predicted(model.state, [category]).mean() - turn([category])) < 0.2


def test_categories_that_are_no_places_are_refused():
    with pytest.raises(InvalidParameter, match="categories"):
        BoostedOutcomeOracle(categories=3)
    with pytest.raises(InvalidParameter, match="places 0 to 1"):
        BoostedOutcomeOracle(categories=(2,)).bind(UNIT, context_size=2)


def test_a_damaged_typical_curve_is_refused():
    oracle = BoostedOutcomeOracle(-1, **QUICK)
    contexts = np.random.default_rng(1).random((400, 2))
    state = taught(oracle, contexts, lambda x: x[0]).state
    oracle.check_state(state)
    good = state.typical
    bent = good.curve.copy()
    bent[3:5] = -0.2, 0.9
    trees = good.trees
    damaged = [
        {"curve": good.curve + 10.0},
        {"curve": good.curve[1:]},
        {"curve": np.where(good.curve > 0.0, np.nan, good.curve)},
        {"curve": bent},
        {"trees": trees._replace(value=np.full_like(trees.value, np.inf))},
        {"trees": trees._replace(feature=np.full_like(trees.feature, 2))},
        {"trees": state.trees},
    ]
    for change in damaged:
        with pytest.raises(CorruptSave):
            oracle.check_state(state._replace(typical=good._replace(**change)))
    free = BoostedOutcomeOracle(**QUICK)
    unknown = taught(free, contexts, lambda x: x[0]).state
    with pytest.raises(CorruptSave):
        free.check_state(unknown._replace(lifted=np.ones(1, dtype=bool)))
