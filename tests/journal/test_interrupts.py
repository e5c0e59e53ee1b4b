"""An exception between any two steps, as control-C: bandit and journal agree on what happened."""

from pathlib import Path
from typing import Any

import pytest

from smoothbandits import BoostedOracle, Interval, Journal
from tests.attack.interrupts import Interrupter, Interruption, steps_of
from tests.interpreted import InterpretedBandit
from tests.journal.test_replay import check

TRIES = 60  # steps at which each call is stopped, of all that it takes


@pytest.mark.parametrize("verb", ["act", "learn", "act_many", "learn by id"])
def test_interrupted_steps_are_kept_or_not_made(tmp_path: Path, verb: str) -> None:
    fields = {"kind": "category"}
    with Journal(tmp_path / "x.db") as journal:
        bandit = InterpretedBandit(
            Interval(0.0, 1.0), context=fields, policy="fast", seed=1, journal=journal
        )
        number = 0

        def call() -> Any:
            nonlocal number
            number += 1
            context = {"kind": f"level {number}"}  # each needs a place
            if verb == "act":
                return lambda: bandit.act(context, id=number, person="Ada")
            if verb == "act_many":
                return lambda: bandit.act_many([context, context])
            one = bandit.act(context, id=number)
            return lambda: bandit.learn(one.id if verb == "learn by id" else one, loss=0.5)

        call()()
        total = steps_of(call())
        assert total > 100
        stopped = 0
        for at in range(1, total, max(1, total // TRIES)):
            try:
                Interrupter(at).run(call())
            except Interruption:
                stopped += 1
        assert stopped > TRIES / 2
        bandit.act({"kind": "last"})
        check(journal, bandit)
        assert len(bandit.waiting) == bandit.rounds - bandit.learned


def test_interrupted_fits(tmp_path: Path) -> None:
    oracle = BoostedOracle(first=10, growth=1.05, trees=2, leaves=3, background=False)
    with Journal(tmp_path / "x.db") as journal:
        bandit = InterpretedBandit(
            Interval(0.0, 1.0), oracle=oracle, context_size=1, seed=1, journal=journal
        )
        stopped = 0
        for i in range(40):
            decision = bandit.act([i / 40])
            try:
                Interrupter(400 + 211 * i).run(lambda one=decision: bandit.learn(one, loss=0.3))
            except Interruption:
                stopped += 1
            if bandit.learned <= i:  # the step was not made
                bandit.learn(decision, loss=0.3)
        bandit.learn(bandit.act([0.5]), loss=0.2)
        assert stopped > 5 and len(bandit.swaps) > 2
        check(journal, bandit)
