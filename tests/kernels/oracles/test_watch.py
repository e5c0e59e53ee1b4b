"""The schedule of challengers, step by step; which changes it finds is in test_watched.py."""

import numpy as np
import pytest

from smoothbandits import Catalog
from smoothbandits.engines import entries_of
from smoothbandits.interpreted.oracles import watch as module
from smoothbandits.oracles import TableOracle
from smoothbandits.oracles.changes import watch_beside
from tests.interpreted import model


@pytest.fixture
def watch():
    """A challenger of a table with one item."""
    assert entries_of("python") is not None  # the kernels below are interpreted
    return watch_beside(model(TableOracle(), Catalog(1)).state, 0.05)


def after(watch, used: int, challenged: int, changes: int = 0) -> bool:
    """Whether it compares when both have learned so much."""
    watch.clock[[module.USED, module.CHALLENGED, module.CHANGES]] = used, challenged, changes
    return module.compares(watch)


def test_both_have_to_learn_before_they_are_compared(watch) -> None:
    assert not after(watch, 1999, 500) and after(watch, 2000, 500)
    assert not after(watch, 9000, 124) and after(watch, 9000, 125)  # a quarter of 500
    assert not after(watch, 999, 500, changes=1) and after(watch, 1000, 500, changes=1)


@pytest.mark.parametrize(
    ("used", "window"), [(100, 500), (4000, 500), (4800, 600), (16_000, 2000), (90_000, 2000)]
)
def test_a_challenger_lives_for_an_eighth_within_bounds(watch, used: int, window: int) -> None:
    watch.clock[module.USED] = used
    module.begin_again(watch)
    assert watch.clock[module.WINDOW] == window


def test_each_challenger_begins_with_nothing(watch) -> None:
    module.teach(watch.challenger, np.empty(0), np.zeros(1), 0.25, 1.0, 0)
    assert module.predicted(watch.challenger, np.empty(0), np.zeros(1)) == 0.25
    watch.capital[:] = 3.0
    watch.usual[:] = 0.0, 0.6, 200.0
    watch.clock[module.CHALLENGED] = 500
    module.begin_again(watch)
    assert module.predicted(watch.challenger, np.empty(0), np.zeros(1)) == 1.0  # unseen
    assert not watch.capital.any() and watch.clock[module.CHALLENGED] == 0
    assert watch.clock[module.COMPARISON] == 2
    assert watch.usual.tolist() == [0.003, 0.6, 200.0]  # the mean over comparisons so far


def test_a_change_is_written_down_and_counting_begins_again(watch) -> None:
    watch.usual[:] = 0.001, 0.6, 200.0
    watch.clock[[module.EVER, module.USED, module.CHALLENGED]] = 5000, 3000, 300
    watch.clock[module.COMPARISON] = 4
    needed = np.log(4 * 5 / 0.05)
    watch.capital[:] = needed - 1e-9
    assert not module.count(watch) and module.round_since(watch, 5001) == 5001
    watch.capital[:] = needed + 1e-9
    assert module.count(watch)
    assert watch.changes[0].tolist() == pytest.approx([5002, 4, needed, 302])
    assert watch.clock[[module.EVER, module.USED, module.CHANGES]].tolist() == [5002, 0, 1]
    assert watch.usual[[module.SUM, module.COUNT]].tolist() == [0.0, 0.0]
    module.begin_again(watch)
    assert not module.count(watch) and module.round_since(watch, 5003) == 1
