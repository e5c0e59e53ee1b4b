"""The typical curve's kernels, compiled and interpreted, against the slow twin."""

import numpy as np
import pytest

from smoothbandits.interpreted.oracles import tree_outcomes as interpreted_slices
from smoothbandits.interpreted.oracles import typical as interpreted
from smoothbandits.kernels.oracles import typical as compiled
from smoothbandits.kernels.states import TypicalState
from smoothbandits.oracles.trees.flat import FlatTrees, stump
from smoothbandits.oracles.trees.typical import LARGEST, drawn
from tests.reference import typical as twin
from tests.reference.outcomes import mean_over_cells

ENGINES = {"compiled": compiled, "interpreted": interpreted}
engines = pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES.keys())
CELLS, POINTS, WIDTH = 16, 41, 2


def problem(seed):
    """Logits that fall along the action, places that leave [0, 1], contexts."""
    rng = np.random.default_rng(seed)
    along = [stump(WIDTH, cut, 1.0, -1.0) for cut in rng.uniform(0.05, 0.95, 6)]
    across = [stump(i % WIDTH, 0.5, -1.0, 1.0) for i in range(4)]
    trees = FlatTrees.join([*along, *across], 0.3, WIDTH + 1).state()
    places = FlatTrees.join([stump(0, 0.3, -0.2, 0.4), stump(1, 0.6, 0.1, 0.7)], 0.0, WIDTH + 1)
    curve = np.sort(rng.normal(size=POINTS))[::-1].copy()
    return TypicalState(places.state(), curve), trees, rng.random((30, WIDTH))


def places_of(contexts):
    return np.where(contexts[:, 0] <= 0.3, -0.2, 0.4) + np.where(contexts[:, 1] <= 0.6, 0.1, 0.7)


def slice_of(trees, context):
    logits = np.empty(len(trees.edges) - 1)
    interpreted.slice_trees(trees, context, logits)
    return logits


@engines
@pytest.mark.parametrize("seed", range(4))
def test_the_curve_stands_where_the_context_turns(engine, seed):
    typical, _, contexts = problem(seed)
    actions, found = np.random.default_rng(seed).random(len(contexts)), np.empty(len(contexts))
    engine.typical_logits(typical, contexts, actions, found)
    wanted = twin.logit(typical.curve, places_of(contexts), actions)
    np.testing.assert_allclose(found, wanted, atol=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_trees_stand_on_the_curve(seed):
    typical, trees, contexts = problem(seed)
    for context, place in zip(contexts, places_of(contexts), strict=True):
        found = np.empty(CELLS)
        interpreted.lifted_outcomes(typical, trees, context, found)
        pieces = twin.lifted(typical.curve, place, trees.edges, slice_of(trees, context))
        wanted = mean_over_cells(trees.edges, pieces, interpreted.REACH, CELLS)
        np.testing.assert_allclose(found, wanted, atol=1e-12)
        assert (np.diff(found) <= 1e-12).all()


@engines
@pytest.mark.parametrize("seed", range(4))
def test_mean_outcomes(engine, seed):
    _, trees, contexts = problem(seed)
    found = np.empty(len(contexts))
    engine.mean_outcomes(trees, contexts, found)
    for context, mean in zip(contexts, found, strict=True):
        wanted = twin.mean_outcome(trees.edges, slice_of(trees, context))
        assert mean == pytest.approx(wanted, rel=1e-12)


@engines
@pytest.mark.parametrize("seed", range(4))
def test_slices_are_added_by_distance(engine, seed):
    typical, trees, contexts = problem(seed)
    sums, counts = np.zeros(POINTS), np.zeros(POINTS)
    engine.add_slices(typical, trees, contexts, CELLS, sums, counts)
    slices = np.empty((len(contexts), CELLS))
    for context, values in zip(contexts, slices, strict=True):
        interpreted_slices.tree_outcomes(trees, context, values)
    wanted, often = twin.added(slices, places_of(contexts), POINTS)
    np.testing.assert_array_equal(counts, often)
    np.testing.assert_allclose(sums, wanted, atol=1e-9)


def test_both_engines_agree_in_every_bit():
    typical, trees, contexts = problem(7)
    found = []
    for engine in ENGINES.values():
        (means, logits), sums, counts = np.empty((2, 30)), np.zeros(POINTS), np.zeros(POINTS)
        engine.mean_outcomes(trees, contexts, means)
        engine.add_slices(typical, trees, contexts, CELLS, sums, counts)
        engine.typical_logits(typical, contexts, contexts[:, 1].copy(), logits)
        found.append(np.concatenate([means, logits, sums, counts]).tobytes())
    assert found[0] == found[1]


@pytest.mark.parametrize("monotone", [-1, 1])
def test_a_drawn_curve_is_monotone_and_sure_where_nothing_was_seen(monotone):
    rng = np.random.default_rng(1)
    counts = np.where(np.abs(np.linspace(-1.0, 1.0, POINTS)) < 0.6, 5.0, 0.0)
    curve = drawn(counts * rng.random(POINTS), counts, monotone)
    assert (monotone * np.diff(curve) >= 0.0).all()
    assert curve[[0, -1]] == pytest.approx([-monotone * LARGEST, monotone * LARGEST])
