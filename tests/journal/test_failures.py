"""A full disk, a locked file, a fork: a clear error, nothing half written, and it goes on."""

import os
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest

from smoothbandits import Bandit, Interval, Journal, errors
from smoothbandits.journal import sqlite, writer
from smoothbandits.journal.events import TAKEN_BACK
from tests.interpreted import InterpretedBandit
from tests.journal.test_replay import check


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE", 0.2)
    monkeypatch.setattr(writer, "AGAIN", 0.05)


def opened(path: Path) -> tuple[Journal, Bandit]:
    journal = Journal(path)
    return journal, InterpretedBandit(Interval(0.0, 1.0), policy="fast", seed=1, journal=journal)


def test_a_locked_file(tmp_path: Path) -> None:
    """What was not acknowledged waits in memory; no step is made meanwhile."""
    journal, bandit = opened(tmp_path / "x.db")
    with journal:
        bandit.learn(bandit.act(), loss=0.5, durable=True)
        other = sqlite3.connect(tmp_path / "x.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        kept = bandit.act()
        with pytest.raises(errors.JournalFailed, match="locked"):
            journal.sync()
        for step in (bandit.act, lambda: bandit.act_many(2), lambda: bandit.learn(kept, loss=0.1)):
            with pytest.raises(errors.JournalFailed, match="goes on when that is over"):
                step()
        assert (bandit.rounds, bandit.learned) == (2, 1)
        other.execute("ROLLBACK")
        bandit.learn(kept, loss=0.1, durable=True)
        other.close()
        check(journal, bandit)


def test_a_full_disk(tmp_path: Path) -> None:
    journal, bandit = opened(tmp_path / "x.db")
    with journal:
        store: Any = journal.store
        (pages,) = store._writer.execute("PRAGMA page_count").fetchone()
        store._writer.execute(f"PRAGMA max_page_count = {pages + 4}")
        with pytest.raises(errors.JournalFailed, match="full"):
            for _ in range(500):
                bandit.act(durable=True)
        known = store.last()
        made = bandit.rounds
        with pytest.raises(errors.JournalFailed, match="full"):
            bandit.act()
        assert store.last() == known and not store.check() and bandit.rounds == made
        store._writer.execute("PRAGMA max_page_count = 1000000")
        bandit.act(durable=True)
        assert bandit.rounds == made + 1
        check(journal, bandit)
    with Journal(tmp_path / "x.db") as journal:
        assert journal.bandit(engine="python").rounds == made + 1


def test_a_decision_that_could_not_be_made_durable_was_not_made(tmp_path: Path) -> None:
    """Its number is that of the next one; the journal has the next one only."""
    journal, bandit = opened(tmp_path / "x.db")
    with journal:
        bandit.act(durable=True)
        other = sqlite3.connect(tmp_path / "x.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(errors.JournalFailed):
            bandit.act(id="lost", durable=True)
        assert bandit.rounds == 1
        other.close()
        decision = bandit.act(id="lost", durable=True)
        assert decision.number == 1 and [one.id for one in bandit.waiting][1:] == ["lost"]
        assert journal.store.count()[TAKEN_BACK] == 1
        bandit.learn("lost", loss=0.5)
        check(journal, bandit)
        assert journal.to_frame()["number"].to_list() == [0, 1]


def test_one_writes_at_a_time(tmp_path: Path) -> None:
    journal, bandit = opened(tmp_path / "x.db")
    with journal:
        with pytest.raises(errors.JournalInUse, match="one writes at a time"):
            opened(tmp_path / "x.db")
        with Journal(tmp_path / "x.db") as reader:  # reading is free
            assert reader.replayed(engine="python").rounds == 0
    with Journal(tmp_path / "x.db") as journal:
        journal.bandit(engine="python").act(durable=True)


def test_files_of_something_else(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("nothing of the kind, and quite long: " * 40)
    with pytest.raises(errors.JournalFailed, match="not a database"):
        Journal(tmp_path / "text.db")
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE prices (x)")
    other.close()
    with pytest.raises(errors.JournalFailed, match="something else"):
        Journal(tmp_path / "other.db")
    with pytest.raises(FileNotFoundError):
        Journal(tmp_path / "none" / "x.db")
    with pytest.raises(errors.JournalFailed):
        Journal(tmp_path)
    journal, _ = opened(tmp_path / "x.db")
    journal.close()
    later = sqlite3.connect(tmp_path / "x.db")
    later.execute("PRAGMA user_version = 9")
    later.close()
    with pytest.raises(errors.UnsupportedSave, match="version 9"):
        Journal(tmp_path / "x.db")


def test_a_new_file_is_its_owners_alone(tmp_path: Path) -> None:
    journal, _ = opened(tmp_path / "x.db")
    with journal:
        assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork on this system")
def test_a_fork_cannot_write(tmp_path: Path) -> None:
    journal, bandit = opened(tmp_path / "x.db")
    with journal:
        bandit.act(durable=True)
        child = os.fork()
        if child == 0:
            try:
                bandit.act()
            except errors.JournalFailed:
                os._exit(0)
            os._exit(1)
        assert os.waitpid(child, 0)[1] == 0
        bandit.act(durable=True)
        check(journal, bandit)


def test_several_threads(tmp_path: Path) -> None:
    """Steps of several threads are in the order in which they were made."""
    journal, bandit = opened(tmp_path / "x.db")

    def work() -> None:
        for i in range(15):
            decision = bandit.act(durable=i % 5 == 0)
            bandit.learn(decision if i % 2 else decision.id, loss=0.5)

    with journal:
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert bandit.learned == 60
        check(journal, bandit)


def test_a_journal_that_nobody_closed_is_written(tmp_path: Path) -> None:
    """At the end of the interpreter, or when nobody holds it any more."""
    import gc

    journal, bandit = opened(tmp_path / "x.db")
    for _ in range(5):
        bandit.act()
    del journal, bandit
    gc.collect()
    with Journal(tmp_path / "x.db") as journal:
        assert journal.bandit(engine="python").rounds == 5
