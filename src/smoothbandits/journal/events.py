"""What a journal is made of: events, one after the other, each of them a row of the store."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

__all__ = [
    "DECIDED",
    "DECIDED_MANY",
    "DECISIONS",
    "DELETED",
    "FOREIGN",
    "FORGOT",
    "KINDS",
    "LATE",
    "LEARNED",
    "LEARNED_MANY",
    "LESSONS",
    "OPENED",
    "OUTCOME",
    "PLACED",
    "PRUNED",
    "RELEASED",
    "SNAPSHOT",
    "TAKEN_BACK",
    "TAUGHT",
    "TURNED",
    "WINDOW",
    "Event",
    "event_of",
]

#: the numbers never change: they are in files
KINDS = {
    1: "decided",  # one decision; `many` new levels of categories got places
    2: "decided many",  # `many` decisions of one call, from `number` on
    3: "learned",  # one decision of this bandit, and what was told
    4: "learned many",  # `many` decisions from `number` on, in one call
    5: "released",  # decisions whose window closed, learned together
    6: "foreign",  # a replica's decision, whole, learned
    7: "taught",  # examples from elsewhere
    8: "forgot",  # some of those were taken back
    9: "turned",  # a fit ended, or room was made for examples
    10: "opened",  # a process goes on, under another name
    11: "snapshot",  # the bandit as it was
    12: "outcome",  # what came of a decision whose window is open
    13: "late",  # what came after it had closed
    14: "window",  # the windows of all decisions before `number` have closed
    15: "taken back",  # decisions from `number` on that nobody saw
    16: "deleted",  # `many` decisions of a person are gone
    17: "pruned",  # `many` decisions are gone because of their age
    18: "placed",  # places of levels that came with decisions that are gone
}
(
    DECIDED,
    DECIDED_MANY,
    LEARNED,
    LEARNED_MANY,
    RELEASED,
    FOREIGN,
    TAUGHT,
    FORGOT,
    TURNED,
    OPENED,
    SNAPSHOT,
    OUTCOME,
    LATE,
    WINDOW,
    TAKEN_BACK,
    DELETED,
    PRUNED,
    PLACED,
) = KINDS
DECISIONS = (DECIDED, DECIDED_MANY)
LESSONS = (LEARNED, LEARNED_MANY, RELEASED, FOREIGN)


class Event(NamedTuple):
    """One row.

    Attributes
    ----------
    sequence
        Its place in the journal, from 1 on; 0 before it is written.
    kind
        Which of `KINDS`.
    at
        When, in seconds since 1970.
    number, many
        Of the decision, or the first of ``many``.
    value
        What was told: a loss in [0, 1] or, with a payoff, an outcome.
    id
        An id of the user's own; the name of the bandit where a process begins.
    person
        Whom a decision is about.
    payload
        Numbers, as bytes.
    extra
        What has names, as text in JSON.
    """

    sequence: int
    kind: int
    at: float
    number: int | None = None
    many: int | None = None
    value: float | None = None
    id: Any = None
    person: str | None = None
    payload: bytes | None = None
    extra: Any = None


#: made without calling the class, which takes twice as long
event_of: Callable[[Sequence[Any]], Event] = partial(tuple.__new__, Event)
