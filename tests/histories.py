"""Bandits with a history, and the proof that a refused call left no trace on them."""

from collections.abc import Callable
from typing import Any

import pytest

from smoothbandits import Bandit, Catalog, Interval, TableOracle
from smoothbandits.errors import SmoothBanditsError
from tests.facade import GridOracle, same_play, snapshot
from tests.interpreted import InterpretedBandit, InterpretedCorralBandit

CONTEXT = [0.3, -0.7]


class Case:
    """Seven decisions: 1, 4 and 5 were learned, 0 and 2 have expired, 3 and 6 wait."""

    def __init__(self, kind: str) -> None:
        self.bandit: Bandit = BANDITS[kind]()
        self.context = CONTEXT if self.bandit.context_size else None
        ids = ["zero", None, None, "three", None, "five", None]
        self.decisions = [self.bandit.act(self.context, id=id) for id in ids]
        for i in (5, 1, 4):
            self.bandit.learn(self.decisions[i], loss=i / 5.0)
        self.stranger = BANDITS[kind]().act(self.context)

    @property
    def waiting(self) -> Any:
        return self.decisions[6]

    @property
    def learned(self) -> Any:
        return self.decisions[4]

    def rows(self, n: int) -> Any:
        return [CONTEXT] * n if self.bandit.context_size else n

    def edited(self, **fields: Any) -> Any:
        return self.waiting._replace(**fields)


BANDITS: dict[str, Callable[[], Bandit]] = {
    "dispersion": lambda: InterpretedBandit(
        Interval(5.0, 50.0), policy="fast", context_size=2, seed=3, pending=4
    ),
    "table": lambda: InterpretedBandit(Catalog(5), seed=3, pending=4),
    "corral": lambda: InterpretedCorralBandit(
        Catalog(5), oracle=TableOracle(), rounds=16, seed=3, pending=4
    ),
    "own oracle": lambda: Bandit(
        Interval(5.0, 50.0), oracle=GridOracle(4, 5.0, 50.0), context_size=2, seed=3, pending=4
    ),
    "compiled": lambda: Bandit(
        Interval(5.0, 50.0), policy="fast", context_size=2, seed=3, pending=4
    ),
}
WITH_CONTEXT = ("dispersion", "own oracle", "compiled")
WITHOUT = ("table", "corral")
EVERY = tuple(BANDITS)

Attempt = Callable[[Case], Any]


def check_untouched(kind: str, act: Attempt, error: type, says: str) -> None:
    """The attempt raises just this, and the bandit then goes on as a twin that never saw it."""
    case, twin = Case(kind), Case(kind)
    before = snapshot(case.bandit)
    with pytest.raises(SmoothBanditsError) as caught:
        act(case)
    assert type(caught.value) is error
    assert says in str(caught.value)
    assert snapshot(case.bandit) == before
    for loss in (0.25, 1.0):
        mine, theirs = case.bandit.act(case.context), twin.bandit.act(twin.context)
        assert same_play(mine, theirs)
        case.bandit.learn(mine, loss=loss)
        twin.bandit.learn(theirs, loss=loss)
    for mine, theirs in ((case.waiting, twin.waiting.id), (case.decisions[3], "three")):
        case.bandit.learn(mine, loss=0.5)
        twin.bandit.learn(theirs, loss=0.5)
    assert case.bandit._learned == twin.bandit._learned == 7
    assert same_play(case.bandit.act(case.context), twin.bandit.act(twin.context))
