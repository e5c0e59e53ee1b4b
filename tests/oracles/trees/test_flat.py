import numpy as np
import pytest

from smoothbandits.errors import InvalidParameter
from smoothbandits.oracles.trees import FlatTrees, from_lightgbm
from smoothbandits.oracles.trees.flat import stump
from tests.oracles.trees.models import fitted


def test_nodes_stand_in_the_order_of_a_walk():
    """A left child that is a node comes next; leaves count up from left to right."""
    state = from_lightgbm(fitted("plain")).state()
    inner = np.flatnonzero(state.left >= 0)
    np.testing.assert_array_equal(state.left[inner], inner + 1)
    assert np.all(state.right[state.right >= 0] > np.flatnonzero(state.right >= 0))
    leaves = ~np.concatenate([state.left[state.left < 0], state.right[state.right < 0]])
    np.testing.assert_array_equal(np.sort(leaves), np.arange(state.value.size))


def test_what_the_kernels_compile_for():
    """One set of types, whatever the model: another would compile again."""
    kinds = [
        tuple(np.asarray(part).dtype.str for part in trees.state())
        for trees in (
            from_lightgbm(fitted("plain")),
            from_lightgbm(fitted("categories")),
            FlatTrees.join([stump(0, 0.5, 0.0, 1.0)], 0.0, 2),
        )
    ]
    assert kinds[0] == kinds[1] == kinds[2]


def test_a_single_leaf_is_a_tree():
    leaf = stump(0, 0.5, 0.0, 1.0)
    leaf = leaf._replace(**{name: getattr(leaf, name)[:0] for name in leaf._fields[:-1]})
    trees = FlatTrees.join([leaf._replace(value=np.array([0.3])), stump(1, 0.5, 0.0, 1.0)], 0.0, 2)
    assert trees.roots.tolist() == [-1, 0]
    assert trees.state().roots.tolist() == [-1, 0]


def test_actions_in_other_units_are_refused():
    with pytest.raises(InvalidParameter, match=r"split at 12.5; .* \[0, 1\]"):
        FlatTrees.join([stump(1, 12.5, 0.0, 1.0)], 0.0, 2).state()


def test_an_action_of_categories_is_refused():
    node = stump(1, 0.5, 0.0, 1.0)._replace(
        n_words=np.ones(1, dtype=np.int32), words=np.array([5])
    )
    with pytest.raises(InvalidParameter, match="by categories"):
        FlatTrees.join([node], 0.0, 2).state()


def test_no_trees_are_refused():
    with pytest.raises(InvalidParameter, match="no trees"):
        FlatTrees.join([], 0.0, 2)
