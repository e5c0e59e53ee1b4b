"""A store in one SQLite file: WAL, synchronous FULL, one process that writes."""

import contextlib
import json
import os
import sqlite3
import threading
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

from smoothbandits.errors import JournalFailed, JournalInUse, UnsupportedSave
from smoothbandits.files import OWN_MODE, refuse_what_is_no_file
from smoothbandits.journal.events import DECISIONS, TAKEN_BACK, Event, event_of

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

__all__ = ["SQLiteStore"]

VERSION = 1
PATIENCE = 5.0  # seconds that a locked file is waited for
APPLICATION = 0x736D6F6F  # what `file` sees of an SQLite file: "smoo"
COLUMNS = ("kind", "at", "number", "many", "value", "id", "person", "payload", "extra")
ALL = "sequence, " + ", ".join(COLUMNS)
SCHEMA = """
CREATE TABLE events (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    kind INTEGER NOT NULL, at REAL NOT NULL, number INTEGER, many INTEGER, value REAL,
    id, person TEXT, payload BLOB, extra TEXT
);
CREATE INDEX by_number ON events (number) WHERE number IS NOT NULL;
CREATE INDEX by_id ON events (id) WHERE id IS NOT NULL;
CREATE INDEX by_kind ON events (kind) WHERE number IS NULL;
CREATE INDEX by_person ON events (person) WHERE person IS NOT NULL;
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
# rows per statement: Python gives up its lock once per statement, and a busy interpreter takes
# milliseconds to give it back
TOGETHER = 128
PAGE = 20_000  # rows that reading takes at a time


class SQLiteStore:
    """Events in a table of a file; a lock beside it says which process writes."""

    def __init__(self, path: Path, *, create: bool = True) -> None:
        self.path = path
        self._lock_file: int | None = None
        self._reading = threading.RLock()  # an interruption may come before it is let go
        if not path.exists():
            if not create:
                raise FileNotFoundError(f"there is no journal {str(path)!r}")
            refuse_what_is_no_file(path)
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, OWN_MODE))
        with self._translated():
            self._reader = self._connect()
            version = self._prepare(self._reader)
        self._writer: sqlite3.Connection | None = None
        if version != VERSION:
            self.close()
            raise UnsupportedSave(
                f"{str(path)!r} is a journal of version {version}, where this one reads "
                f"{VERSION}; update smoothbandits"
            )

    # ------------------------------------------------------------------------ opening

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(
            self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
        )
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA secure_delete = ON")
        return db

    def _prepare(self, db: sqlite3.Connection) -> int:
        """Make the tables of a new file; the version of the file."""
        (application,) = db.execute("PRAGMA application_id").fetchone()
        (tables,) = db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
        if tables and application != APPLICATION:
            raise JournalFailed(f"{str(self.path)!r} is a database of something else")
        if not tables:
            db.execute("PRAGMA journal_mode = WAL")
            with self._transaction(db):
                for statement in SCHEMA.split(";"):
                    db.execute(statement)
                db.execute(f"PRAGMA application_id = {APPLICATION}")
                db.execute(f"PRAGMA user_version = {VERSION}")
        (version,) = db.execute("PRAGMA user_version").fetchone()
        return int(version)

    def acquire(self) -> None:
        """Become the one writer."""
        if self._writer is not None:
            return
        if fcntl is not None:
            place = self.path.with_name(self.path.name + "-writer")
            descriptor = os.open(place, os.O_CREAT | os.O_RDWR, OWN_MODE)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(descriptor)
                raise JournalInUse(
                    f"{str(self.path)!r} is written by another bandit or command; one writes at a "
                    "time: end it first"
                ) from None
            self._lock_file = descriptor
        with self._translated():
            self._writer = self._connect()

    def close(self) -> None:
        """Let go of files and locks."""
        with self._reading:
            for db in (self._writer, self._reader):
                if db is not None:
                    with contextlib.suppress(sqlite3.Error):
                        db.close()
        self._writer = None
        if self._lock_file is not None:
            os.close(self._lock_file)
            self._lock_file = None

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        """Say in our words what SQLite could not do."""
        try:
            yield
        except sqlite3.Error as error:
            raise JournalFailed(
                f"the journal {str(self.path)!r} cannot be used now ({error}); nothing was half "
                "written, and it goes on when that is over"
            ) from error

    @contextlib.contextmanager
    def _transaction(self, db: sqlite3.Connection) -> Iterator[None]:
        """All or nothing."""
        db.execute("BEGIN IMMEDIATE")
        try:
            yield
            db.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                db.execute("ROLLBACK")
            raise

    @property
    def _db(self) -> sqlite3.Connection:
        """The connection that writes."""
        self.acquire()
        assert self._writer is not None
        return self._writer

    # ------------------------------------------------------------------------ writing

    def write(self, events: Sequence[Event]) -> int:
        """Put events at the end in one transaction."""
        db = self._db
        with self._translated(), self._transaction(db):
            start = 0
            for place, event in enumerate(events):
                if event.kind == TAKEN_BACK:  # nobody saw them, and their numbers come again
                    self._insert(db, events[start : place + 1])
                    start = place + 1
                    db.execute(
                        f"DELETE FROM events WHERE number >= ? AND kind IN {among(DECISIONS)}",
                        (event.number,),
                    )
            self._insert(db, events[start:])
            (last,) = db.execute("SELECT MAX(sequence) FROM events").fetchone()
        return int(last)

    def _insert(self, db: sqlite3.Connection, events: Sequence[Event]) -> None:
        done = 0
        while done < len(events):
            size = TOGETHER
            while size > len(events) - done:
                size //= 2  # few sizes, so that statements are prepared once
            values: list[Any] = []
            for event in events[done : done + size]:
                values += event[1:]
            db.execute(statement(size), values)
            done += size

    def describe(self, **facts: Any) -> None:
        """Keep facts about the whole journal."""
        db = self._db
        with self._translated(), self._transaction(db):
            rows = [(name, json.dumps(value)) for name, value in facts.items()]
            db.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?)", rows)

    def rewrite(
        self, remove: Collection[int], kinds: Collection[int], add: Sequence[Event]
    ) -> None:
        """Remove, add, and write the whole file anew, so that nothing is left in free pages."""
        db = self._db
        with self._translated():
            with self._transaction(db):
                db.executemany("DELETE FROM events WHERE sequence = ?", [(one,) for one in remove])
                db.executemany("DELETE FROM events WHERE kind = ?", [(kind,) for kind in kinds])
                rows = f"{ALL}) VALUES (?, {', '.join('?' * len(COLUMNS))}"
                db.executemany(f"INSERT INTO events ({rows})", add)
            with self._reading:
                db.execute("VACUUM")
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    # ------------------------------------------------------------------------ reading

    def _all(self, query: str, *values: Any) -> list[Any]:
        with self._reading, self._translated():
            return self._reader.execute(query, values).fetchall()

    def facts(self) -> dict[str, Any]:
        """What `describe` kept."""
        return {name: json.loads(value) for name, value in self._all("SELECT * FROM facts")}

    def last(self) -> int:
        """The sequence number of the last event."""
        return self._all("SELECT MAX(sequence) FROM events")[0][0] or 0

    def count(self) -> dict[int, int]:
        """How many events there are of each kind."""
        return dict(self._all("SELECT kind, COUNT(*) FROM events GROUP BY kind ORDER BY kind"))

    def read(
        self, after: int = 0, until: int | None = None, kinds: Collection[int] | None = None
    ) -> Iterator[Event]:
        """Events in order.

        A thread that read ahead was slower: sqlite3 gives up Python's lock for every row, and
        waits to have it back.
        """
        wanted = "" if kinds is None else f" AND kind IN {among(kinds)}"
        until = self.last() if until is None else until
        while after < until:
            rows = self._all(
                f"SELECT {ALL} FROM events WHERE sequence > ? AND sequence <= ?{wanted} "
                f"ORDER BY sequence LIMIT {PAGE}",
                after,
                until,
            )
            yield from map(event_of, rows)
            if len(rows) < PAGE:
                return
            after = rows[-1][0]

    def newest(self, kind: int, until: int | None = None) -> Event | None:
        """The last event of a kind."""
        until = self.last() if until is None else until
        return first(
            self._all(
                f"SELECT {ALL} FROM events WHERE kind = ? AND number IS NULL AND sequence <= ? "
                "ORDER BY sequence DESC LIMIT 1",
                kind,
                until,
            )
        )

    def covering(self, kinds: Collection[int], number: int) -> Event | None:
        """The nearest event before or at a number."""
        return first(
            self._all(
                f"SELECT {ALL} FROM events WHERE number <= ? AND kind IN {among(kinds)} "
                "ORDER BY number DESC, sequence DESC LIMIT 1",
                number,
            )
        )

    def between(self, kinds: Collection[int], first: int, end: int) -> Iterator[Event]:
        """Events of a range of decisions."""
        rows = self._all(
            f"SELECT {ALL} FROM events WHERE number >= ? AND number < ? "
            f"AND kind IN {among(kinds)} ORDER BY number, sequence",
            first,
            end,
        )
        return map(event_of, rows)

    def with_id(self, id: Any) -> Event | None:
        """The decision with an own id."""
        return first(
            self._all(
                f"SELECT {ALL} FROM events WHERE id = ? AND kind IN {among(DECISIONS)} "
                "ORDER BY sequence DESC LIMIT 1",
                id,
            )
        )

    def of_person(self, person: str) -> list[Event]:
        """Decisions about a person."""
        query = f"SELECT {ALL} FROM events WHERE person = ? ORDER BY sequence"
        return [event_of(row) for row in self._all(query, person)]

    def check(self) -> list[str]:
        """SQLite's own check of its file."""
        found = [row[0] for row in self._all("PRAGMA integrity_check")]
        return [] if found == ["ok"] else found


def statement(size: int) -> str:
    """An insertion of so many rows."""
    row = f"({', '.join('?' * len(COLUMNS))})"
    return f"INSERT INTO events ({', '.join(COLUMNS)}) VALUES {', '.join([row] * size)}"


def among(kinds: Collection[int]) -> str:
    """Kinds as SQL lists them; they are numbers of this package."""
    return f"({', '.join(str(int(kind)) for kind in kinds)})"


def first(rows: list[Any]) -> Event | None:
    """The first row, if there is one."""
    return event_of(rows[0]) if rows else None
