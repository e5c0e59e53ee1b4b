"""The journal of a bandit: every decision and outcome, durable, and the bandit made from it."""

import datetime
import os
import time
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from smoothbandits.bandit import archive
from smoothbandits.bandit.choices import EngineChoice
from smoothbandits.bandit.decision import Decision
from smoothbandits.bandit.facade import Bandit
from smoothbandits.bandit.learner import Learner
from smoothbandits.bandit.lineage import name_again
from smoothbandits.bandit.persistence import described, from_bytes, restore, restore_ledger
from smoothbandits.bandit.record import LAYOUT
from smoothbandits.checks import check_callable, check_count, check_path, check_positive
from smoothbandits.errors import (
    AlreadyLearned,
    InvalidParameter,
    InvalidTable,
    JournalFailed,
    UnknownDecision,
)
from smoothbandits.files import real
from smoothbandits.journal.coding import Coding, inflated
from smoothbandits.journal.deleting import Deleted, Pruned, delete_person, prune_before
from smoothbandits.journal.events import DELETED, OPENED, PRUNED, SNAPSHOT, Event
from smoothbandits.journal.formats import Exported, export
from smoothbandits.journal.keeping import Clock, Keeping, snapshot_of
from smoothbandits.journal.ledger import JournalLedger
from smoothbandits.journal.log import Log
from smoothbandits.journal.recent import Recent
from smoothbandits.journal.replaying import Replaying, go_on_as
from smoothbandits.journal.sqlite import SQLiteStore
from smoothbandits.journal.store import Store
from smoothbandits.journal.windows import Answer, Windows, compared, value_told
from smoothbandits.journal.writer import Writer

if TYPE_CHECKING:
    import polars

__all__ = ["Journal"]

Progress = Callable[[int], None]


