"""What learning can leave is taken from a file, and nothing else."""

import copy
from typing import Any

import numpy as np
import pytest

from smoothbandits import Catalog, TableOracle
from smoothbandits.bandit.sound_states import refuse_unsound
from smoothbandits.errors import CorruptSave
from tests.interpreted import model


@pytest.fixture
def table() -> Any:
    """Items 0 to 4 of six were seen; the heap has three levels."""
    mine = model(TableOracle(), Catalog(6))
    for item, loss in enumerate([0.5, 0.3, 0.7, 0.1, 0.9]):
        mine.learn(None, item, loss)
    return mine.state


FRESH = model(TableOracle(), Catalog(6)).state


def test_a_table_that_learned_is_sound(table: Any) -> None:
    refuse_unsound(table, FRESH, "oracle")
    refuse_unsound(FRESH, FRESH, "oracle")


def swap(heap: np.ndarray, place: np.ndarray, one: int, other: int) -> None:
    """Two items change places, everywhere."""
    heap[[one, other]] = heap[[other, one]]
    place[heap[[one, other]]] = one, other


@pytest.mark.parametrize(("one", "other"), [(0, 1), (0, 2), (0, 4), (1, 4)])
def test_a_heap_out_of_order_is_refused(table: Any, one: int, other: int) -> None:
    """Else it would play an item that is not the best."""
    state = copy.deepcopy(table)
    swap(state.heap, state.place, one, other)
    with pytest.raises(CorruptSave):
        refuse_unsound(state, FRESH, "oracle")


def test_places_that_are_not_the_heaps_are_refused(table: Any) -> None:
    for name, place, value in (
        ("heap", 0, 6), ("heap", 1, -1), ("place", 0, 2), ("place", 5, 0),
        ("counters", 0, 7), ("counters", 1, 2), ("totals", 0, 2.0), ("counts", 0, 0.0),
        ("counts", 1, np.inf), ("totals", 1, np.nan), ("totals", 2, -0.1),
    ):  # fmt: skip
        state = copy.deepcopy(table)
        getattr(state, name)[place] = value
        with pytest.raises(CorruptSave):
            refuse_unsound(state, FRESH, "oracle")
