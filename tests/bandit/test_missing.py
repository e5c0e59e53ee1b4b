"""Entries of a context that are missing, and entries that are categories."""

import json
import math

import lightgbm
import numpy as np
import pytest

import smoothbandits as sb
from smoothbandits.errors import InvalidContext, InvalidParameter
from smoothbandits.kernels.states import VALLEY
from smoothbandits.oracles import BoostedOracle
from smoothbandits.oracles.trees.base import How
from smoothbandits.oracles.trees.boosted import boost
from smoothbandits.oracles.trees.hints import with_hints

NAN = math.nan
UNIT = sb.Interval(0.0, 1.0)


def problem(rounds: int, seed: int = 0) -> sb.RegressionEnvironment:
    """The target jumps with a category and slopes with an entry, a fifth of which is missing."""
    rng = np.random.default_rng(seed)
    X = np.column_stack([rng.integers(0, 12, rounds), rng.random(rounds), rng.random(rounds)])
    target = 0.25 + 0.5 * np.isin(X[:, 0], [1, 4, 6, 11]) * X[:, 1]
    X[rng.random(rounds) < 0.2, 1] = NAN
    return sb.RegressionEnvironment(X, target)


@pytest.fixture(scope="module")
def boosted() -> sb.Bandit:
    oracle = BoostedOracle(first=2000, trees=40, categories=(0,))
    bandit = sb.Bandit(UNIT, oracle=oracle, context_size=3, policy="best", seed=2)
    sb.simulate(bandit, problem(5000))
    assert bandit.oracle.state.active[0] == VALLEY
    return bandit


def test_the_first_oracle_leaves_a_missing_entry_out_of_the_sum() -> None:
    model = BoostedOracle(first=1000).bind(UNIT, context_size=2)
    rng = np.random.default_rng(1)
    for x in rng.random((400, 2)):
        model.learn(x, rng.random(), abs(0.9 * x[0] - 0.3))
    half = model.best([0.9, NAN])[0]
    values = model.state.online.values
    knots = values.size // 2
    values[knots : 2 * knots] = 0.0  # the function of the second entry
    assert half == model.best([0.9, 0.2])[0] == model.best([0.9, 0.8])[0]


def test_missing_entries_teach_nothing_about_themselves() -> None:
    model = BoostedOracle().bind(UNIT, context_size=2)
    rng = np.random.default_rng(1)
    for x in rng.random(300):
        model.learn([x, NAN], rng.random(), abs(x - 0.5))
    first = model.state.online
    knots = first.values.size // 2
    assert not first.values[knots : 2 * knots].any() and first.values[:knots].any()
    assert (first.knots[1] == np.linspace(-1.0, 1.0, knots)).all()  # never placed
    assert np.isfinite(first.knots).all()


def test_trees_see_what_is_missing_as_the_library_does(boosted: sb.Bandit) -> None:
    state, oracle = boosted.oracle.state, boosted.oracle.oracle
    kept = int(state.kept[0])
    parts = (state.contexts[:kept], state.actions[:kept])
    rows = with_hints(state.before, *parts)
    setting = oracle.setting(kept, 31, How(seed=1, threads=1))
    library = boost(rows, state.losses[:kept], oracle.trees, setting, list(oracle.categories))
    assert isinstance(library, lightgbm.Booster) and "cat_threshold" in library.model_to_string()
    from smoothbandits.kernels.oracles.trees import tree_values
    from smoothbandits.oracles.trees import from_lightgbm

    found = np.empty(kept)
    tree_values(from_lightgbm(library).state(), rows, found)
    assert np.isnan(rows).any()
    np.testing.assert_allclose(found, library.predict(rows), atol=1e-12)


def test_trees_with_gaps_and_categories_beat_numbers_without_gaps(boosted: sb.Bandit) -> None:
    additive = sb.Bandit(UNIT, policy="fast", context_size=3, explorer=boosted.explorer, seed=2)
    rounds, test = problem(5000), problem(400, seed=9)
    sb.simulate(additive, sb.RegressionEnvironment(np.nan_to_num(rounds.X, nan=0.5), rounds.y))

    def loss(bandit: sb.Bandit, X: np.ndarray) -> float:
        guesses = [bandit.oracle.best(x)[0] for x in X]
        return float(np.abs(guesses - test.y).mean())

    assert loss(boosted, test.X) < 0.9 * loss(additive, np.nan_to_num(test.X, nan=0.5))


def test_decisions_with_gaps_are_json_and_learned_from_logs(boosted: sb.Bandit) -> None:
    decision = boosted.act([3.0, NAN, 0.5])
    text = json.dumps(decision.to_dict(), allow_nan=False)
    again = sb.Decision.from_dict(json.loads(text))
    assert math.isnan(again.context[1]) and again.context[0] == 3.0
    boosted.learn(again, loss=0.2)


def test_gaps_survive_a_save(boosted: sb.Bandit, tmp_path) -> None:
    boosted.act([3.0, NAN, 0.5], id="waits")
    boosted.save(tmp_path / "gaps.bandit")
    loaded = sb.load(tmp_path / "gaps.bandit")
    assert loaded.oracle.oracle.categories == (0,)
    assert loaded.act([5.0, NAN, NAN]).action == boosted.act([5.0, NAN, NAN]).action
    loaded.learn("waits", loss=0.1)


def test_infinity_is_no_gap(boosted: sb.Bandit) -> None:
    with pytest.raises(InvalidContext, match="finite, or nan where it is missing"):
        boosted.act([0.0, math.inf, 0.0])
    with pytest.raises(InvalidContext, match="row 1"):
        boosted.act_many([[0.0, NAN, 0.0], [0.0, math.inf, 0.0]])


@pytest.mark.parametrize("oracle", [sb.HarmonicOracle(), sb.DispersionOracle()])
def test_other_oracles_refuse_gaps(oracle: sb.HarmonicOracle | sb.DispersionOracle) -> None:
    bandit = sb.Bandit(UNIT, oracle=oracle, context_size=1)
    with pytest.raises(InvalidContext, match="must be finite( and at most 1e.30 in size)?$"):
        bandit.act([NAN])


def test_categories_lie_within_the_context() -> None:
    with pytest.raises(InvalidParameter, match="places 0 to 1"):
        sb.Bandit(UNIT, oracle=BoostedOracle(categories=(2,)), context_size=2)
