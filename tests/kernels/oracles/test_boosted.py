"""The state of boosted trees, made by hand: what it keeps, and its curve cell by cell."""

import numpy as np
import pytest

from smoothbandits.interpreted.oracles.boosted import (
    REACH,
    greedy_actions,
    keep_example,
    predicted_differences,
)
from smoothbandits.kernels.states import SURFACE, VALLEY
from smoothbandits.oracles import BoostedOracle
from smoothbandits.oracles.trees.flat import FlatTrees, leaf, stump
from smoothbandits.spaces import Catalog, Interval, Product
from tests.interpreted import model
from tests.reference import hyperbola as twin
from tests.reference.trees import smoothed

UNIT = Interval(0, 1)
WEIGHTS = np.array([0.5, 0.3, 0.2, 0.0])  # the last category is never played
CELLS = np.arange(1, 8) / 8


def on_a_product():
    """Category 0 costs 0.2, the next two 0.5, and the last nothing; 0.1 more above 0.6."""
    space = Product(UNIT, Catalog(4, WEIGHTS))
    oracle = model(BoostedOracle(), space, context_size=1)
    category, number = 3, 4  # after the entry of the context and two hints
    parts = [
        stump(category, 0.5, 0.2, 0.5),
        stump(category, 2.5, 0.0, -0.5),
        stump(number, 0.6, 0.0, 0.1),
    ]
    trees = FlatTrees.join(parts, 0.0, 5).state()
    oracle.state = oracle.state._replace(trees=trees, active=np.array([SURFACE]))
    return oracle


def test_categories_count_by_their_mass():
    oracle, rate = on_a_product(), 20.0
    edges = oracle.state.trees.edges
    steps = smoothed(edges, np.array([0.0, 0.1]), REACH)
    gaps = np.array([0.2, 0.5, 0.5, 0.0])[:, None] + steps - (0.2 + steps[0])
    masses = WEIGHTS[:, None] * np.diff(edges)
    expected = np.sum(masses / (1.0 + rate * np.maximum(0.0, gaps)))
    mass, error = oracle.mass([0.4], rate)
    assert mass == pytest.approx(expected, abs=1e-12) and error == 0.0


def test_a_category_without_mass_is_not_the_best():
    action, loss = on_a_product().best([0.4])
    assert action == (0.3, 0) and loss == pytest.approx(0.2, abs=0.01)


def lifted():
    """A surface that adds 0.1 above 0.5 to a valley at 0.3."""
    oracle = model(BoostedOracle(), UNIT, context_size=1)
    state, surface = oracle.state, FlatTrees.join([stump(1, 0.5, 0.0, 0.1)], 0.0, 2)
    place = FlatTrees.join([leaf(0.3)], 0.0, 2).state()
    oracle.state = state._replace(
        trees=surface.state(CELLS),
        valley=state.valley._replace(trees=place),
        lifted=np.ones(1, dtype=bool),
        active=np.array([SURFACE]),
    )
    return oracle


def test_a_surface_stands_on_the_valley_at_the_middle_of_each_cell():
    oracle = lifted()
    edges = oracle.state.trees.edges
    middles = 0.5 * (edges[:-1] + edges[1:])
    floor = np.minimum(1.0, twin.loss(oracle.state.valley.shape, middles - 0.3))
    expected = smoothed(edges, 0.1 * (middles > 0.5), REACH) + floor
    np.testing.assert_allclose(oracle.predict([0.7], middles), expected, atol=1e-12)


def test_differences_are_those_to_the_action_that_is_greedy():
    oracle = lifted()
    state, contexts = oracle.state, np.array([[0.1], [0.9]])
    best, zero, found = np.empty((2, 1)), np.empty(2), np.empty(2)
    greedy_actions(state, contexts, best)
    assert best[:, 0].tolist() == [oracle.best(x)[0] for x in contexts]
    predicted_differences(state, contexts, best, best, zero)
    assert zero.tolist() == [0.0, 0.0]
    predicted_differences(state, contexts, np.full((2, 1), 0.95), best, found)
    expected = [oracle.predict(x, [0.95])[0] - oracle.best(x)[1] for x in contexts]
    np.testing.assert_allclose(found, expected, atol=1e-15)


@pytest.mark.parametrize("active", [SURFACE, VALLEY])
def test_a_context_decides_as_it_is_kept(active):
    """A number between two of four bytes is the nearer one, whatever a threshold says."""
    half = np.float32(0.5)
    between = float(half) + 0.3 * float(np.nextafter(half, np.float32(1.0)) - half)
    oracle = model(BoostedOracle(), UNIT, context_size=1)
    trees = FlatTrees.join([stump(0, between - 1e-12, 0.1, 0.9)], 0.0, 2).state()
    valley = oracle.state.valley._replace(trees=trees)
    oracle.state = oracle.state._replace(trees=trees, valley=valley, active=np.array([active]))
    found, expected = oracle.predict([between], [0.1]), oracle.predict([0.5], [0.1])
    assert found == expected


def test_examples_without_room_are_counted():
    """Their numbers say which ones a later fit has not seen."""
    oracle = model(BoostedOracle(first=10, background=False), UNIT, context_size=1)
    for number in range(12):
        keep_example(oracle.state, np.array([number]), np.array([0.05 * number]), 0.5, 0)
    assert oracle.state.kept.tolist() == [10, 12]
    assert oracle.state.contexts[:, 0].tolist() == list(range(10))
