"""What trees keep when the world has changed, state by state."""

from typing import Any

import numpy as np
import pytest

from smoothbandits import Interval
from smoothbandits.kernels.states import VALLEY
from smoothbandits.oracles import BoostedOracle
from smoothbandits.oracles.trees import renewal as module

KEPT, EVER, SINCE_CHANGE = 1000, 3250, 90  # examples; 3,250 is a look


@pytest.fixture
def state() -> Any:
    """Fitted, full, and the world has changed 90 examples ago."""
    fresh = ORACLE.build(Interval(0.0, 1.0), 1, 0)
    clock = fresh.watch.clock.copy()
    clock[[module.USED, module.OWED]] = SINCE_CHANGE, 1
    return fresh._replace(
        contexts=np.arange(KEPT, dtype=np.float32)[:, None],
        actions=np.zeros((KEPT, 1), dtype=np.float32),
        losses=np.arange(KEPT, dtype=np.float32) / KEPT,
        taught=np.zeros(KEPT, dtype=np.int64),
        kept=np.array([KEPT, EVER]),
        active=np.array([VALLEY]),
        evidence=np.ones((3, 2)),
        since=np.array([2000]),
        watch=fresh.watch._replace(clock=clock),
    )


ORACLE = BoostedOracle(watch=True, first=50)


def test_only_examples_since_the_change_stay(state: Any) -> None:
    new = ORACLE.renewed(state)
    assert new.kept.tolist() == [SINCE_CHANGE, EVER]
    assert new.contexts[:SINCE_CHANGE, 0].tolist() == list(range(KEPT - SINCE_CHANGE, KEPT))
    assert (new.losses[:SINCE_CHANGE] == state.losses[-SINCE_CHANGE:]).all()
    assert len(new.losses) == ORACLE.room_after(SINCE_CHANGE)
    state.watch.clock[module.USED] = 2 * KEPT  # more than there was room for
    assert ORACLE.renewed(state).kept.tolist() == [KEPT, EVER]


def test_what_was_fitted_decides_no_more(state: Any) -> None:
    new = ORACLE.renewed(state)
    assert not new.active.any() and not new.evidence.any() and not new.since.any()
    assert ORACLE.outdated(state) and not ORACLE.outdated(new)


def test_old_examples_are_dropped_at_looks_only(state: Any) -> None:
    assert ORACLE.until_refit(state) == 0
    for ever, left in ((EVER + 1, 249), (EVER + 249, 1), (EVER + 250, 0)):
        room = np.zeros((2 * KEPT, 1), dtype=np.float32)
        later = state._replace(actions=room, kept=np.array([KEPT, ever]))
        assert ORACLE.until_refit(later) == left
    state.watch.clock[module.OWED] = 0
    assert ORACLE.until_refit(later) == 250
