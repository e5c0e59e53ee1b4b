"""Outcomes join by id in any order, and are learned when the window of their decision closes."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from smoothbandits import Bandit, Interval, Journal, errors
from smoothbandits.journal.events import WINDOW
from smoothbandits.payoffs import Sale
from tests.interpreted import InterpretedBandit
from tests.journal.test_replay import check

DAY = 86_400.0


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def opened(path: Path, clock: Clock, **settings: Any) -> tuple[Journal, Bandit]:
    journal = Journal(path, clock=clock, **settings)
    bandit = InterpretedBandit(
        Interval(0.0, 1.0), context_size=1, policy="fast", seed=3, journal=journal
    )
    return journal, bandit


def test_answers_without_a_window(tmp_path: Path) -> None:
    journal, bandit = opened(tmp_path / "x.db", Clock())
    with journal:
        made = [bandit.act([0.1 * i], id=f"own {i}") for i in range(4)]
        block = bandit.act_many(np.full((3, 1), 0.5))
        assert journal.outcome("own 2", loss=0.5) == "accepted"
        assert journal.outcome("own 2", loss=0.5) == "duplicate"
        assert journal.outcome(made[2], loss=0.6) == "conflicting"
        assert journal.outcome("own 9", loss=0.6) == "unknown"
        bandit.learn_many(block, losses=[0.1, 0.2, 0.3])
        assert journal.outcome(block[1], loss=0.2) == "duplicate"
        assert journal.outcome(block[2], loss=0.2, durable=True) == "conflicting"
        with pytest.raises(errors.InvalidLoss):
            journal.outcome("own 1", loss=1.5)
        assert bandit.learned == 4
        check(journal, bandit)


def test_a_window(tmp_path: Path) -> None:
    """In any order, once each, all of one age together; what never came is missing."""
    clock = Clock()
    journal, bandit = opened(tmp_path / "x.db", clock, window=timedelta(days=3), missing_reward=0)
    with journal:
        made = [bandit.act([0.1 * i], id=f"own {i}") for i in range(6)]
        clock.now += DAY
        late = bandit.act([0.9])
        bandit.learn(made[4], reward=0.7)
        assert journal.outcome("own 1", reward=0.9) == "accepted"
        assert journal.outcome("own 1", reward=0.9) == "duplicate"
        assert journal.outcome("own 4", reward=0.9) == "conflicting"
        with pytest.raises(errors.AlreadyLearned, match="when its window closes"):
            bandit.learn(made[4], reward=0.7)
        with pytest.raises(errors.AlreadyLearned, match="given twice"):
            bandit.learn_many([made[3], "own 3"], rewards=[0.1, 0.1])
        assert bandit.learned == 0
        clock.now += 2 * DAY
        assert journal.release() == 6 and bandit.learned == 6
        assert bandit.mean_reward == pytest.approx((0.7 + 0.9) / 6)
        assert journal.outcome("own 3", reward=0.9) == "late"
        assert journal.outcome("own 4", reward=0.7) == "duplicate"
        assert journal.outcome("own 4", reward=0.8) == "conflicting"
        with pytest.raises(errors.ExpiredDecision, match="window"):
            bandit.learn("own 3", reward=0.9)
        assert journal.release() == 0
        check(journal, bandit)
        clock.now += 2 * DAY
        bandit.act([0.5])  # closes what is due
        assert bandit.learned == 7 and late.number == 6
        check(journal, bandit)


def test_what_is_lost_is_not_learned_without_a_word_on_it(tmp_path: Path) -> None:
    clock = Clock()
    journal, bandit = opened(tmp_path / "x.db", clock, window=DAY)
    with journal:
        block = bandit.act_many(np.full((5, 1), 0.5))
        bandit.learn_many([block[1], block[3]], losses=[0.1, 0.2])
        clock.now += 2 * DAY
        assert journal.release() == 5 and bandit.learned == 2
        check(journal, bandit)


def test_windows_survive(tmp_path: Path) -> None:
    """A journal keeps its window; what came before the end of a process is learned after it."""
    clock, path = Clock(), tmp_path / "x.db"
    journal, bandit = opened(path, clock, window=DAY, missing_loss=1.0)
    with journal:
        for i in range(5):
            bandit.act([0.1], id=i)
        journal.outcome(3, loss=0.25)
        journal.outcome(4, loss=0.75)
    clock.now += 2 * DAY
    with Journal(path, clock=clock) as journal:
        bandit = journal.bandit(engine="python")
        assert journal.outcome(3, loss=0.25) == "duplicate"  # the call closed what was due
        assert journal.release() == 0 and bandit.learned == 5
        assert bandit.mean_loss == pytest.approx((3 + 0.25 + 0.75) / 5)
        check(journal, bandit)


def test_a_release_that_was_cut_short_is_ended(tmp_path: Path) -> None:
    """Losses that were learned before a crash are not learned again."""
    clock, path = Clock(), tmp_path / "x.db"
    journal, bandit = opened(path, clock, window=DAY, missing_loss=1.0)
    with journal:
        for _ in range(5):
            bandit.act([0.1])
        clock.now += 2 * DAY
        writer: Any = journal._writer
        keep = writer.put

        def lose(event: Any) -> None:
            if getattr(event, "kind", None) != WINDOW:
                keep(event)

        writer.put = lose
        assert journal.release() == 5 and bandit.learned == 5
        writer.put = keep
    with Journal(path, clock=clock) as journal:
        bandit = journal.bandit(engine="python")
        assert bandit.learned == 5 and journal.release() == 5 and bandit.learned == 5
        check(journal, bandit)


def test_missing_outcomes_of_sales(tmp_path: Path) -> None:
    clock = Clock()
    with Journal(tmp_path / "x.db", clock=clock, window=DAY, missing_outcome=0) as journal:
        bandit = InterpretedBandit(
            Interval(5.0, 50.0), payoff=Sale(), policy="fast", journal=journal
        )
        for _ in range(3):
            bandit.act()
        bandit.learn(bandit.act(id="x"), outcome=True)
        clock.now += 2 * DAY
        assert journal.release() == 4 and bandit.learned == 4
        check(journal, bandit)


@pytest.mark.parametrize(
    "settings",
    [{"window": -1}, {"window": "day"}, {"missing_reward": 0}]
    + [{"window": 1.0, "missing_reward": 0, "missing_loss": 1}],
)
def test_bad_settings(tmp_path: Path, settings: dict[str, Any]) -> None:
    with pytest.raises(errors.InvalidParameter):
        Journal(tmp_path / "x.db", **settings)


def test_windows_keep_learning_from_being_ruined(tmp_path: Path) -> None:
    """Purchases come at once, "no purchase" never: learned as they come, all prices look good."""

    def earned(window: bool) -> float:
        clock, rng = Clock(), np.random.default_rng(2)
        given: dict[str, Any] = {"window": 50.0, "missing_outcome": 0} if window else {}
        with Journal(tmp_path / f"{window}.db", clock=clock, **given) as journal:
            bandit = InterpretedBandit(
                Interval(1.0, 20.0), payoff=Sale(), policy="fast", seed=1, journal=journal
            )
            total = 0.0
            for _ in range(700):
                clock.now += 1.0
                decision = bandit.act()
                bought = bool(rng.random() < max(0.0, 1.0 - float(decision.action) / 15.0))
                if bought:
                    bandit.learn(decision, outcome=True)
                total += float(decision.action) * bought
        return total / 700

    assert earned(True) > 1.5 * earned(False)
