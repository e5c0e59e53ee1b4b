import copy

import numpy as np
import pytest

from smoothbandits.bandit.storage import flatten
from smoothbandits.interpreted.generics import observe, restore
from smoothbandits.interpreted.philox import uniforms
from smoothbandits.kernels.states import SLOT_LEARN
from smoothbandits.oracles import TableOracle, WeightedOracle
from smoothbandits.spaces import Catalog
from tests.interpreted import model

NOTHING = np.empty(0)


def shown(state):
    """How many examples the inner oracle has seen."""
    return state.inner.counts.sum()


def feed(state, weight, key, action=0):
    before = state.inner.counts.copy()
    observe(state, NOTHING, np.array([float(action)]), 1.0, weight, key)
    return state.inner.counts - before


def same(first, second):
    first, second = flatten(first, "state"), flatten(second, "state")
    assert first.keys() == second.keys()
    for name in first:
        np.testing.assert_array_equal(first[name], second[name])


@pytest.mark.parametrize("reduction", ["A", "B", "C"])
def test_the_coin_of_an_example_comes_from_its_key(reduction):
    oracle = WeightedOracle(TableOracle(), reduction, 8.0 if reduction == "A" else None)
    state = model(oracle, Catalog(1)).state
    feed(state, 8.0, key=0)  # from here on W = 8 for all three
    for key in range(200):
        u, _ = uniforms(key, SLOT_LEARN)
        for weight in (0.5, 3.0, 8.0):
            assert feed(state, weight, key) == [1.0 if u < weight / 8.0 else 0.0]


def test_the_running_maximum_always_shows_the_heaviest_example_so_far():
    state = model(WeightedOracle(TableOracle(), "C"), Catalog(1)).state
    for key, weight in enumerate([0.01, 0.02, 5.0, 5.0, 7.0]):
        assert feed(state, weight, key) == [1.0]


def test_doubling_restarts_exactly_when_a_weight_exceeds_the_power_of_two():
    state = model(WeightedOracle(TableOracle(), "B"), Catalog(1)).state
    feed(state, 3.0, key=0)  # W = 4
    for _ in range(5):
        feed(state, 4.0, key=0)  # shown for certain, no restart
    assert shown(state) >= 5.0
    feed(state, 4.0001, key=3)  # W = 8: all is forgotten, perhaps this one is shown
    assert shown(state) <= 1.0


def test_restart_brings_the_pristine_state_back():
    weighted = model(WeightedOracle(TableOracle(), "B"), Catalog(3))
    pristine = copy.deepcopy(weighted.state)
    for key in range(20):
        observe(weighted.state, NOTHING, np.array([float(key % 3)]), 0.5, 1.0, key)
    same(weighted.state.pristine, pristine.inner)
    restore(weighted.state, pristine)
    same(weighted.state, pristine)
