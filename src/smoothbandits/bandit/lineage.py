"""Names of bandits: each time one is loaded it goes on under another name of the same lineage.

::

    3f2a90c1d5e8                    a bandit that was made
    3f2a90c1d5e8.91ab               the same, loaded
    3f2a90c1d5e8.r7.1200.04fe       replica 7, loaded when 1,200 decisions had been made
"""

import os
import re
from typing import Any, NamedTuple

from smoothbandits.errors import CorruptSave

__all__ = ["Run", "Runs", "fresh_name", "lineage_of", "name_again", "replica_start"]

REPLICA = re.compile(r"[0-9a-f]{12}\.r(\d{1,18})\.(\d{1,18})\.[0-9a-f]{8}")
NAME = re.compile(r"[0-9a-f]{12}(\.[0-9a-f]{8})?|" + REPLICA.pattern)


def fresh_name() -> str:
    """The name of a bandit that begins a lineage."""
    return os.urandom(6).hex()


def name_again(lineage: str, replica: int | None, decided: int) -> str:
    """The name of a copy that goes on after ``decided`` decisions."""
    middle = "" if replica is None else f".r{replica}.{decided}"
    return f"{lineage}{middle}.{os.urandom(4).hex()}"


def lineage_of(name: str) -> str:
    """What all copies of a bandit share."""
    return name.partition(".")[0]


def replica_start(name: Any) -> int | None:
    """Number of the first decision under a replica's name; None for other names."""
    found = REPLICA.fullmatch(name) if isinstance(name, str) else None
    return None if found is None else int(found[2])


class Run(NamedTuple):
    """Decisions from number ``first`` on were made under this name."""

    name: str
    first: int


class Runs(tuple[Run, ...]):
    """All names that a bandit has had, in order."""

    @property
    def lineage(self) -> str:
        """What the names share."""
        return lineage_of(self[0].name)

    def at(self, number: int) -> str:
        """The name under which a decision was made."""
        return next(run.name for run in reversed(self) if run.first <= number)

    def go_on(self, replica: int | None, decided: int) -> "Runs":
        """Another name from here on; one that made nothing is forgotten."""
        made = [run for run in self if run.first < decided]
        return Runs([*made, Run(name_again(self.lineage, replica, decided), decided)])

    def to_list(self, decided: int) -> list[Run]:
        """Ready for JSON: the names that made something, at least the first."""
        return [run for run in self if run.first < decided] or [Run(self.lineage, 0)]

    @classmethod
    def restored(cls, rows: Any, decided: int) -> "Runs":
        """Take over what `to_list` gave."""
        runs = [Run(*row) for row in rows]
        names, firsts = [run.name for run in runs], [run.first for run in runs]
        if not (
            all(isinstance(name, str) and NAME.fullmatch(name) for name in names)
            and len({lineage_of(name) for name in names}) == 1
            and len(set(names)) == len(names)
            and all(type(first) is int for first in firsts)
            and firsts[0] == 0
            and all(a < b for a, b in zip(firsts, [*firsts[1:], max(decided, 1)], strict=True))
        ):
            raise CorruptSave("the names in the file are no bandit's; load another copy")
        return cls(runs)
