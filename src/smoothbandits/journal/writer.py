"""One thread that writes what happens in groups, so that many steps share one wait for a disk."""

import os
import queue
import threading
from collections.abc import Callable
from typing import Any

from smoothbandits.errors import JournalFailed
from smoothbandits.journal.store import Store

__all__ = ["Writer"]

LINGER = 0.02  # seconds that a group is waited for, unless somebody waits for the disk
AGAIN = 0.5  # seconds between two attempts where the disk cannot take what there is
MOST_WAITING = 200_000  # events; whoever is about to make more waits
PATIENCE = 30.0  # seconds that `sync` waits while nothing is written
MOST_TOGETHER = 20_000  # events of one transaction


class Ticket:
    """A place in the queue that somebody waits for."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self.failure: JournalFailed | None = None


class Writer:
    """Takes events at any speed, in order, and has a thread that writes them in groups.

    Attributes
    ----------
    put
        Takes an event or a function that gives one when it is written; one step of C.
    failure
        Why the last attempt to write failed, until one succeeds.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._queue: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.put: Callable[[Any], None] = self._queue.put
        self.failure: JournalFailed | None = None
        self._urgent = threading.Event()
        self._owner = os.getpid()
        self._closing, self._turns = False, 0
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    # ------------------------------------------------------------------- this side

    def ready(self) -> None:
        """Raise if what comes next could not be kept; wait where the disk is behind."""
        if self.failure is not None or self._queue.qsize() > MOST_WAITING:
            self.sync()
        if self._closing:
            raise JournalFailed("the journal is closed; open it again")
        if self._owner != os.getpid():
            raise JournalFailed(
                "this process is a fork of the one that writes the journal; open the journal in "
                "one of them only"
            )

    def sync(self) -> None:
        """Return when all that was put before is on the disk, or raise why it is not."""
        if self._owner != os.getpid() or not self._thread.is_alive():
            raise JournalFailed("the journal is closed, or of another process; open it again")
        ticket = Ticket()
        self.put(ticket)
        self._urgent.set()
        turn = self._turns
        while not ticket.reached.wait(PATIENCE):
            if self._turns == turn:
                raise JournalFailed(f"nothing was written for {PATIENCE:g} seconds")
            turn = self._turns
        if ticket.failure is not None:
            raise ticket.failure

    def close(self) -> None:
        """Write what there is and end the thread."""
        if self._owner != os.getpid() or not self._thread.is_alive():
            return
        try:
            self.sync()
        finally:
            self._closing = True
            self.put(Ticket())
            self._urgent.set()
            self._thread.join()

    # ------------------------------------------------------------------ the thread

    def _run(self) -> None:
        waiting: list[Any] = []
        while not self._closing:
            try:
                waiting.append(self._queue.get(timeout=AGAIN if waiting else None))
            except queue.Empty:
                pass
            else:
                self._urgent.wait(LINGER)
            self._urgent.clear()
            tickets: list[Ticket] = []
            waiting += self._drained()
            events: list[Any] = []
            for item in waiting:
                (tickets if isinstance(item, Ticket) else events).append(item)
            waiting = self._written(events)
            self._turns += 1
            for ticket in tickets:
                ticket.failure = self.failure
                ticket.reached.set()

    def _drained(self) -> list[Any]:
        """What is in the queue now."""
        n = min(self._queue.qsize(), MOST_TOGETHER)
        if n == MOST_TOGETHER:
            self._urgent.set()  # there is more
        return [self._queue.get_nowait() for _ in range(n)]

    def _written(self, events: list[Any]) -> list[Any]:
        """Write a group; what is left to write where that failed."""
        if not events:
            return events
        try:
            for place, event in enumerate(events):
                if callable(event):
                    events[place] = event()
            self.store.write(events)
        except JournalFailed as failure:
            self.failure = failure
            return events
        except Exception as error:  # whoever waits must hear of it, whatever it is
            self.failure = JournalFailed(f"the journal could not be written: {error!r}")
            return events
        self.failure = None
        return []
