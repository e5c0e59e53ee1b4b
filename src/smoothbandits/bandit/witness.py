"""Whoever hears of each step of a bandit, in the order in which they are made: a journal."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from smoothbandits.checks import Floats, check_flag
from smoothbandits.errors import InvalidParameter

if TYPE_CHECKING:
    from smoothbandits.bandit.decision import Decision, Decisions
    from smoothbandits.bandit.lesson import Counts
    from smoothbandits.bandit.refitting import Step

__all__ = ["NOBODY", "Witness", "check_journal"]


def forgotten(event: Any) -> None:
    """Nobody keeps this event."""


class Witness:
    """One that forgets: what a bandit without a journal has.

    All verbs but `ready` and `confirm` are called under the bandit's lock.  Those that return an
    event only describe it; `keep` is called with it once the step is made.  It must be one step of
    C, so that an interruption finds an event kept or not.

    Attributes
    ----------
    keeps
        Whether anything is kept.
    keep
        Takes an event that was described before.
    """

    keeps = False
    keep: Callable[[Any], Any] = staticmethod(forgotten)

    def ready(self) -> None:
        """Raise if the next step could not be kept; called before it, without the lock."""

    def confirm(self) -> None:
        """Return when all that was kept is on the disk."""

    def decided(
        self,
        decision: "Decision",
        id: Any,
        filled: Floats,
        row: Floats,
        places: int,
        person: str | None,
    ) -> None:
        """Note a decision: its record as the kernels filled it, and the number of places by now.

        ``id`` is None where the bandit made one up.
        """

    def decided_many(self, decisions: "Decisions", columns: Floats, places: int) -> None:
        """Note a block, with a row of numbers for each decision as `decided` has it."""

    def taken_back(self, counts: "Counts") -> None:
        """Note that decisions from ``counts.decided`` on were never seen by anybody."""

    def forgot_places(self, levels: int) -> None:
        """Note that there are only so many places: a step that gave more was not made."""

    def learned(self, decision: "Decision", value: float, taken: int | None) -> Any:
        """A decision and what was told of it; ``taken`` is its number if a replica made it."""

    def learned_many(self, first: int, values: Floats) -> Any:
        """Decisions from ``first`` on, learned in one call."""

    def released(self, numbers: Sequence[int], values: Floats) -> Any:
        """Decisions that were learned together."""

    def taught(self, examples: Any, places: int) -> Any:
        """Examples from elsewhere, with so many places by now."""

    def forgot(self, ids: Iterable[Any]) -> Any:
        """Examples that were taken back."""

    def turned(self, steps: "Sequence[Step]", busy: bool, decided: int, learned: int) -> Any:
        """What became of the fits; ``busy`` says whether one runs or is owed now."""

    def check_block(self, decisions: "Decisions") -> None:
        """Raise unless a block is as it was made."""

    def prepare(self, person: Any, durable: bool) -> str | None:
        """`ready`, and the name of the person of a decision; refuses what nobody keeps."""
        for name, value in (("person", person), ("durable", check_flag("durable", durable))):
            if value is not None and value is not False:
                raise InvalidParameter(
                    f"{name} is {value!r}; only a bandit with a journal keeps decisions: make it "
                    "with journal="
                )
        return None


NOBODY = Witness()


def check_journal(journal: Any) -> Any:
    """Refuse what cannot keep what a bandit does."""
    if not callable(getattr(journal, "keep", None)):
        raise InvalidParameter(f"journal is {journal!r}; give a Journal(path)")
    return journal
