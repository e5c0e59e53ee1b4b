"""Bandits with a history, and the proof that a refused call left no trace on them."""

import math
from collections.abc import Callable
from typing import Any

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

    @property
    def names(self) -> dict[str, Any]:
        """What calls speak of."""
        return {
            "bandit": self.bandit,
            "context": self.context,
            "expired": self.decisions[2],
            "other": self.decisions[3],
            "learned": self.learned,
            "waiting": self.waiting,
            "stranger": self.stranger,
            "CONTEXT": CONTEXT,
            "nan": math.nan,
            "inf": math.inf,
        }


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

#: a call, as it is typed or as a function of the case; its error, and words of the message
Refusals = list[tuple[str | Callable[[Case], Any], type, str]]


def check_refusals(kind: str, calls: Refusals) -> None:
    """Each call raises just this, and the bandit then goes on as a twin that never saw them."""
    case, twin = Case(kind), Case(kind)
    before, wrong = snapshot(case.bandit), []
    for i, (call, error, words) in enumerate(calls):
        name = call if isinstance(call, str) else f"call {i}"
        try:
            _ = eval(call, case.names) if isinstance(call, str) else call(case)
            found = "was accepted"
        except SmoothBanditsError as raised:
            good = type(raised) is error and words in str(raised)
            found = "" if good else f"raised {type(raised).__name__}: {raised}"
        if found:
            wrong.append(f"{name} {found}, not {error.__name__} with {words!r}")
        if snapshot(case.bandit) != before:
            wrong.append(f"{name} has changed the bandit")
            before = snapshot(case.bandit)
    assert not wrong, f"{kind}:\n" + "\n".join(wrong)
    check_twins(case, twin)


def check_twins(case: Case, twin: Case) -> None:
    """Both go on alike."""
    for loss in (0.25, 1.0):
        mine, theirs = case.bandit.act(case.context), twin.bandit.act(twin.context)
        assert same_play(mine, theirs)
        case.bandit.learn(mine, loss=loss)
        twin.bandit.learn(theirs, loss=loss)
    for mine, theirs in ((case.waiting, twin.waiting.id), (case.decisions[3], "three")):
        case.bandit.learn(mine, loss=0.5)
        twin.bandit.learn(theirs, loss=0.5)
    assert case.bandit.learned == twin.bandit.learned == 7
    assert same_play(case.bandit.act(case.context), twin.bandit.act(twin.context))
