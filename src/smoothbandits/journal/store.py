"""The contract of a store: rows in order, each block of them on the disk or not at all."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Protocol

from smoothbandits.journal.events import Event

__all__ = ["Store"]


class Store(Protocol):
    """Keeps events.  One thread writes at a time; reading never waits for it.

    All errors of the system behind it are `JournalFailed`, raised with nothing half written.
    """

    def acquire(self) -> None:
        """Become the one writer, or raise `JournalInUse`."""

    def write(self, events: Sequence[Event]) -> int:
        """Put events at the end, all or none; they are on the disk when the number returns.

        Decisions that an event takes back leave the store.
        """

    def describe(self, **facts: Any) -> None:
        """Keep facts about the whole journal, each anything that JSON can hold."""

    def facts(self) -> dict[str, Any]:
        """What `describe` kept."""

    def last(self) -> int:
        """The sequence number of the last event; 0 where there is none."""

    def count(self) -> dict[int, int]:
        """How many events there are of each kind."""

    def read(
        self, after: int = 0, until: int | None = None, kinds: Collection[int] | None = None
    ) -> Iterator[Event]:
        """Events in order, those after one place up to another."""

    def newest(self, kind: int, until: int | None = None) -> Event | None:
        """The last event of a kind that has no number, up to a place."""

    def covering(self, kinds: Collection[int], number: int) -> Event | None:
        """The latest of the events with the greatest ``number`` that is no greater than this."""

    def between(self, kinds: Collection[int], first: int, end: int) -> Iterator[Event]:
        """Events of decisions from ``first`` to before ``end``, by number, then in order."""

    def with_id(self, id: Any) -> Event | None:
        """The decision with an id of the user's own."""

    def of_person(self, person: str) -> list[Event]:
        """Decisions about a person."""

    def rewrite(
        self, remove: Collection[int], kinds: Collection[int], add: Sequence[Event]
    ) -> None:
        """Remove events by sequence number and all of some kinds; no trace of them is left.

        Those that are added have sequence numbers of their own.
        """

    def check(self) -> list[str]:
        """What the system behind it finds wrong with its own files."""

    def close(self) -> None:
        """Let go of files and locks."""
