"""The surface that stands on the valley: one step function, exact, learned, kept."""

import numpy as np
import pytest
from scipy import stats

import smoothbandits as sb
from smoothbandits.bandit import storage
from smoothbandits.engines import entries_of
from smoothbandits.errors import CorruptSave
from smoothbandits.interpreted.oracles.trees import tree_values
from smoothbandits.kernels.states import SURFACE, VALLEY
from smoothbandits.oracles.trees import boosted as module
from smoothbandits.oracles.trees.base import How
from smoothbandits.oracles.trees.boosted import CELLS, BoostedOracle
from smoothbandits.oracles.trees.valleys import predicted_losses
from tests.facade import same_trace, state_arrays
from tests.inside import put
from tests.reference import hyperbola as twin
from tests.reference.trees import smoothed

UNIT = sb.Interval(0.0, 1.0)
ORACLE = BoostedOracle(growth=1.7, trees=30, background=False)
SIZE, FROM, ROUNDS = 3, 300, 900
REACH = 0.02

RNG = np.random.default_rng(3)
X = np.float64(RNG.random((2000, SIZE), dtype=np.float32))
Y = 0.5 + 0.3 * np.sin(6.0 * X[:, 0]) * np.cos(5.0 * X[:, 1]) + 0.05 * RNG.normal(size=len(X))
ROWS = sb.RegressionEnvironment(X, np.clip(Y, 0.0, 1.0))


@pytest.fixture(autouse=True, scope="module")
def soon():
    """Many examples are 300 here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "MANY", FROM)
        yield


FADING = sb.Anytime(8.0)


def bandit(gamma=FADING):
    explorer = sb.SmoothIGW(h=1.0, gamma=gamma)
    return sb.Bandit(UNIT, oracle=ORACLE, explorer=explorer, context_size=SIZE, seed=2)


@pytest.fixture(scope="module")
def played():
    mine = bandit()
    sb.simulate(mine, ROWS, rounds=ROUNDS)
    state = mine.oracle.state
    assert state.lifted[0] and state.active[0] == SURFACE
    return mine


def slow_curve(state, context):
    """Edges and values: LightGBM's steps, smoothed, and the hyperbola at their middles."""
    edges = state.trees.edges
    middles = 0.5 * (edges[:-1] + edges[1:])
    rows = np.column_stack([np.tile(context, (len(middles), 1)), middles])
    rough, place = np.empty(len(middles)), np.empty(1)
    tree_values(state.trees, rows, rough)
    entries_of("python").valley_places(state.valley, context[None], place)
    distance = middles - np.clip(place[0], 0.0, 1.0)
    floor = np.minimum(1.0, twin.loss(state.valley.shape, distance))
    return edges, np.clip(smoothed(edges, rough, REACH) + floor, 0.0, 1.0)


@pytest.mark.parametrize("row", [0, 7, 42])
def test_prediction_argmin_and_mass_are_those_of_one_step_function(played, row):
    state, context = played.oracle.state, X[row]
    edges, values = slow_curve(state, context)
    assert set(CELLS) <= set(edges)
    middles = 0.5 * (edges[:-1] + edges[1:])
    # a threshold one rounding beside the edge of a cell leaves a step that holds no number
    real = (edges[:-1] < middles) & (middles < edges[1:])
    assert real.sum() > 0.9 * len(real)
    found = played.oracle.predict(context, middles[real])
    np.testing.assert_allclose(found, values[real], atol=1e-12)
    action, least = played.oracle.best(context)
    assert least == pytest.approx(values.min(), abs=1e-12)
    cell = int(np.searchsorted(edges, action, side="left")) - 1
    assert values[cell] == pytest.approx(values.min(), abs=1e-12)
    for rate in (0.5, 60.0, 5000.0):
        mass, error = played.oracle.mass(context, rate)
        expected = np.sum(np.diff(edges) / (1.0 + rate * (values - values.min())))
        assert mass == pytest.approx(expected, abs=1e-12) and error == 0.0


def test_draws_follow_the_stated_law(played):
    """Kolmogorov and Smirnov's test of explored draws; a false alarm in 1,000 runs."""
    mine = bandit(gamma=60.0)
    put(mine, played.oracle.state)
    context = X[7]
    edges, values = slow_curve(mine.oracle.state, context)
    decisions = mine.act_many(np.tile(context, (20_000, 1)))
    density = 1.0 / (1.0 + 60.0 * (values - values.min()))
    mass = np.concatenate([[0.0], np.cumsum(np.diff(edges) * density)])
    drawn = decisions.actions[decisions.explored]
    law = stats.kstest(drawn, lambda a: np.interp(a, edges, mass / mass[-1]))
    assert law.pvalue > 0.001
    share = stats.binomtest(int(decisions.explored.sum()), 20_000, mass[-1])
    assert share.pvalue > 0.001
    assert mine.act(context, explore=True).gamma == 60.0
    greedy = mine.oracle.best(context)[0]
    assert mine.propensity(context, greedy).atom == pytest.approx(1.0 - mass[-1], abs=1e-12)


