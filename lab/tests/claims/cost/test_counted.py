"""Arrays that count, and oracles that count."""

import copy
from collections import Counter

import numpy as np
import pytest

from smoothbandits import AdaptiveIGW, Catalog, TableOracle
from smoothbandits_lab.claims.cost.counted import (
    Counted,
    CountingOracle,
    byte_count,
    count_entries,
)


@pytest.mark.parametrize(
    ("work", "entries"),
    [
        (lambda a: a[3], 1),
        (lambda a: a[2:5], 0),
        (lambda a: a[2:5][0], 1),
        (lambda a: a.__setitem__(1, 0.5), 1),
        (lambda a: a.__setitem__(slice(None), 0.5), 6),
        (lambda a: a + 1.0, 6),
        (lambda a: a[:4].max(), 4),
        (lambda a: np.argmin(a), 6),
        (lambda a: np.where(a > 0.0, a, 0.0), 12),
        (lambda a: list(a), 6),
        (lambda a: np.add(1.0, 1.0, out=a[:1]), 1),
        (lambda a: a.shape, 0),
    ],
)
def test_entries_are_counted(work, entries: int) -> None:
    tally = Counter()
    work(Counted.of(np.arange(6.0), tally))
    assert tally["entries"] == entries


def test_copies_share_the_count_and_not_the_entries() -> None:
    tally = Counter()
    array = Counted.of(np.arange(3.0), tally)
    other = copy.deepcopy(array)
    other[0] = 7.0
    assert isinstance(other, Counted) and array[0] == 0.0 and tally["entries"] == 2
    oracle = CountingOracle()
    copy.deepcopy(oracle).learn(None, 0, 0.5)
    assert oracle.calls == {"copies": 1, "learn": 1}


def test_oracles_and_explorers_count() -> None:
    tally = Counter()
    oracle = count_entries(TableOracle(unseen=0.5), tally)
    assert isinstance(oracle, TableOracle) and oracle.unseen == 0.5
    model = oracle.bind(Catalog(4), engine="python")
    tally.clear()
    model.learn(None, 2, 0.25)
    assert model.best() == (2, 0.25) and tally["entries"] > 4
    explorer = count_entries(AdaptiveIGW(bases=3), tally)
    assert isinstance(explorer.build(model).corral.rows, Counted)


def test_bytes_are_those_of_the_arrays() -> None:
    state = TableOracle().build(Catalog(10), 0, 0)
    assert byte_count(state) == 10 * 24 + 16 + 8
    assert byte_count((state, state)) == 2 * byte_count(state)
    assert byte_count(3.0) == 0
