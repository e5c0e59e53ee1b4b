import numpy as np
import pytest

from smoothbandits.interpreted.oracles.slices import slice_cell
from smoothbandits.interpreted.oracles.trees import slice_rows as slice_rows_interpreted
from smoothbandits.interpreted.oracles.trees import tree_values as tree_values_interpreted
from smoothbandits.kernels.oracles.trees import slice_rows, tree_values
from smoothbandits.oracles.trees import FlatTrees, from_lightgbm
from smoothbandits.oracles.trees.flat import stump
from tests.oracles.trees.models import KINDS, fitted, strange_rows
from tests.reference import trees as twin

PAIRS = 10_000


def sliced(state, contexts, engine=slice_rows):
    values = np.empty((len(contexts), state.edges.size - 1))
    engine(state, np.ascontiguousarray(contexts), values)
    return values


def cells_of(state, actions):
    """An edge belongs to the cell below it."""
    return np.searchsorted(state.edges[1:-1], actions, side="left")


def scale(state):
    """Sum over the trees of their largest leaf, at least: what rounding is relative to."""
    return np.abs(state.value).max() * state.roots.size


@pytest.mark.parametrize("kind", KINDS)
def test_slices_are_the_library_s_predictions(kind):
    model = fitted(kind)
    state = from_lightgbm(model).state()
    rows = strange_rows(kind, PAIRS, np.random.default_rng(7))
    expected, direct = model.predict(rows), np.empty(PAIRS)
    tree_values(state, rows, direct)
    np.testing.assert_array_equal(direct, expected)
    values = sliced(state, rows[:, :-1])[np.arange(PAIRS), cells_of(state, rows[:, -1])]
    np.testing.assert_allclose(values, expected, rtol=0.0, atol=1e-14 * scale(state))


@pytest.mark.parametrize("kind", KINDS)
def test_at_the_thresholds_themselves(kind):
    model = fitted(kind)
    state = from_lightgbm(model).state()
    cuts = state.edges[1:-1]
    assert cuts.size > 20
    context = strange_rows(kind, 1, np.random.default_rng(3))[0, :-1]
    values = sliced(state, context[None])[0]
    cells = np.arange(cuts.size)
    for actions, expected in ((cuts, cells), (np.nextafter(cuts, 2.0), cells + 1)):
        rows = np.column_stack([np.tile(context, (cuts.size, 1)), actions])
        assert [slice_cell(state.edges, a) for a in actions] == expected.tolist()
        np.testing.assert_allclose(values[expected], model.predict(rows), atol=1e-13)


@pytest.mark.parametrize("kind", KINDS)
def test_slices_by_recursion(kind):
    model = fitted(kind)
    state = from_lightgbm(model).state()
    roots = [tree["tree_structure"] for tree in model.dump_model()["tree_info"]]
    rows = strange_rows(kind, 20, np.random.default_rng(8))
    middles = 0.5 * (state.edges[:-1] + state.edges[1:])
    for row, values in zip(rows, sliced(state, rows[:, :-1]), strict=True):
        expected = np.zeros(middles.size)
        for root in roots:
            for low, high, value in twin.pieces(root, row[:-1]):
                expected[(low < middles) & (middles <= high)] += value
        np.testing.assert_allclose(values, expected, atol=1e-14 * scale(state))
        total = sum(twin.evaluate(root, row) for root in roots)
        assert values[slice_cell(state.edges, row[-1])] == pytest.approx(total, abs=1e-12)


@pytest.mark.parametrize("kind", KINDS)
def test_interpreted_and_compiled_agree_in_every_bit(kind):
    state = from_lightgbm(fitted(kind)).state()
    rows = strange_rows(kind, 30, np.random.default_rng(9))
    np.testing.assert_array_equal(
        sliced(state, rows[:, :-1]), sliced(state, rows[:, :-1], slice_rows_interpreted)
    )
    found = np.empty((2, 30))
    tree_values(state, rows, found[0])
    tree_values_interpreted(state, rows, found[1])
    np.testing.assert_array_equal(found[0], found[1])


def test_every_kind_of_exception_is_met():
    """The tests above would be empty if the models had no such splits."""
    states = {kind: from_lightgbm(fitted(kind)).state() for kind in KINDS}
    assert states["categories"].sets[-1] > 0
    assert np.diff(states["categories"].sets).max() > 1  # beyond 32 categories
    assert states["zero-missing"].zero_missing.any()
    assert states["missing"].missing_left.any() and not states["missing"].missing_left.all()
    assert np.isnan(states["plain"].threshold).sum() == 0


def test_trees_without_the_action_are_constant():
    trees = FlatTrees.join([stump(0, 0.0, 0.1, 0.4), stump(0, 1.0, 0.2, 0.5)], 1.0, 2)
    values = sliced(trees.state(), np.array([[0.5]]), slice_rows_interpreted)
    np.testing.assert_allclose(values, [[1.6]], rtol=1e-15)


def test_a_threshold_at_an_end_leaves_a_cell_without_width():
    trees = FlatTrees.join([stump(1, 0.0, 0.1, 0.4), stump(1, 1.0, 0.2, 0.5)], 0.0, 2)
    state = trees.state()
    assert state.edges.tolist() == [0.0, 0.0, 1.0, 1.0]
    values = sliced(state, np.array([[0.5]]), slice_rows_interpreted)[0]
    np.testing.assert_allclose(values, [0.3, 0.6, 0.9], rtol=1e-15)
    assert [slice_cell(state.edges, a) for a in (0.0, 1e-300, 1.0)] == [0, 1, 1]