class Journal:
    """Every decision and outcome of one bandit in a file, and the bandit made from it.

    What happened is written in order and in groups.  It is on the disk when `sync` returns, or
    ``act`` or ``learn`` with ``durable=True``; a crash can lose what came after that, and nothing
    else: what is found is a beginning of what happened, and the bandit is that of it bit for bit.
    One process writes at a time, any number read.

    Parameters
    ----------
    path
        An SQLite file; a new one is made.
    window
        How long an outcome may take, in seconds or as a `datetime.timedelta`.  Outcomes are then
        learned when the window of their decision closes, those of one age together, whatever
        came first; ``learn`` only takes them in.  A journal keeps its window for the next time.
    missing_loss, missing_reward, missing_outcome
        What is learned of a decision of which nothing was heard until its window closed, as for
        ``learn``: at most one of them.  By default nothing is learned of it, which is right only
        where outcomes get lost whatever they are.
    snapshot_every
        After how many steps the bandit itself is written too, so that it need not be made from
        all that happened.
    clock
        Says what time it is, in seconds since 1970.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from smoothbandits import Bandit, Interval
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "price.db"
    >>> with Journal(path) as journal:
    ...     bandit = Bandit(Interval(5.0, 50.0), engine="python", journal=journal)
    ...     decision = bandit.act(id="order 17", durable=True)

    After a crash, in another process:

    >>> with Journal(path) as journal:
    ...     bandit = journal.bandit(engine="python")
    ...     bandit.learn("order 17", reward=0.3)
    ...     bandit.rounds, bandit.learned
    (1, 1)
    """

    def __init__(
        self,
        path: "str | os.PathLike[str]",
        *,
        window: "float | datetime.timedelta | None" = None,
        missing_loss: float | None = None,
        missing_reward: float | None = None,
        missing_outcome: float | None = None,
        snapshot_every: int = 200_000,
        clock: Callable[[], float] = time.time,
    ) -> None:
        check_callable("clock", clock)
        self.snapshot_every = check_count("snapshot_every", snapshot_every)
        self._missing = {
            name: value
            for name, value in (
                ("loss", missing_loss),
                ("reward", missing_reward),
                ("outcome", missing_outcome),
            )
            if value is not None
        }
        self._window = None if window is None else seconds_of(window)
        if self._missing and (window is None or len(self._missing) > 1):
            raise InvalidParameter(
                f"what is missing is {self._missing!r}; give one of missing_loss, missing_reward "
                "and missing_outcome, with a window"
            )
        self.path = real(check_path("path", path))
        self.store: Store = SQLiteStore(self.path)
        self._clock = Clock(clock)
        self._bandit: Bandit | None = None
        self._writer: Writer | None = None
        self._windows: Windows | None = None
        self._steps = 0

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Journal({str(self.path)!r})"

    # ------------------------------------------------------------------------ a bandit

    def keep(self, bandit: Bandit) -> None:
        """Begin with a bandit, or let it go on where the journal ended; `Bandit` calls this."""
        if self._bandit is not None:
            raise InvalidParameter(
                f"{self!r} keeps another bandit already; open the journal again for this one"
            )
        self.store.acquire()
        if self.store.newest(SNAPSHOT) is None:
            self._begin(bandit)
        else:
            self._restore(bandit)
        self._attach(bandit)

    def bandit(
        self, *, engine: EngineChoice = "auto", progress: Progress | None = None, **own: Any
    ) -> Bandit:
        """The bandit as the journal has it, which goes on from here.

        Parameters
        ----------
        engine, own
            As for `load`: parts that hold objects of your own must be given again.
        progress
            Called with the sequence number of an event now and then.
        """
        if self._bandit is not None:
            return self._bandit
        self.store.acquire()
        bandit = self.replayed(engine=engine, progress=progress, **own)
        self._attach(bandit)
        return bandit

    def replayed(
        self,
        at: int | None = None,
        *,
        engine: EngineChoice = "auto",
        progress: Progress | None = None,
        **own: Any,
    ) -> Bandit:
        """The bandit as it was after an event; this one is a copy, of which nothing is kept.

        Parameters
        ----------
        at
            The sequence number of the event; by default that of the last one.
        engine, progress, own
            As for `bandit`.
        """
        self._flush()
        until = self.store.last() if at is None else check_count("at", at)
        snapshot = self._snapshot(until)
        bandit = from_bytes(inflated(snapshot), engine=engine, **own)
        go_on_as(bandit, str(snapshot.id), int(snapshot.many or 0))
        self._replay(bandit, snapshot, until, progress)
        return bandit

    def _snapshot(self, until: int) -> Event:
        """The newest snapshot up to an event."""
        deleted = self.store.newest(DELETED)
        if deleted is not None and until < deleted.sequence:
            raise InvalidParameter(
                f"at is {until!r}; a person was deleted since, and versions before event "
                f"{deleted.sequence} can no longer be made again"
            )
        found = self.store.newest(SNAPSHOT, until)
        if found is None:
            first = next(self.store.read(kinds=[SNAPSHOT]), None)
            raise InvalidParameter(
                f"at is {until!r}; "
                + (
                    "the journal is empty"
                    if first is None
                    else f"versions before event {first.sequence} can no longer be made again"
                )
            )
        return found

    def _replay(
        self, bandit: Bandit, snapshot: Event, until: int, progress: Progress | None = None
    ) -> None:
        with bandit._lock:
            steps = Replaying(bandit, self.store, self._coding(bandit))
            steps.run(self.store.read(snapshot.sequence, until), progress)

    def _coding(self, bandit: Bandit) -> Coding:
        layout = self.store.facts().get("layout", LAYOUT)
        return Coding(bandit.space, bandit.context_size, layout)

    def _begin(self, bandit: Bandit) -> None:
        """The first events: what the journal is of."""
        self.store.describe(layout=list(LAYOUT), lineage=bandit._learner.ledger.lineage)
        with bandit._lock:
            self.store.write([snapshot_of(bandit, self._clock())()])

    def _restore(self, bandit: Bandit) -> None:
        """Let a new bandit of the same parameters take the place of the one that was."""
        snapshot = self._snapshot(self.store.last())
        manifest, arrays = archive.unpack(inflated(snapshot), repr(str(self.path)))
        mine, my_arrays = described(bandit)
        for name, description in mine.items():
            parameter = f"parameter.{name}"
            same = same_text(description, manifest["parameters"].get(name))
            for place in {*my_arrays, *arrays}:
                if place == parameter or place.startswith(f"{parameter}."):
                    same = same and same_array(my_arrays.get(place), arrays.get(place))
            if not same and name != "pending":
                raise InvalidParameter(
                    f"the journal {str(self.path)!r} is of a bandit with another {name}; make one "
                    "like it, take journal.bandit(), or begin another journal"
                )
        restore(bandit, manifest, arrays)
        restore_ledger(bandit, manifest, arrays, None)
        go_on_as(bandit, str(snapshot.id), int(snapshot.many or 0))
        self._replay(bandit, snapshot, self.store.last())

    def _attach(self, bandit: Bandit) -> None:
        """Hear of all that the bandit does from now on."""
        last = self._last_event()
        self._clock.last = max(self._clock.last, 0.0 if last is None else last.at)
        self._writer = writer = Writer(self.store)
        self._closing = weakref.finalize(self, close_quietly, writer, self.store)
        coding = self._coding(bandit)
        recent = Recent(self.store, writer, coding)
        learner = bandit._learner
        with bandit._lock:
            decided = learner.counts.decided
            name = learner.name
            if last is not None and last.sequence > 1:  # else it has just begun
                name = name_again(learner.ledger.lineage, None, decided)
            go_on_as(bandit, name, decided if name != learner.name else learner.ledger.runs[-1][1])
            learner.ledger = JournalLedger(learner.ledger, recent)
            self._recent = recent
            gone = (self.store.newest(kind) for kind in (DELETED, PRUNED))
            self._gone = any(event is not None for event in gone)
            witness = Keeping(bandit, writer, coding, self._clock, recent, self._before)
            learner.witness = bandit._states.witness = witness
            bandit.oracle.guard = Untouched()
            self._windows = self._open_windows(bandit, writer, coding, recent)
            if self._windows is not None:
                bandit._intake = self._windows
                learner.ledger.closed = self._windows.closed
            bandit.journal, self._bandit = self, bandit
            writer.put(Event(0, OPENED, self._clock(), many=learner.ledger.runs[-1][1], id=name))
        self.sync()

    def _open_windows(
        self, bandit: Bandit, writer: Writer, coding: Coding, recent: Recent
    ) -> Windows | None:
        """The window of this journal, if it has one; it is kept for the next time."""
        if self._window is None:
            facts = self.store.facts()
            window, missing = facts.get("window"), facts.get("missing", {})
        else:
            window, missing = self._window, self._missing
        if window is None:
            return None
        none: dict[str, Any] = {"loss": None, "reward": None, "outcome": None}
        value = bandit._feedback.value(**{**none, **missing}) if missing else None
        self.store.describe(window=window, missing=missing)
        parts = (self.store, writer, coding, recent, self._clock)
        return Windows(bandit._learner, *parts, window, value)

    def _last_event(self) -> Event | None:
        return next(self.store.read(self.store.last() - 1), None)

    def _before(self) -> None:
        """What is due before a step."""
        self._steps += 1
        if self._windows is not None:
            self._windows.before()
        if self._steps >= self.snapshot_every:
            self.snapshot()

    # ------------------------------------------------------------------------ outcomes

    def outcome(
        self,
        id: Any,
        *,
        loss: float | None = None,
        reward: float | None = None,
        outcome: float | None = None,
        durable: bool = False,
    ) -> Answer:
        """Tell what came of a decision, in any order and as often as it comes; nothing raises.

        Parameters
        ----------
        id
            The id of the decision, or the decision.
        loss, reward, outcome
            As for `Bandit.learn`; a value outside its range is still refused.
        durable
            Whether to return only when it is on the disk.

        Returns
        -------
        "accepted"; "duplicate" for what was told before; "conflicting" where something else was
        told, which stands; "late" after the window has closed: it is kept, and not learned;
        "unknown" where no decision has this id, or it was deleted.

        Examples
        --------
        >>> import tempfile, pathlib
        >>> from smoothbandits import Bandit, Interval
        >>> path = pathlib.Path(tempfile.mkdtemp()) / "price.db"
        >>> journal = Journal(path)
        >>> bandit = Bandit(Interval(5.0, 50.0), engine="python", journal=journal)
        >>> decision = bandit.act(id="order 17")
        >>> [journal.outcome("order 17", reward=reward) for reward in (0.3, 0.3, 0.4)]
        ['accepted', 'duplicate', 'conflicting']
        >>> journal.outcome("order 18", reward=0.3)
        'unknown'
        >>> journal.close()
        """
        bandit = self._open()
        learner = bandit._learner
        learner.witness.prepare(None, durable)
        value = bandit._feedback.value(loss=loss, reward=reward, outcome=outcome)
        given = id.id if isinstance(id, Decision) else id
        ledger: Any = learner.ledger
        with learner.lock:
            number = ledger.number_of(given, learner.counts.decided)
        if number is None or (self._gone and self._recent.event_of(number) is None):
            return "unknown"
        answer = self._answer(learner, number, given, value)
        if durable:
            self.sync()
        return answer

    def _answer(self, learner: Learner, number: int, id: Any, value: float) -> Answer:
        if self._windows is not None:
            return self._windows.answer(number, value)
        if not learner.ledger.own.learned(number):
            try:
                learner.learn(id, value)
                return "accepted"
            except AlreadyLearned:  # by another thread meanwhile
                pass
            except UnknownDecision:
                return "unknown"
        self.sync()
        return compared(value_told(self.store, number), value)

    def release(self) -> int:
        """Close all windows that are over now; how many decisions that are.

        Before each step of the bandit this is done where it is due, a hundred times per window;
        it is for a bandit that has nothing to do.
        """
        self._open()
        return 0 if self._windows is None else self._windows.release()

    # ------------------------------------------------------------------------ the log

    def log(self, *, space: Any = None, payoff: Any = None) -> Log:
        """All decisions and what came of them, as frames of polars (`Log.frames`).

        ``space`` and ``payoff`` are needed where they hold objects of your own.
        """
        self.sync()
        if self._bandit is not None:
            space, payoff = self._bandit.space, self._bandit.payoff
        return Log(self.store, space=space, payoff=payoff)

    def to_frame(self) -> "polars.DataFrame":
        """The whole log as one frame of polars: a row per decision, with what came of it.

        Examples
        --------
        >>> import tempfile, pathlib
        >>> from smoothbandits import Bandit, Interval
        >>> journal = Journal(pathlib.Path(tempfile.mkdtemp()) / "price.db")
        >>> bandit = Bandit(Interval(5.0, 50.0), engine="python", journal=journal)
        >>> bandit.learn(bandit.act(), loss=0.25)
        >>> journal.to_frame().select("number", "status", "loss").to_dicts()
        [{'number': 0, 'status': 'learned', 'loss': 0.25}]
        >>> journal.close()
        """
        log = self.log()
        import polars

        frames = list(log.frames())
        if not frames:
            raise InvalidTable("the journal has no decisions yet")
        return polars.concat(frames, how="vertical_relaxed")

    def export(
        self,
        path: "str | os.PathLike[str]",
        format: str | None = None,
        *,
        progress: Progress | None = None,
        **own: Any,
    ) -> Exported:
        """Write the log to a file.

        Parameters
        ----------
        path
            The file; it is replaced in one step.
        format
            "parquet" and "csv" hold everything, in columns that `smoothbandits.journal.log`
            describes.  "vw" (text with labels ``ca``), "dsjson" and "obp" hold no atom: what was
            left out is in the answer.  By default what the file's name says.
        progress
            Called with the number of decisions written now and then.
        own
            ``space=`` and ``payoff=`` where they hold objects of your own.
        """
        return export(self.log(**own), path, format, progress)

    # ------------------------------------------------------------------------ forgetting

    def delete(self, person: str, **own: Any) -> Deleted:
        """Remove all that was decided about a person, and what the bandit learned of it.

        The bandit learns the rest again, which takes as long as learning and fitting it did; it
        is then what it would be had it made those decisions and never heard of them.  Propensities
        of other decisions stand as they were recorded.  Snapshots and fits from before are
        dropped, and the file is written anew, so that nothing is left in its free pages.  Copies
        elsewhere, as from `Bandit.save` or `export`, are yours to delete.

        Parameters
        ----------
        person
            As it was given to `Bandit.act`.
        own
            As for `bandit`.

        Examples
        --------
        >>> import tempfile, pathlib
        >>> from smoothbandits import Bandit, Interval
        >>> journal = Journal(pathlib.Path(tempfile.mkdtemp()) / "price.db")
        >>> bandit = Bandit(Interval(5.0, 50.0), engine="python", journal=journal)
        >>> bandit.learn(bandit.act(person="Ada"), loss=0.25)
        >>> bandit.learn(bandit.act(), loss=0.5)
        >>> journal.delete("Ada").decisions, bandit.rounds, bandit.learned
        (1, 2, 1)
        >>> journal.close()
        """
        if not isinstance(person, str) or not person:
            raise InvalidParameter(f"person is {person!r}; give a name, as text")
        engine = own.pop("engine", "auto")
        bandit = self.bandit(engine=engine, **own)
        bandit._learner.wait_for_fits()
        with bandit._lock:
            bandit._learner.settle()
            self.sync()
            given = {name: part for name, part in own.items() if name != "progress"}
            parts = (self.store, bandit, self._coding(bandit), person, self._clock(), given)
            deleted = delete_person(*parts)
            self._recent.ids.clear()
            if self._windows is not None:
                self._windows.read_again()
            self._gone = True
            return deleted

    def prune(self, older_than: "float | datetime.timedelta", **own: Any) -> Pruned:
        """Remove decisions of a certain age from the log; what was learned of them stays.

        Parameters
        ----------
        older_than
            In seconds or as a `datetime.timedelta`.  Decisions that still waited then stay.
        own
            As for `bandit`.
        """
        latest = self._clock() - seconds_of(older_than)
        engine = own.pop("engine", "auto")
        bandit = self.bandit(engine=engine, **own)
        with bandit._lock:
            bandit._learner.settle()
            self.sync()
            until = 0
            for event in self.store.read():
                if event.at > latest:
                    break
                until = event.sequence
            if not until:
                return Pruned(0, 0)
            base = self.replayed(until, engine=bandit.engine, **own)
            pruned = prune_before(self.store, base, until, self._clock())
            self._recent.ids.clear()
            self._gone = True
            return pruned

    # ------------------------------------------------------------------------ keeping

    def sync(self) -> None:
        """Return when all that happened before is on the disk."""
        if self._writer is not None:
            self._writer.sync()

    def _flush(self) -> None:
        if self._writer is not None and self._bandit is not None:
            self._writer.sync()

    def snapshot(self) -> None:
        """Write the bandit itself, so that it is made again faster."""
        bandit = self._open()
        with bandit._lock:
            bandit._learner.settle()
            assert self._writer is not None
            self._writer.put(snapshot_of(bandit, self._clock()))
            self._steps = 0

    def _open(self) -> Bandit:
        if self._bandit is None:
            raise InvalidParameter(
                f"{self!r} keeps no bandit yet; call journal.bandit() or make a "
                "Bandit(..., journal=journal)"
            )
        return self._bandit

    def close(self) -> None:
        """Write what there is and let go of the file; the bandit can no longer be used."""
        if self._writer is not None:
            self._closing.detach()
            try:
                self._writer.close()
            finally:
                self._writer = None
                self.store.close()
        else:
            self.store.close()


def close_quietly(writer: Writer, store: Store) -> None:
    """The end of a journal that nobody closed."""
    try:
        writer.close()
    except JournalFailed:
        pass
    finally:
        store.close()


def seconds_of(window: Any) -> float:
    """A duration as seconds."""
    if isinstance(window, datetime.timedelta):
        window = window.total_seconds()
    return check_positive("window", window)


def same_text(one: Any, two: Any) -> bool:
    """Whether two descriptions are the same in JSON."""
    import json

    return json.dumps(one, sort_keys=True) == json.dumps(two, sort_keys=True)


def same_array(one: Any, two: Any) -> bool:
    """Whether two arrays are the same, bit for bit."""
    if one is None or two is None or one.shape != two.shape or one.dtype != two.dtype:
        return False
    return bool(one.tobytes() == two.tobytes())


class Untouched:
    """In the place of a model's lock: nobody teaches it behind the back of the journal."""

    def __enter__(self) -> None:
        raise InvalidParameter(
            "the bandit of this model keeps a journal, which would not hear of it; use "
            "bandit.teach, or a copy: journal.replayed()"
        )

    def __exit__(self, *_: Any) -> Literal[False]:
        return False