def test_trees_learn_what_the_valley_leaves(played):
    """Of losses that no valley fits: the surface on it predicts them better."""
    rng, n = np.random.default_rng(5), 3000
    contexts, actions = rng.random((n, SIZE)).astype(np.float32), rng.random(n)
    state = played.oracle.state
    losses = predicted_losses(state.valley, contexts, actions) + 0.2 * (actions > 0.6)
    losses = np.clip(losses, 0.0, 1.0).astype(np.float32)
    trees = ORACLE.lifted(
        state.valley, contexts, actions[:, None].astype(np.float32), losses, How(0, 1)
    )
    mine = bandit()
    put(mine, state._replace(trees=trees))
    grid = np.linspace(0.05, 0.95, 19)
    step = mine.oracle.predict(X[1], grid) - np.array(
        [predicted_losses(state.valley, X[1:2], np.array([a]))[0] for a in grid]
    )
    assert np.abs(step[grid < 0.55]).max() < 0.05
    assert np.abs(step[grid > 0.65] - 0.2).max() < 0.08


def test_few_examples_and_contexts_that_say_nothing_leave_the_valley_alone():
    few = bandit()
    sb.simulate(few, ROWS, rounds=FROM - 60)
    assert not few.oracle.state.lifted[0] and ORACLE.preferred(few.oracle.state) == VALLEY
    noise = np.random.default_rng(4).random(1500)
    mine = bandit()
    sb.simulate(mine, sb.RegressionEnvironment(X[:1500], noise))
    assert not mine.oracle.state.lifted[0]


def test_evidence_begins_anew_when_another_model_is_preferred(played):
    mine = bandit()
    sb.simulate(mine, ROWS, rounds=250)
    state = mine.oracle.state
    assert not state.lifted[0]
    more = state._replace(
        contexts=np.float32(X[: FROM + 50]),
        actions=np.float32(np.resize(state.actions[: state.kept[0]], (FROM + 50, 1))),
        losses=np.float32(np.resize(state.losses[: state.kept[0]], FROM + 50)),
        kept=np.array([FROM + 50, FROM + 50]),
        evidence=np.full((3, 2), 7.0),
    )
    changed = ORACLE.fitted(more, 0)
    assert changed["lifted"][0] == changed["valley"].trees.value.any()
    assert changed["evidence"].any() != changed["lifted"][0]
    fitted = ORACLE.fitted(played.oracle.state, 0)
    assert fitted["lifted"][0] and fitted["evidence"].any()


def test_both_engines_agree_in_every_bit_on_it(played):
    compiled, python = bandit(), bandit()
    for mine in (compiled, python):
        put(mine, played.oracle.state)
    one = sb.simulate(compiled, ROWS, rounds=60)
    other = sb.simulate(python, ROWS, rounds=60, engine="python")
    assert same_trace(one, other)


def test_saved_it_goes_on_as_if_never_stopped(tmp_path):
    whole, mine = bandit(), bandit()
    expected = sb.simulate(whole, ROWS, rounds=1000)
    sb.simulate(mine, ROWS, rounds=700)
    assert mine.oracle.state.lifted[0]
    mine.save(tmp_path / "b.bandit")
    again = sb.load(tmp_path / "b.bandit")
    rest = sb.simulate(again, ROWS, rounds=300)
    assert rest.actions.tobytes() == expected.actions[700:].tobytes()
    one, other = state_arrays(whole), state_arrays(again)
    assert all(one[name].tobytes() == other[name].tobytes() for name in one)


def test_no_file_lifts_a_surface_where_there_is_no_valley(tmp_path):
    space = sb.Product(UNIT, sb.Catalog(2))
    sb.Bandit(space, oracle=ORACLE, context_size=2).save(tmp_path / "whole.bandit")
    manifest, arrays = storage.read(tmp_path / "whole.bandit")
    arrays["oracle.lifted"] = np.array([True])
    storage.write(tmp_path / "b.bandit", manifest, arrays)
    with pytest.raises(CorruptSave):
        sb.load(tmp_path / "b.bandit")
