"""When an oracle is fitted anew, and what becomes of the fits: at once, or beside the bandit."""

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from smoothbandits.bandit.fitter import Flight, attempt, hand_over
from smoothbandits.oracles.refitted import RefittedOracle

__all__ = ["Moment", "Refits", "Step", "Swap"]

#: what the bandit is about to do or has just done; simulations wait for fits
Moment = Literal["deciding", "learning", "learned", "waiting"]

#: what a turn did to the state, in order: with the parts that a fit gave, or None
Step = tuple[Literal["renewed", "room", "fit", "failed"], dict[str, Any] | None]

NEAR = 200  # examples before a bandit's first fit at which the process that fits is started


class Swap(NamedTuple):
    """The end of a fit: decisions from number ``decided`` on were made with what it gave.

    Attributes
    ----------
    decided, learned
        How many decisions had been made and learned.
    failed
        Whether there was nothing to swap in.
    """

    decided: int
    learned: int
    failed: bool = False


class Progress(NamedTuple):
    """Where the fits of a bandit are; one object, so that it changes in one step.

    Attributes
    ----------
    swaps
        All fits that ended.
    flight
        The fit that runs beside the bandit.
    owed
        Whether a fit is to begin as soon as none is in flight: it became due meanwhile, or was
        lost by an interruption or with a process.
    script
        The swaps of another run: fits end where those did, and nowhere else.
    """

    swaps: tuple[Swap, ...] = ()
    flight: Flight | None = None
    owed: bool = False
    script: tuple[Swap, ...] | None = None

    @property
    def busy(self) -> bool:
        """Whether a fit has begun and not ended, or is to begin."""
        return self.flight is not None or self.owed


class Turn(NamedTuple):
    """What to do after a look at the fits; nothing changes until the bandit takes this over.

    Attributes
    ----------
    state, progress
        What to go on with.
    failures
        Why the fits that ended now have failed, if any did.
    steps
        What was done to the state; `Refits.redo` does it again.
    """

    state: Any
    progress: Progress
    failures: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()


class Refits:
    """When an oracle is fitted anew, and what becomes of the fits.

    Attributes
    ----------
    background
        Whether fits run beside the bandit.
    progress
        Where the fits are.
    asleep
        Whether nothing begins or ends: what became of the fits is being done again (`redo`).
    """

    def __init__(self, oracle: RefittedOracle, seed: int) -> None:
        self.oracle, self.seed, self.background = oracle, seed, oracle.background
        self.progress = Progress()
        self.asleep = False
        self._warming: Flight | None = None

    @property
    def flight(self) -> Flight | None:
        """The fit that runs beside the bandit."""
        return self.progress.flight

    @property
    def busy(self) -> bool:
        """Whether a fit has begun and not ended, or is to begin."""
        return self.progress.busy

    def wanted(self, state: Any) -> bool:
        """Whether there is anything to go on with, also after an interruption."""
        return self.busy or self.oracle.until_refit(state) == 0

    def go_on(self, state: Any, decided: int, learned: int, moment: Moment) -> Turn:
        """End a fit and begin the next one where it is time.

        A decision begins nothing that has to copy examples first.
        """
        progress = self.progress
        if self.asleep:
            return Turn(state, progress)
        lost = progress.flight is not None and progress.flight.lost
        if lost:
            progress = progress._replace(flight=None, owed=True)
        left = self.oracle.until_refit(state)
        steps: tuple[Step, ...] = ()
        if left == 0 and self.oracle.outdated(state):
            state, lost = self.oracle.renewed(state), False
            steps = (("renewed", None),)
            progress = progress._replace(flight=None, owed=False)  # its examples were dropped
            left = self.oracle.until_refit(state)
        full, beside = left == 0, self.background and moment != "waiting"
        if beside and left <= NEAR and (self._warming is None or self._warming.lost):
            self._warming = hand_over(self.oracle.prepared, self.oracle.handed_over(state))
        flight = progress.flight
        ends = flight is not None and landed(flight, progress, decided, learned, moment)
        copies = full and beside and moment == "deciding"
        begins = (full or progress.owed) and (flight is None or ends) and (lost or not copies)
        # room comes first, so that nothing has changed if there is no memory for it
        makes_room = full and ((begins and not copies) or moment in ("learning", "waiting"))
        turn = Turn(state, progress, steps=steps)
        if makes_room:
            steps = (*steps, ("room", None))
            turn = turn._replace(state=self.oracle.with_room(state), steps=steps)
        if flight is not None and ends:
            turn = ended(turn, flight.outcome, decided, learned)
            if not turn.failures:
                state = state._replace(**flight.outcome)
        owed = progress.owed or makes_room
        if begins:
            owed, seed = False, self.seed + learned
            if beside:
                task = (self.oracle.handed_over(state), seed, 1)
                flight = hand_over(self.oracle.fitted, *task)
                turn = turn._replace(progress=turn.progress._replace(flight=flight))
            else:
                self.progress = self.progress._replace(owed=True)  # should it be interrupted
                outcome = attempt(self.oracle.fitted, state, seed)
                turn = ended(turn, outcome, decided, learned)
        return turn._replace(progress=turn.progress._replace(owed=owed))

    def late(self, state: Any) -> Flight | None:
        """The fit in flight where the next one is due already and learning should wait for it."""
        impatient = self.progress.script is not None or self.oracle.patience == 0.0
        due = not impatient and self.oracle.until_refit(state) == 0
        return self.progress.flight if due else None

    def redo(
        self, state: Any, steps: Iterable[Step], busy: bool, decided: int, learned: int
    ) -> Turn:
        """A turn that was written down; ``busy`` says whether a fit ran or was owed after it."""
        turn = Turn(state, self.progress)
        for name, outcome in steps:
            if name == "renewed":
                turn = turn._replace(state=self.oracle.renewed(turn.state))
            elif name == "room":
                turn = turn._replace(state=self.oracle.with_room(turn.state))
            else:
                turn = ended(turn, "as before" if outcome is None else outcome, decided, learned)
        progress = turn.progress._replace(flight=None, owed=busy)
        return turn._replace(progress=progress)

    # ------------------------------------------------------------------------ saving

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON; a fit that has not ended is owed by the bandit that is loaded."""
        return {"owed": self.busy, "swaps": self.progress.swaps}

    def restore(self, owed: bool, swaps: Iterable[Any]) -> None:
        """Take over what `to_dict` gave."""
        self.progress = Progress(tuple(Swap(*swap) for swap in swaps), owed=bool(owed))


def landed(flight: Flight, progress: Progress, decided: int, learned: int, moment: Moment) -> bool:
    """Whether a fit in flight ends now."""
    wait = moment == "waiting"
    if progress.script is not None:
        if not progress.script or progress.script[0][:2] != (decided, learned):
            return False
        wait = True
    if wait:
        flight.ended.wait()
    return flight.ended.is_set()


def ended(turn: Turn, outcome: Any, decided: int, learned: int) -> Turn:
    """The turn in which a fit ends."""
    progress = turn.progress
    if progress.script:
        outcome = "as in the run that is replayed" if progress.script[0].failed else outcome
        progress = progress._replace(script=progress.script[1:])
    failed = isinstance(outcome, str)
    swaps = (*progress.swaps, Swap(decided, learned, failed))
    progress = progress._replace(swaps=swaps, flight=None)
    if failed:
        steps: tuple[Step, ...] = (*turn.steps, ("failed", None))
        return Turn(turn.state, progress, (*turn.failures, outcome), steps)
    steps = (*turn.steps, ("fit", outcome))
    return Turn(turn.state._replace(**outcome), progress, turn.failures, steps)
