"""The typical curve's kernels, compiled and interpreted, against the slow twin."""

import numpy as np
import pytest

from smoothbandits.interpreted import tree_outcomes as interpreted_slices
from smoothbandits.interpreted import typical as interpreted
from smoothbandits.kernels import typical as compiled
from smoothbandits.kernels.states import TypicalState
from smoothbandits.oracles.typical import drawn
from smoothbandits.trees.flat import FlatTrees, stump
from tests.reference import typical as twin

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
    curve = np.sort(rng.random(POINTS))[::-1].copy()
    return TypicalState(places.state(), curve, np.array([0.5])), trees, rng.random((30, WIDTH))


def places_of(contexts):
    return np.where(contexts[:, 0] <= 0.3, -0.2, 0.4) + np.where(contexts[:, 1] <= 0.6, 0.1, 0.7)


@pytest.mark.parametrize("seed", range(4))
def test_the_curve_stands_where_the_context_turns(seed):
    typical, _, contexts = problem(seed)
    for context, place in zip(contexts, places_of(contexts), strict=True):
        found = np.empty(CELLS)
        interpreted.typical_outcomes(typical, context, found)
        np.testing.assert_allclose(found, twin.outcomes(typical.curve, place, CELLS), atol=1e-12)
        assert (np.diff(found) <= 1e-12).all()


@engines
@pytest.mark.parametrize("seed", range(4))
def test_mean_outcomes(engine, seed):
    _, trees, contexts = problem(seed)
    found = np.empty(len(contexts))
    engine.mean_outcomes(trees, contexts, found)
    for context, mean in zip(contexts, found, strict=True):
        logits = np.empty(len(trees.edges) - 1)
        interpreted.slice_trees(trees, context, logits)
        assert mean == pytest.approx(twin.mean_outcome(trees.edges, logits), rel=1e-12)


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
        means, sums, counts = np.empty(len(contexts)), np.zeros(POINTS), np.zeros(POINTS)
        engine.mean_outcomes(trees, contexts, means)
        engine.add_slices(typical, trees, contexts, CELLS, sums, counts)
        found.append(np.concatenate([means, sums, counts]).tobytes())
    assert found[0] == found[1]


@pytest.mark.parametrize("monotone", [-1, 1])
def test_a_drawn_curve_is_monotone_and_certain_where_nothing_was_seen(monotone):
    rng = np.random.default_rng(1)
    counts = np.where(np.abs(np.linspace(-1.0, 1.0, POINTS)) < 0.6, 5.0, 0.0)
    curve = drawn(counts * rng.random(POINTS), counts, monotone)
    assert (monotone * np.diff(curve) >= 0.0).all()
    assert (curve[0], curve[-1]) == ((1.0, 0.0) if monotone < 0 else (0.0, 1.0))
